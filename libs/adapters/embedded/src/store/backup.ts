import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CairnError } from '@cairn/contracts';
import { requireUsableFolder } from '../sqlite/data-folder.ts';
import { FolderLock } from '../sqlite/folder-lock.ts';
import { requireKnownSchema } from './migrations.ts';

/** Facts about a database file, read from it after its integrity check. */
export interface BackupContent {
  readonly bytes: number;
  /** Version of the schema. A Cairn that knows only older versions cannot read the file. */
  readonly schema: number;
  readonly organisations: number;
  readonly messages: number;
  readonly memories: number;
  readonly notes: number;
  readonly embeddings: number;
}

export interface BackupReport extends BackupContent {
  readonly file: string;
}

export interface RestoreReport extends BackupContent {
  readonly dataDir: string;
  /** Path to which the former database was moved; null if there was none. */
  readonly kept: string | null;
}

const OWNER_ONLY_FILE_MODE = 0o600;
/**
 * A number of pages larger than any file, so that the source is copied in one step from one snapshot. Between two
 * steps, a write of the server would restart the copy.
 */
const ALL_PAGES = 2 ** 31 - 1;

/** File of the data folder with the time of its last backup. */
const LAST_BACKUP_FILE = 'last-backup.json';

/**
 * Copies the database of a folder, with words and vectors, as it is at one moment; a server may use the database
 * meanwhile. The backup gets its name only when it is complete, on disk and checked. An existing file is never
 * overwritten.
 */
export async function backupFolder(dataDir: string, file: string): Promise<BackupReport> {
  const source = join(resolve(dataDir), 'cairn.db');
  if (!existsSync(source)) throw unusableError(`${resolve(dataDir)} holds no data of Cairn (cairn.db is missing)`);
  const target = resolve(file);
  claimBackupFile(target);
  try {
    const before = highestSeq(source);
    await copyDatabase(source, `${target}.part`);
    const content = inspectBackup(`${target}.part`);
    requireBetween(highestSeq(`${target}.part`, true), before, highestSeq(source));
    toDisk(`${target}.part`);
    renameSync(`${target}.part`, target);
    toDisk(dirname(target));
    noteBackup(dataDir);
    return { file: target, ...content };
  } catch (error) {
    for (const path of [`${target}.part`, target]) rmSync(path, { force: true });
    throw error;
  }
}

/** Notes the time of the backup in the data folder, for Health of the console. A folder that cannot be written has no note. */
function noteBackup(dataDir: string): void {
  try {
    const note = JSON.stringify({ at: Date.now() });
    writeFileSync(join(resolve(dataDir), LAST_BACKUP_FILE), note, { mode: OWNER_ONLY_FILE_MODE });
  } catch {
    // The backup itself is whole.
  }
}

/** Creates an empty file with the backup's name, so that one of two concurrent backups is refused. */
function claimBackupFile(target: string): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    closeSync(openSync(target, 'wx', OWNER_ONLY_FILE_MODE));
    rmSync(`${target}.part`, { force: true });
    closeSync(openSync(`${target}.part`, 'wx', OWNER_ONLY_FILE_MODE));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw unusableError(
      code === 'EEXIST' ? `${target} already exists` : `${target} cannot be written (${message})`,
      cause,
    );
  }
}

async function copyDatabase(source: string, target: string): Promise<void> {
  const db = new DatabaseSync(source, { readOnly: true });
  try {
    db.exec('pragma busy_timeout = 5000');
    await backup(db, target, { rate: ALL_PAGES });
  } finally {
    db.close();
  }
}

function requireBetween(copy: number, before: number, after: number): void {
  if (copy >= before && copy <= after) return;
  throw new CairnError('internal', `The copy has ${copy} items where the store had ${before} to ${after}.`);
}

const highestSeq = (file: string, isStill = false): number =>
  withDatabase(file, isStill, (db) => numberOf(db, 'select max(seq) from item'));

/** Reads every page of a backup. Throws if the file is damaged, was made by a newer Cairn, or is no database of ours. */
export function inspectBackup(file: string): BackupContent {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw unusableError(`${resolve(file)} is no file`);
  try {
    return withDatabase(file, true, (db) => {
      const schema = requireKnownSchema((sql) => Object.values(db.prepare(sql).get() ?? {})[0]);
      const result = String(Object.values(db.prepare('pragma integrity_check(1)').get() ?? {})[0]);
      if (result !== 'ok') throw new Error(result);
      return { bytes: found.size, schema, ...countsOf(db) };
    });
  } catch (cause) {
    if (cause instanceof CairnError) throw cause;
    throw unusableError(
      `${resolve(file)} is no backup of Cairn, or a damaged one (${(cause as Error).message})`,
      cause,
    );
  }
}

const countsOf = (db: DatabaseSync) => ({
  organisations: numberOf(db, 'select count(*) from organisation'),
  messages: numberOf(db, "select count(*) from item where kind = 'message' and state <> 'deleted'"),
  memories: numberOf(db, "select count(*) from item where kind = 'memory' and state <> 'deleted'"),
  notes: numberOf(db, 'select count(*) from note'),
  embeddings: numberOf(db, 'select count(*) from embedding'),
});

const numberOf = (db: DatabaseSync, sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0);

/**
 * Opens a file for reading. If nobody writes to the file, it is opened as immutable, so that SQLite creates no further
 * file in its folder.
 */
function withDatabase<Result>(file: string, isStill: boolean, read: (db: DatabaseSync) => Result): Result {
  const url = new URL(`${pathToFileURL(file).href}${isStill ? '?immutable=1' : ''}`);
  const db = new DatabaseSync(url, { readOnly: true });
  try {
    db.exec('pragma busy_timeout = 5000');
    return read(db);
  } finally {
    db.close();
  }
}

/**
 * Replaces the database of a folder by a backup. The backup is checked before any change. The copy of the backup is
 * checked again before it replaces the database in one step. The former database moves to a folder next to the new one.
 * Throws `data/locked` if a process serves the folder.
 */
export function restoreFolder(file: string, dataDir: string): RestoreReport {
  const content = inspectBackup(file);
  const folder = resolve(dataDir);
  requireUsableFolder(folder);
  const lock = FolderLock.take(folder);
  const fresh = join(folder, 'cairn.db.restoring');
  try {
    copyFileSync(resolve(file), fresh);
    const copy = inspectBackup(fresh);
    if (JSON.stringify(copy) !== JSON.stringify(content))
      throw unusableError('The copy of the backup is not what it was made of');
    toDisk(fresh);
    const kept = keepFormer(folder);
    renameSync(fresh, join(folder, 'cairn.db'));
    toDisk(folder);
    return { dataDir: folder, kept, ...content };
  } finally {
    rmSync(fresh, { force: true });
    lock.release();
  }
}

/** Links the former database under its new path, so that the folder has a database at every moment. */
function keepFormer(folder: string): string | null {
  const former = join(folder, 'cairn.db');
  rmSync(join(folder, 'cli.json'), { force: true });
  if (!existsSync(former)) return null;
  const kept = join(folder, `cairn.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  mkdirSync(kept, { mode: 0o700 });
  if (isDatabase(former)) emptyLog(former);
  for (const name of ['cairn.db', 'cairn.db-wal', 'cairn.db-shm'])
    if (existsSync(join(folder, name))) keepFile(join(folder, name), join(kept, name));
  toDisk(kept);
  // Removes the log files of the former database, which SQLite would otherwise apply to the new database.
  for (const name of ['cairn.db-wal', 'cairn.db-shm']) rmSync(join(folder, name), { force: true });
  return kept;
}

function isDatabase(file: string): boolean {
  try {
    return withDatabase(file, false, (db) => numberOf(db, 'pragma schema_version') > 0);
  } catch {
    return false;
  }
}

/** Moves the content of the log into the database file. */
function emptyLog(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } finally {
    db.close();
  }
}

function keepFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function toDisk(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

const unusableError = (message: string, cause?: unknown) => new CairnError('data/unusable', `${message}.`, { cause });
