import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CairnError } from '@cairn/contracts';

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

  /** Makes the folder if it is missing. A folder that is held already is `data/locked`. */
  static take(dataDir: string): FolderLock {
    makeFolder(dataDir);
    const holderPath = join(dataDir, 'cairn.holder.json');
    const lock = new DatabaseSync(join(dataDir, 'cairn.lock'));
    try {
      lock.exec('pragma busy_timeout = 0; begin exclusive');
    } catch (cause) {
      lock.close();
      throw lockedBy(holderPath, dataDir, cause);
    }
    writeFileSync(holderPath, JSON.stringify(thisProcess()), { mode: 0o600 });
    return new FolderLock(lock, holderPath);
  }

  release(): void {
    rmSync(this.holderPath, { force: true });
    this.lock.close();
  }
}

function makeFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

const thisProcess = (): Holder => ({
  pid: process.pid,
  startedAt: new Date(Math.round(performance.timeOrigin)).toISOString(),
});

const SQLITE_BUSY = 5;

function lockedBy(holderPath: string, dataDir: string, cause: unknown): CairnError {
  if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
    return new CairnError('truth/unavailable', `The data folder ${dataDir} cannot be used.`, { cause });
  }
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
