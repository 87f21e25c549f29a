// Runs all five services on this machine, from the bundle, behind one address. Servers are those that the environment names
// (POSTGRES_URL, REDIS_URL, ELASTICSEARCH_URL, QDRANT_URL); the others are started here if installed. Ctrl-C stops everything.
//   --port <number>    port of the address (default 7071)
//   --folder <path>    folder of the key, and of the data of servers that were started here (default .cairn-cluster)
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { environmentOf, lineOfStatus, startServers, stopServers } from '../servers/servers.ts';
import type { ServerStatus } from '../servers/servers.ts';
import { root, runProgram } from '../common/program.ts';
import { freePorts } from './free-ports.ts';
import { firstKeyOf, startFive } from './five.ts';
import type { Five } from './five.ts';
import { greeting } from './greeting.ts';
import { savedKey, saveKey } from './key-file.ts';
import { startRouter } from './router.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '7071' },
    folder: { type: 'string', default: join(root, '.cairn-cluster') },
  },
});

const stopAsked = new Promise<void>((asked) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => asked());
});

const say = (line: string) => void process.stderr.write(`${line}\n`);
const folder = resolve(values.folder);
mkdirSync(folder, { recursive: true });
await bundle();

const statuses = await startServers(join(folder, 'servers'));
try {
  requireAll(statuses);
  await serve(statuses);
} catch (error) {
  say((error as Error).message);
  process.exitCode = 1;
} finally {
  await stopServers(statuses);
}

async function serve(servers: readonly ServerStatus[]): Promise<void> {
  // The default log level leaves the greeting visible; CAIRN_LOG_LEVEL=info shows every request.
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('CAIRN_')) as [string, string][];
  const env = {
    CAIRN_LOG_LEVEL: 'warn',
    CAIRN_SERVICE_SECRET: randomBytes(32).toString('hex'),
    ...Object.fromEntries(own),
    ...environmentOf(servers),
  };
  const five = await startFive({ ports: await freePorts(), env, onLine: (app, line) => say(`${app} | ${line}`) });
  try {
    await greet(five, servers, env);
    await stopAsked;
    say('Stopping.');
  } finally {
    await five.stop();
  }
}

async function greet(five: Five, servers: readonly ServerStatus[], env: Record<string, string>): Promise<void> {
  const router = await startRouter(Number(values.port), (service) => five.apps[service].url);
  void stopAsked.then(() => router.close());
  const key = (await firstKeyOf(env)) ?? savedKey(folder);
  if (key !== undefined) saveKey(folder, { url: router.url, key });
  process.stdout.write(greeting({ url: router.url, folder, key, five, servers }));
}

async function bundle(): Promise<void> {
  const { exitCode, output } = await runProgram(['tools/build.mjs', '--quiet', '--unless-fresh'], {
    timeoutMs: 60_000,
  });
  if (exitCode !== 0) throw new Error(output);
}

function requireAll(servers: readonly ServerStatus[]): void {
  for (const status of servers) say(lineOfStatus(status));
  const missing = servers.filter(({ state }) => state === 'skipped').map(({ variable }) => variable);
  if (missing.length > 0)
    throw new Error(`The cluster needs all four servers. Install what is missing, or give ${missing.join(', ')}.`);
}
