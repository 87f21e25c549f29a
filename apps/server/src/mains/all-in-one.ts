import { hostname, networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { keepLoopbackDirect } from '@cairn/client';
import { embeddedBackend, embeddedEvents } from '@cairn/backends';
import {
  exitWithError,
  limitThreads,
  loadConfig,
  PeriodicTasks,
  settings,
  startService,
  watchLoop,
  type Config,
} from '@cairn/platform';
import { hasBrowserAtHand, openBrowser } from '@cairn/platform/open-browser';
import { ownProgram, quoteForShell } from '@cairn/platform/own-program';
import { GenerationsModule, IndexingModule } from '@cairn/service-indexing';
import { SignInLinks, GatewayModule, gatewayOptionsOf } from '@cairn/service-gateway';
import { GraphModule } from '@cairn/service-graph';
import { AdminModule, firstKey } from '@cairn/service-admin';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { Identity, keys, principals, type Keys, type Principals } from '@cairn/store';
import { backUpByCommand, ScheduledBackups } from '../scheduled-backups.ts';
import { writeCliFile } from '../cli-file.ts';
import { greetingFor } from '../greeting.ts';
import { askFirstName } from '../first-name.ts';
import { operatorKeyOf } from '../operator-key-file.ts';
import { localUrlOf, teamReachOf, withReach } from '../reach.ts';
import { describeOptions, readOptions, type Options } from '../options.ts';
import { recallThread } from '../recall-thread.ts';
import { stopWhenIdle } from '../stop-when-idle.ts';
import { openOrTakeOver } from '../take-over.ts';

async function startAllInOne(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(describeOptions());
  limitThreads();
  keepLoopbackDirect(process.env);
  const config = configOf(options);
  watchLoop(config.stuckSeconds, { log: config.logLevel });
  const program = options.program ?? programOf(config);
  const backend = await openFolder({ ...config, program }, options);
  const operatorKey = config.operatorKey ?? (await operatorKeyOf(config.dataDir, { isWanted: options.operatorKey }));
  const service = await startService({
    backend,
    modules: [
      AdminModule.forRoot({ ...config, program }),
      IngestModule.forRoot(config),
      IndexingModule.forRoot(config),
      GenerationsModule.forRoot(config),
      RecallModule.onThreads({
        count: config.readers,
        start: (model) => recallThread({ dataDir: config.dataDir, ...model }),
      }),
      GraphModule,
      GatewayModule.forRoot(gatewayOptionsOf(config)),
    ],
    config,
    operatorKey,
    transport: embeddedEvents,
    handlesItsEvents: true,
    handlesItsRoutes: true,
  });
  const access = { keys: service.app.get<Keys>(keys.token), peerPrefixes: config.peerPrefixes };
  const key = isShown(options)
    ? await firstKey({
        ...access,
        principals: service.app.get<Principals>(principals.token),
        nameOf: () => nameOf(options),
      })
    : undefined;
  const url = localUrlOf(service.url, config);
  await writeCliFile({ ...access, identity: service.app.get(Identity) }, config.dataDir, {
    ...{ url, yields: options.exitWhenIdle },
    ...(config.tls && { certFile: resolve(config.tls.certFile) }),
  });

  if (options.readyJson) console.log(JSON.stringify({ ready: true, url, key }));
  else if (!options.quiet)
    console.log(
      greetingFor({
        ...{ url, key, dataDir: config.dataDir },
        team: teamReachOf(config, Number(new URL(service.url).port), networkInterfaces()),
        program,
      }),
    );
  if (key !== undefined && isForAPerson(options)) await openBrowser(url + service.app.get(SignInLinks).pathFor(key));
  if (!options.exitWithParent) beginBackups(config);
  if (options.exitWithParent) process.stdin.resume().once('end', stopProcess).once('close', stopProcess);
  if (options.exitWhenIdle) stopWhenIdle(service.app.getHttpServer(), config.idleSeconds, stopProcess);
}

/** Begins the scheduled backups. It runs after the first organisation exists, so that no backup is empty. */
function beginBackups({ dataDir, backupTo: to, backupEvery: every, backupKeep: keep }: Config): void {
  const cli = join(import.meta.dirname, 'cli.mjs');
  const schedule = to === undefined ? undefined : { to, every, keep };
  const backups = new ScheduledBackups({ dataDir, schedule, backUp: backUpByCommand(cli, dataDir) });
  const run = () => backups.run();
  new PeriodicTasks(new Logger('Backups')).begin({ task: 'a scheduled backup', everyMs: BACKUP_CHECK_MS, run });
}

/** Interval in ms in which a backup becomes due, and a changed schedule takes effect. */
const BACKUP_CHECK_MS = 30_000;

/**
 * Opens the data folder. If the folder is in use, a server that a program starts for itself fails at once, while a
 * server that a person starts takes the folder over.
 */
const openFolder = (config: Config & { readonly program: string }, { exitWithParent, exitWhenIdle }: Options) =>
  exitWithParent || exitWhenIdle ? embeddedBackend(config) : openOrTakeOver(config, () => embeddedBackend(config));

/** Beginning of the commands for this server, which npm or a container started. */
function programOf({ dataDir }: Config): string {
  const started = { env: process.env, startedBy: { program: 'node', script: join(import.meta.dirname, 'cli.mjs') } };
  // The first process of a container is this server, and nobody has a shell there.
  const container = process.pid === 1 ? [`docker exec -it ${hostname()}`] : [];
  const folder = dataDir === resolve(DEFAULT_DATA_DIR) ? [] : ['--data-dir', quoteForShell(dataDir)];
  return [...container, ownProgram(started), ...folder].join(' ');
}

const DEFAULT_DATA_DIR = settings.find(({ name }) => name === 'CAIRN_DATA_DIR')!.default;

const stopProcess = () => process.kill(process.pid, 'SIGTERM');

/**
 * Tells whether the first key is shown. It is not shown if nobody would see it, or if the command line started the
 * server, since the command line has its own key.
 */
const isShown = ({ quiet, readyJson, exitWithParent }: Options) => !exitWithParent && (readyJson || !quiet);

const nameOf = async (options: Options): Promise<string | undefined> =>
  options.name ?? (options.readyJson ? undefined : await askFirstName(process));

const isForAPerson = ({ noOpen, readyJson }: Options) =>
  !noOpen &&
  !readyJson &&
  hasBrowserAtHand({ isTerminal: process.stdout.isTTY, platform: process.platform, env: process.env });

function configOf({ port, dataDir, quiet, team, settings: given }: Options): Config {
  const environment = { ...process.env, ...given };
  const config = loadConfig('all-in-one', environment);
  const own = {
    ...config,
    port: port ?? config.port,
    dataDir: resolve(dataDir ?? config.dataDir),
    logLevel: quiet && config.logLevel === 'info' ? 'warn' : config.logLevel,
  } as const;
  const isHostGiven = Boolean(environment['CAIRN_HOST']?.trim());
  return withReach(own, { team, isHostGiven, interfaces: networkInterfaces() });
}

startAllInOne().catch(exitWithError);
