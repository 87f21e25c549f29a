import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CairnError } from '@cairn/contracts';
import { requireUsableFolder, unusableFolderError } from './data-folder.ts';
import { storeError } from './wire.ts';

/**
 * Locks a data folder for one process by an exclusive SQLite transaction that stays open. The operating system releases
 * the lock however the process ends, so a killed process locks nobody out. A second file names the process that holds
 * the lock: the locked file cannot be read, and opening it outside of SQLite would lose the lock.
 */
export class FolderLock {
  private readonly lock: DatabaseSync;
  private readonly holderPath: string;

  private constructor(lock: DatabaseSync, holderPath: string) {
    this.lock = lock;
    this.holderPath = holderPath;
  }

  /**
   * Locks the folder, and creates the folder if it is missing. Throws `data/locked` if a second process uses the
   * folder, and `data/unusable` if the folder cannot hold data.
   */
  static take(dataDir: string): FolderLock {
    requireUsableFolder(dataDir);
    try {
      restrictToOwner(dataDir);
      return FolderLock.takeUsable(dataDir);
    } catch (error) {
      throw explainFailure(error, dataDir);
    }
  }

  private static takeUsable(dataDir: string): FolderLock {
    const holderPath = join(dataDir, 'cairn.holder.json');
    const lock = new DatabaseSync(join(dataDir, 'cairn.lock'));
    try {
      lock.exec('pragma busy_timeout = 0; begin exclusive');
      writeFileSync(holderPath, JSON.stringify(describeOwnProcess()), { mode: 0o600 });
      return new FolderLock(lock, holderPath);
    } catch (cause) {
      lock.close();
      throw isBusy(cause) ? lockedError(holderPath, dataDir, cause) : cause;
    }
  }

  release(): void {
    rmSync(this.holderPath, { force: true });
    this.lock.close();
  }
}

/**
 * Makes the folder and our files in it, including existing files, accessible to their owner only, since they contain
 * everything that the team remembers. A folder that was made for a group, or that belongs to a different user, keeps
 * its mode, of which `cairn doctor` warns. The files in such a folder are restricted nevertheless.
 */
function restrictToOwner(dataDir: string): void {
  const isNew = mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER_MODE }) !== undefined;
  if (isNew) chmodSync(dataDir, OWNER_ONLY_FOLDER_MODE);
  makeOwnerOnly(join(dataDir, 'cairn.lock'));
  for (const name of lockedFolderFiles) closeFile(join(dataDir, name));
}

/** Creates a file with restricted access before SQLite creates it readable by everyone. The file's log gets the same mode. */
export function makeOwnerOnly(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY_FILE_MODE));
}

/** Makes a file accessible to its owner only. Ignores a missing file and a file of another user. */
function closeFile(path: string): void {
  try {
    chmodSync(path, OWNER_ONLY_FILE_MODE);
  } catch (error) {
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const OWNER_ONLY_FOLDER_MODE = 0o700;
const OWNER_ONLY_FILE_MODE = 0o600;
const lockedFolderFiles = [
  'cairn.db',
  'cairn.db-wal',
  'cairn.db-shm',
  'cairn.lock',
  'cairn.lock-journal',
  'cairn.holder.json',
] as const;

interface LockHolder {
  readonly pid: number;
  readonly startedAt: string;
}

const describeOwnProcess = (): LockHolder => ({
  pid: process.pid,
  startedAt: new Date(Math.round(performance.timeOrigin)).toISOString(),
});

const SQLITE_BUSY = 5;

const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/** Explains a failure that shows only when the folder is used, most often a full disk. */
function explainFailure(error: unknown, dataDir: string): CairnError {
  if (error instanceof CairnError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || storeError(error).code === 'truth/full';
  const todo = isFull ? 'Its disk is full: free some space' : 'Check the folder, its disk and its owner';
  return unusableFolderError({ message: `The data folder ${dataDir} cannot be used (${message})`, todo }, error);
}

function lockedError(holderPath: string, dataDir: string, cause: unknown): CairnError {
  const holder = readHolder(holderPath);
  const who = holder ? `process ${holder.pid}, started at ${holder.startedAt}` : 'another process';
  return new CairnError(
    'data/locked',
    `The data folder ${dataDir} is in use by ${who}. Stop it, talk to it over HTTP, or choose another folder.`,
    { cause },
  );
}

function readHolder(holderPath: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(holderPath, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}
