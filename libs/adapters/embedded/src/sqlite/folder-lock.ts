import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CairnError } from '@cairn/contracts';
import { requireUsableFolder, unusable } from './data-folder.ts';
import { storeError } from './wire.ts';

/**
 * Holds a data folder for one process. The lock is an exclusive SQLite transaction that stays open, so the operating
 * system lets go of it when the process dies, however it dies; what a killed one leaves behind locks nobody out. Who
 * holds it stands in a file beside it, since the locked one cannot be read, and opening it by other means would lose it.
 */
export class FolderLock {
  private readonly lock: DatabaseSync;
  private readonly holderPath: string;

  private constructor(lock: DatabaseSync, holderPath: string) {
    this.lock = lock;
    this.holderPath = holderPath;
  }

  /** Makes the folder if it is missing. A folder that is held already is `data/locked`, one that cannot hold data `data/unusable`. */
  static take(dataDir: string): FolderLock {
    requireUsableFolder(dataDir);
    try {
      closeToOthers(dataDir);
      return FolderLock.takeUsable(dataDir);
    } catch (error) {
      throw explained(error, dataDir);
    }
  }

  private static takeUsable(dataDir: string): FolderLock {
    const holderPath = join(dataDir, 'cairn.holder.json');
    const lock = new DatabaseSync(join(dataDir, 'cairn.lock'));
    try {
      lock.exec('pragma busy_timeout = 0; begin exclusive');
      writeFileSync(holderPath, JSON.stringify(thisProcess()), { mode: 0o600 });
      return new FolderLock(lock, holderPath);
    } catch (cause) {
      lock.close();
      throw isBusy(cause) ? lockedBy(holderPath, dataDir, cause) : cause;
    }
  }

  release(): void {
    rmSync(this.holderPath, { force: true });
    this.lock.close();
  }
}

/**
 * The folder is the owner's alone, and so is each file of ours in it, also one of before: whoever can read them has what the
 * team remembers. Where a folder was made for a group to share, or belongs to another user, its own mode stays, which
 * `cairn doctor` warns of; the files are closed all the same.
 */
function closeToOthers(dataDir: string): void {
  const isNew = mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER }) !== undefined;
  if (isNew) chmodSync(dataDir, OWNER_ONLY_FOLDER);
  makeOwnerOnly(join(dataDir, 'cairn.lock'));
  for (const name of ourFiles) closeFile(join(dataDir, name));
}

/** Makes a file before SQLite does, whose files would be everyone's to read; its log gets the mode of the file. */
export function makeOwnerOnly(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
}

/** One that is missing has nothing to hide, and one of another user's stays as that user wants it. */
function closeFile(path: string): void {
  try {
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;
const ourFiles = [
  'cairn.db',
  'cairn.db-wal',
  'cairn.db-shm',
  'cairn.lock',
  'cairn.lock-journal',
  'cairn.holder.json',
] as const;

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

const thisProcess = (): Holder => ({
  pid: process.pid,
  startedAt: new Date(Math.round(performance.timeOrigin)).toISOString(),
});

const SQLITE_BUSY = 5;

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/** What is not found out by looking shows when the folder is used: above all a full disk. */
function explained(error: unknown, dataDir: string): CairnError {
  if (error instanceof CairnError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || storeError(error).code === 'truth/full';
  const todo = isFull ? 'Its disk is full: free some space' : 'Look at the folder, its disk and who owns it';
  return unusable({ message: `The data folder ${dataDir} cannot be used (${message})`, todo }, error);
}

function lockedBy(holderPath: string, dataDir: string, cause: unknown): CairnError {
  const holder = readHolder(holderPath);
  const who = holder ? `process ${holder.pid}, started at ${holder.startedAt}` : 'another process';
  return new CairnError(
    'data/locked',
    `The data folder ${dataDir} is in use by ${who}. Stop it, talk to it over HTTP, or choose another folder.`,
    { cause },
  );
}

function readHolder(holderPath: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderPath, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
