import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { environmentOf, lineOfStatus, serversFolder, startServers, stopServers } from './servers/servers.ts';

const MEMORY = '/dev/shm';
/** What the tests' files and processes need together, with room to spare. */
const MEMORY_BYTES = 12e9;

/** Jest's own, which the next run uses again, wherever this one keeps its files. */
export const jestCache = (process.env['CAIRN_JEST_CACHE'] ??= join(tmpdir(), 'cairn-jest'));

/** For all that this process starts: files in memory, and programs that run for minutes only. */
export function prepareForTests(): void {
  keepFilesInMemory();
  setForShortLives();
}

export interface TestServers {
  /** What the tests read: the addresses, and why the others are missing. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the real servers of this machine, says what became of each, and leaves none behind. */
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

/** Runs something with the addresses of the real servers in its environment; leaves none of its own behind. */
export async function withServers<Result>(work: () => Promise<Result>): Promise<Result> {
  const { environment, stop } = await startTestServers();
  Object.assign(process.env, environment);
  return work().finally(stop);
}

/** No test of these cuts the power, and each makes databases of its own: waiting for the disk is most of that. */
async function leaveWritesToTheSystem(connectionString: string | undefined): Promise<void> {
  if (!connectionString) return;
  const client = new Client({ connectionString });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** No test cuts the power, so that no file need reach a disk: half of the time of what stores much is waiting for one. */
function keepFilesInMemory(): void {
  if (!existsSync(MEMORY) || Math.min(process.availableMemory(), freeBytes(MEMORY)) < MEMORY_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, 'cairn-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Root's servers run as another user, who has to get in.
  chmodSync(folder, 0o755);
  if (canRunFrom(folder)) process.env['TMPDIR'] = folder;
}

/** A container's has 64 MB unless told. */
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

/** What runs for minutes only: the work of its best compiler does not come back, and what one has compiled serves the next. */
function setForShortLives(): void {
  process.env['ES_JAVA_OPTS'] ??= '-XX:TieredStopAtLevel=1';
  if (process.env['NODE_COMPILE_CACHE']) return;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.env['NODE_COMPILE_CACHE'] = folder;
}
