import { otherBaseline, schemaOf, type Migration } from '@cairn/store';
import { CairnError } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';
import { vectorTables } from '../vectors/vector-tables.ts';
import { itemChangeTables } from '../items/item-change-tables.ts';
import { wordTables } from '../words/word-tables.ts';

/**
 * Released migrations never change, since a migration's number is its position in the list. A change of the schema is a
 * new step in `schemaSteps` of `libs/store`.
 */
export const migrations = schemaOf('sqlite', { tables: [...wordTables, ...vectorTables, ...itemChangeTables] });

/** Migrates the file to the schema of this code, with one transaction per step. A file of a newer Cairn stays unchanged. */
export function migrateDatabase(db: Database, now: number, steps = migrations): void {
  db.exec(
    'create table if not exists migration (number integer primary key, name text not null, applied_at integer not null)',
  );
  const applied = requireKnownSchema((sql) => db.value(sql), steps);
  steps.slice(applied).forEach((step, index) => applyMigration(db, { ...step, number: applied + index + 1 }, now));
}

/**
 * Returns the number of steps that were applied to a file. `valueOf` returns the first value of a query. Throws for a
 * file that a newer Cairn has migrated, or that has a different baseline.
 */
export function requireKnownSchema(valueOf: (sql: string) => unknown, steps = migrations): number {
  const first = valueOf('select name from migration where number = 1');
  if (typeof first === 'string' && first !== steps[0]?.name) throw otherBaseline('data folder');
  const found = Number(valueOf('select coalesce(max(number), 0) from migration'));
  if (found <= steps.length) return found;
  throw new CairnError(
    'config/invalid',
    `The data folder was written by a newer Cairn: its schema is ${found}, this one knows up to ${steps.length}. Start the newer Cairn, or restore a backup.`,
  );
}

function applyMigration(db: Database, step: Migration & { number: number }, now: number): void {
  db.exec('begin immediate');
  try {
    db.exec(step.sql);
    db.statement('insert into migration (number, name, applied_at) values (?, ?, ?)').run(step.number, step.name, now);
    db.exec('commit');
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
}
