import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { CairnError } from '@cairn/contracts';
import { damaged, findFolderFault, type FolderFault } from '../sqlite/data-folder.ts';
import { requireKnownSchema } from './migrations.ts';

/**
 * What is wrong with a data folder, changing nothing in it. With `readsFile` its pages are read too, which takes seconds
 * for a large one, and is only for a folder that nobody serves: what is being written would look damaged.
 */
export function inspectFolder(dataDir: string, { readsFile }: { readsFile: boolean }): FolderFault | undefined {
  const folder = resolve(dataDir);
  const file = join(folder, 'cairn.db');
  return findFolderFault(folder) ?? (readsFile && isWhole(file) ? faultIn(file) : undefined);
}

/** What a killed server left in its log belongs to the file: without it, half of a change looks like damage. */
const isWhole = (file: string): boolean => sizeOf(file) > 0 && sizeOf(`${file}-wal`) === 0;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function faultIn(file: string): FolderFault | undefined {
  try {
    return withUntouched(file, (db) => {
      requireKnownSchema(Number(firstOf(db, 'select coalesce(max(number), 0) from migration')));
      return firstOf(db, 'pragma quick_check(1)') === 'ok' ? undefined : damaged(file);
    });
  } catch (error) {
    if (!(error instanceof CairnError)) return damaged(file);
    const [message = '', ...todo] = error.message.split('. ');
    return { message, todo: todo.join('. ').replace(/\.$/, '') };
  }
}

/** Read as if it could never change: SQLite makes no file beside it. */
function withUntouched<Result>(file: string, look: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(new URL(`${pathToFileURL(file).href}?immutable=1`), { readOnly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const firstOf = (db: DatabaseSync, sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
