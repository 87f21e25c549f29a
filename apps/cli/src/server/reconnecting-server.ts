import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverMemorySettings, serverNodeFlags } from '@cairn/platform/server-node-flags';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { findServer, isAlive, type ServerConnection } from './server-connection.ts';
import { requireBundle } from './server-process.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

/** Interval of polling in ms, shorter than the minimum of CAIRN_IDLE_SECONDS. */
const PRESENT_EVERY_MS = 2_000;
const READY_WITHIN_MS = 60_000;
/** Time limit in ms for the server of a second process that has started on the folder at the same time. */
const OTHERS_WITHIN_MS = 10_000;
const POLL_INTERVAL_MS = 50;
const LOG_BYTES_MAX = 1_000_000;

/**
 * Server for a long-lived process: the server whose address is given, or else the server of the data folder. If none
 * runs, starts an independent server, which serves everybody and ends after some idle time.
 */
export class ReconnectingServer {
  private readonly context: CliContext;
  private readonly options: GlobalOptions;
  private server: ServerConnection;
  private moving: Promise<void> | undefined;

  private constructor(context: CliContext, options: GlobalOptions, server: ServerConnection) {
    this.context = context;
    this.options = options;
    this.server = server;
  }

  static async connect(context: CliContext, options: GlobalOptions): Promise<ReconnectingServer> {
    return new ReconnectingServer(context, options, await findOrStart(context, options));
  }

  get url(): string {
    return this.server.url;
  }

  get key(): string | undefined {
    return this.server.key;
  }

  /**
   * Finds the server again after a failure; concurrent callers share one attempt. A failure is reported once, and the
   * next call tries again.
   */
  recover = (): Promise<void> => {
    this.moving ??= this.move().finally(() => (this.moving = undefined));
    return this.moving;
  };

  /** Polls the server until the signal aborts, so that the server does not count as idle. */
  keepAlive(until: AbortSignal): void {
    const look = setInterval(() => void isAlive(this.url), PRESENT_EVERY_MS);
    until.addEventListener('abort', () => clearInterval(look));
  }

  private async move(): Promise<void> {
    try {
      this.server = await findOrStart(this.context, this.options);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      this.context.stderr.write(`${neutraliseForTerminal(error.message)}\n`);
    }
  }
}

const findOrStart = async (context: CliContext, options: GlobalOptions): Promise<ServerConnection> =>
  (await findServer(context, options)) ?? startServer(context, options);

async function startServer(context: CliContext, options: GlobalOptions): Promise<ServerConnection> {
  requireBundle(context);
  const dataDir = resolve(options.dataDir);
  context.stderr.write(
    `${neutraliseForTerminal(`No server runs on ${dataDir}: starting one, which ends when nobody uses it.`)}\n`,
  );
  const log = openLog(dataDir);
  const child = spawn(
    process.execPath,
    [...serverNodeFlags, context.serverBundle, '--port', '0', '--quiet', '--exit-when-idle'],
    {
      env: { ...serverMemorySettings, ...context.env, CAIRN_DATA_DIR: dataDir },
      stdio: ['ignore', log.file, log.file],
      detached: true,
    },
  );
  child.unref();
  closeSync(log.file);
  let hasEnded = false;
  child.once('exit', () => (hasEnded = true)).once('error', () => (hasEnded = true));
  const found = await pollUntilFound(() => findServer(context, options), {
    withinMs: READY_WITHIN_MS,
    unless: () => hasEnded,
  });
  // The started server may have ended because a second server took the folder first.
  const server =
    found ?? (await pollUntilFound(() => findServer(context, options), { withinMs: waitForOtherServerMs(log) }));
  if (server) return server;
  throw new CommandFailure('noServer', `No server runs on ${dataDir}, and starting one failed: ${readLogFrom(log)}`);
}

async function pollUntilFound<Found>(
  find: () => Promise<Found | undefined>,
  { withinMs, unless = () => false }: { withinMs: number; unless?: () => boolean },
): Promise<Found | undefined> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline && !unless(); await sleep(POLL_INTERVAL_MS)) {
    const found = await find();
    if (found) return found;
  }
  return undefined;
}

interface Log {
  readonly file: number;
  readonly path: string;
  /** Size of the log, in bytes, when this start began. */
  readonly from: number;
}

/** Opens a log file in the data folder for the server, since nobody watches the output of such a server. */
function openLog(dataDir: string): Log {
  const path = join(dataDir, 'server.log');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const file = openSync(path, 'a', 0o600);
    if (fstatSync(file).size > LOG_BYTES_MAX) ftruncateSync(file);
    return { file, path, from: fstatSync(file).size };
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new CommandFailure(
      'noServer',
      `The data folder ${dataDir} cannot be used (${why}). Look at it with: {cairn doctor}`,
      {
        cause,
      },
    );
  }
}

const readLogFrom = ({ path, from }: Log): string =>
  readFileSync(path).subarray(from).toString().trim() || `it said nothing; its log is ${path}`;

const waitForOtherServerMs = (log: Log): number => (readLogFrom(log).includes('is in use by') ? OTHERS_WITHIN_MS : 0);
