import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CairnError } from '@cairn/contracts';
import { damagedFileFault, findFolderFault, type FolderFault } from '../sqlite/data-folder.ts';
import { requireKnownSchema } from './migrations.ts';

/**
 * Finds a fault of a data folder without changing the folder. With `readsFile`, all pages of the file are read, which
 * takes seconds for a large file. No process may use the folder meanwhile, since a write in progress would look like
 * damage.
 */
export function inspectFolder(dataDir: string, { readsFile }: { readsFile: boolean }): FolderFault | undefined {
  const folder = resolve(dataDir);
  const file = join(folder, 'cairn.db');
  return findFolderFault(folder) ?? (readsFile && isWhole(file) ? faultIn(file) : undefined);
}

/**
 * Tells whether the file is complete without its log. A killed server leaves changes in the log; a file with half of a
 * change would look like damage.
 */
const isWhole = (file: string): boolean => sizeOf(file) > 0 && sizeOf(`${file}-wal`) === 0;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function faultIn(file: string): FolderFault | undefined {
  try {
    return withImmutable(file, (db) => {
      requireKnownSchema((sql) => firstOf(db, sql));
      return firstOf(db, 'pragma quick_check(1)') === 'ok' ? undefined : damagedFileFault(file);
    });
  } catch (error) {
    if (!(error instanceof CairnError)) return damagedFileFault(file);
    const [message = '', ...todo] = error.message.split('. ');
    return { message, todo: todo.join('. ').replace(/\.$/, '') };
  }
}

/** Opens a file as immutable, so that SQLite creates no further file in the folder of the file. */
function withImmutable<Result>(file: string, look: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(new URL(`${pathToFileURL(file).href}?immutable=1`), { readOnly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const firstOf = (db: DatabaseSync, sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
