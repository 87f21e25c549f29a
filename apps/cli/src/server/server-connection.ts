import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PORT } from '@cairn/contracts';
import { z } from 'zod';
import { CairnClient, ServerRefusal, ServerUnreachable } from '@cairn/transfer/cairn-client';
import type { CliContext, GlobalOptions } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { fillInCommands } from '../context/own-command.ts';
import { findJoinedServer, readJoinedServer } from './joined-server.ts';
import { readKeyFile, type KeyFile } from './key-file.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';

const ALIVE_WITHIN_MS = 3_000;
const TAKEN_OVER_WITHIN_MS = 10_000;
const POLL_INTERVAL_MS = 300;

export interface ServerConnection {
  readonly client: CairnClient;
  readonly url: string;
  readonly key: string | undefined;
  /** True when a server was started for this command alone. */
  readonly startedHere: boolean;
}

/**
 * Runs `use` with a server: the server whose address is given, or else the server of the data folder, or else a server
 * that is started for this command.
 */
export async function withServer<Result>(
  context: CliContext,
  options: GlobalOptions,
  use: (server: ServerConnection) => Promise<Result>,
): Promise<Result> {
  const running = await findServer(context, options);
  if (running) {
    await requireAnswer(running);
    return use(running);
  }

  const dataDir = resolve(options.dataDir);
  const opening = await openingOf(context, dataDir);
  const started = await startServer(context, options);
  if (!('stop' in started)) return use(started);
  context.stderr.write(`${neutraliseForTerminal(fillInCommands(opening, context, options))}\n`);
  try {
    const key = keyOf(context, options) ?? (await readKeyFile(dataDir))?.key;
    return await use(createConnection(started.url, key, true));
  } finally {
    await started.stop();
  }
}

/**
 * Throws at once if no server answers. Otherwise, a command that waits for a restarting server would also wait for a
 * server that never ran.
 */
async function requireAnswer({ client }: ServerConnection): Promise<void> {
  try {
    await client.get('/healthz', { signal: AbortSignal.timeout(ALIVE_WITHIN_MS) });
  } catch (error) {
    // A proxy in front of the server may not know the path, but its refusal shows that something answers.
    if (!(error instanceof ServerRefusal)) throw error;
  }
}

/** Warns that the data folder was opened for this command. Otherwise an answer from a wrong folder would look right. */
async function openingOf({ env }: CliContext, dataDir: string): Promise<string> {
  const emptyNote = existsSync(join(dataDir, 'cairn.db')) ? '' : ', which holds nothing yet';
  const elsewhere = `http://127.0.0.1:${env['CAIRN_PORT']?.trim() || DEFAULT_PORT}`;
  const other = (await isAlive(elsewhere))
    ? ` The server at ${elsewhere} serves another folder: name that with --data-dir, or the server with --url and --key.`
    : ' To talk to a server, start it ({cairn start}) or name it (--data-dir or --url).';
  return `No server runs on ${dataDir}${emptyNote}: opened for this command.${other}`;
}

/**
 * Starts a server process for this command. If a second process took the folder first, uses the server of that process.
 */
async function startServer(context: CliContext, options: GlobalOptions): Promise<ServerProcess | ServerConnection> {
  try {
    return await startServerProcess(context, resolve(options.dataDir));
  } catch (error) {
    const taken = error instanceof CommandFailure && error.message.includes('is in use by');
    const running = taken ? await awaitServer(context, options) : undefined;
    if (running) return running;
    throw error;
  }
}

async function awaitServer(context: CliContext, options: GlobalOptions): Promise<ServerConnection | undefined> {
  const deadline = Date.now() + TAKEN_OVER_WITHIN_MS;
  for (;;) {
    const running = await findServer(context, options);
    if (running || Date.now() > deadline) return running;
    await sleep(POLL_INTERVAL_MS);
  }
}

/**
 * Finds the running server: that of the given address, of the joined team, or of the data folder. The key in a file is sent
 * only to the address in the same file.
 */
export async function findServer(context: CliContext, options: GlobalOptions): Promise<ServerConnection | undefined> {
  const [file, joined] = await Promise.all([readKeyFile(options.dataDir), readJoinedServer(context)]);
  const url = options.url ?? context.env['CAIRN_URL'];
  if (url !== undefined) {
    const known = [file, joined].find((one) => isSameOrigin(one?.url, url));
    return createConnection(requireUrl(url), keyOf(context, options) ?? known?.key, false);
  }
  const team = await findJoinedServer(context, options);
  if (team) return createConnection(team.url, keyOf(context, options) ?? team.key, false);
  if (!file || !(await isAlive(file.url)) || !(await acceptsFolderKey(file))) return undefined;
  return createConnection(file.url, keyOf(context, options) ?? file.key, false);
}

/**
 * Tells whether the server at the address accepts the key of the folder. After the folder's server has stopped, the
 * server of a different folder may use the same port.
 */
export async function acceptsFolderKey({ url, key }: KeyFile): Promise<boolean> {
  try {
    await new CairnClient({ url, key }).call('recent', { query: { limit: 1 } });
    return true;
  } catch (error) {
    return !(error instanceof ServerRefusal && error.status === 401);
  }
}

const Alive = z.object({ status: z.literal('ok') });

/**
 * Tells whether a Cairn server answers at the address, even if it is not ready. A different program at that port does
 * not count.
 */
export async function isAlive(url: string): Promise<boolean> {
  try {
    const answer = await new CairnClient({ url, key: undefined }).get('/healthz', {
      signal: AbortSignal.timeout(ALIVE_WITHIN_MS),
    });
    return Alive.safeParse(answer).success;
  } catch (error) {
    if (error instanceof ServerRefusal) return false;
    if (error instanceof ServerUnreachable) return false;
    throw error;
  }
}

const keyOf = (context: CliContext, options: GlobalOptions) => options.key ?? context.env['CAIRN_KEY'];

function createConnection(url: string, key: string | undefined, startedHere: boolean): ServerConnection {
  return { client: new CairnClient({ url, key }), url, key, startedHere };
}

function requireUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new CommandFailure('usage', `--url: ${JSON.stringify(text)} is no http or https address`);
}

function isSameOrigin(one: string | undefined, other: string): boolean {
  return one !== undefined && URL.parse(one)?.origin === URL.parse(other)?.origin;
}
