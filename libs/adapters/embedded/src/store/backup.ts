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
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CairnError } from '@cairn/contracts';
import { requireUsableFolder } from '../sqlite/data-folder.ts';
import { FolderLock } from '../sqlite/folder-lock.ts';
import { requireKnownSchema } from './migrations.ts';

/** What a file holds, read from the file itself after it was found whole. */
export interface BackupContent {
  readonly bytes: number;
  /** The schema version. A Cairn with a lower one cannot read it. */
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
  /** Where what was there before is now. */
  readonly kept: string | null;
}

const OWNER_ONLY = 0o600;
/** The source is copied in one step, from one snapshot: between steps, a write of the server would begin it anew. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the database of a folder, words and vectors with it, while a server may serve and write it, as it stands at one
 * moment. The file has its name when it is whole, on disk and was read through; a file that is there stays.
 */
export async function backupFolder(dataDir: string, file: string): Promise<BackupReport> {
  const source = join(resolve(dataDir), 'cairn.db');
  if (!existsSync(source)) throw refused(`${resolve(dataDir)} holds no data of Cairn (cairn.db is missing)`);
  const target = resolve(file);
  claim(target);
  try {
    const before = highestSeq(source);
    await copied(source, `${target}.part`);
    const content = inspectBackup(`${target}.part`);
    requireBetween(highestSeq(`${target}.part`, true), before, highestSeq(source));
    toDisk(`${target}.part`);
    renameSync(`${target}.part`, target);
    toDisk(dirname(target));
    return { file: target, ...content };
  } catch (error) {
    for (const path of [`${target}.part`, target]) rmSync(path, { force: true });
    throw error;
  }
}

/** An empty file of the name, so that of two backups at once one is refused. */
function claim(target: string): void {
  try {
    mkdirSync(dirname(target), { recursive: true });
    closeSync(openSync(target, 'wx', OWNER_ONLY));
    rmSync(`${target}.part`, { force: true });
    closeSync(openSync(`${target}.part`, 'wx', OWNER_ONLY));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw refused(code === 'EEXIST' ? `${target} is there already` : `${target} cannot be written (${message})`, cause);
  }
}

async function copied(source: string, target: string): Promise<void> {
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
  reading(file, isStill, (db) => numberOf(db, 'select max(seq) from item'));

/** Reads every page of a backup. One that is damaged, of a newer Cairn or none of ours is refused. */
export function inspectBackup(file: string): BackupContent {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw refused(`${resolve(file)} is no file`);
  try {
    return reading(file, true, (db) => {
      const schema = numberOf(db, 'select max(number) from migration');
      requireKnownSchema(schema);
      const result = String(Object.values(db.prepare('pragma integrity_check(1)').get() ?? {})[0]);
      if (result !== 'ok') throw new Error(result);
      return { bytes: found.size, schema, ...countsOf(db) };
    });
  } catch (cause) {
    if (cause instanceof CairnError) throw cause;
    throw refused(`${resolve(file)} is no backup of Cairn, or a damaged one (${(cause as Error).message})`, cause);
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

/** As if it could never change where nobody writes it: then SQLite makes no file beside it. */
function reading<Result>(file: string, isStill: boolean, read: (db: DatabaseSync) => Result): Result {
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
 * Puts a backup in the place of what a folder has. The backup is read through before anything changes, its copy again before
 * it takes the place in one step; what was there goes into a folder beside it. A folder that a process serves is `data/locked`.
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
      throw refused('The copy of the backup is not what it was made of');
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

/** The former database stays in its place too until the new one takes it, so that there is one at every moment. */
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
  // The log would be taken for one of the new database.
  for (const name of ['cairn.db-wal', 'cairn.db-shm']) rmSync(join(folder, name), { force: true });
  return kept;
}

function isDatabase(file: string): boolean {
  try {
    return reading(file, false, (db) => numberOf(db, 'pragma schema_version') > 0);
  } catch {
    return false;
  }
}

/** What stands in the log only goes into the file. */
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

const refused = (message: string, cause?: unknown) => new CairnError('data/unusable', `${message}.`, { cause });
