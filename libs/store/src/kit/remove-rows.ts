import { sql, type Compilable } from 'kysely';
import type { Dialect } from './dialect.ts';

interface RowsOfItems {
  readonly table: string;
  /** The column with the id of the item. */
  readonly column: string;
  readonly orgId: string;
  readonly ids: readonly string[];
}

/**
 * Builds statements that delete the rows naming the given items. SQLite gets one statement for each item: with a list of
 * ids, it scans all rows of the organisation.
 */
export function removeRowsQueries(dialect: Dialect, { table, column, orgId, ids }: RowsOfItems): Compilable[] {
  const named = sql.ref(column);
  const some =
    dialect.name === 'sqlite' ? ids.map((id) => sql`${named} = ${id}`) : [dialect.isAmong(named, dialect.listOf(ids))];
  return some.map((where) => {
    const removal = sql`delete from ${sql.table(table)} where org_id = ${orgId} and ${where}`;
    return { compile: () => removal.compile(dialect.queries) };
  });
}
