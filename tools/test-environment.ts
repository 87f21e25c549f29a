import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { environmentOf, lineOfStatus, serversFolder, startServers, stopServers } from './servers/servers.ts';

const MEMORY = '/dev/shm';
/** Memory for the files and processes of the tests, with a margin. */
const MEMORY_BYTES = 12e9;

/** Jest's cache, which later runs reuse wherever this one keeps its files. */
export const jestCache = (process.env['CAIRN_JEST_CACHE'] ??= join(tmpdir(), 'cairn-jest'));

/** Prepares the environment of all child processes: files in memory, and settings for short-lived programs. */
export function prepareForTests(): void {
  keepFilesInMemory();
  setForShortLives();
}

export interface TestServers {
  /** Environment of the tests: the addresses, and the reasons for missing ones. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the real servers of this machine, prints the status of each, and removes them at the end. */
export async function startTestServers(): Promise<TestServers> {
  const folder = serversFolder('cairn-servers-');
  const statuses = await startServers(folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const status of statuses) process.stdout.write(`${lineOfStatus(status)}\n`);
  const environment = environmentOf(statuses);
  if (statuses.some(({ variable, state }) => variable === 'POSTGRES_URL' && state === 'started'))
    await leaveWritesToTheSystem(environment['POSTGRES_URL']);
  return { environment, stop: () => stopServers(statuses) };
}

/** Runs `work` with the addresses of the real servers in its environment; stops the servers it started. */
export async function withServers<Result>(work: () => Promise<Result>): Promise<Result> {
  const { environment, stop } = await startTestServers();
  Object.assign(process.env, environment);
  return work().finally(stop);
}

/** Disables waiting for the disk: no test cuts the power, and creating databases would mostly wait. */
async function leaveWritesToTheSystem(connectionString: string | undefined): Promise<void> {
  if (!connectionString) return;
  const client = new Client({ connectionString });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Keeps temporary files in memory: no test cuts the power, and waiting for a disk takes half of the time of large tests. */
function keepFilesInMemory(): void {
  if (!existsSync(MEMORY) || Math.min(process.availableMemory(), freeBytes(MEMORY)) < MEMORY_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'cairn-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Other users must be able to enter, since servers of root run as another user.
  chmodSync(folder, 0o755);
  if (canRunFrom(folder)) process.env['TMPDIR'] = folder;
}

/** Free bytes of a file system; containers have 64 MB of shared memory by default. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function canRunFrom(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '', { mode: 0o755 });
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Settings for short-lived programs: no optimising compiler for Java, and a shared compile cache for Node. */
function setForShortLives(): void {
  process.env['ES_JAVA_OPTS'] ??= '-XX:TieredStopAtLevel=1';
  if (process.env['NODE_COMPILE_CACHE']) return;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env['NODE_COMPILE_CACHE'] = folder;
}
