import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

interface SomeRows {
  readonly table: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly where: RawBuilder<unknown>;
  readonly limit: unknown;
}

/**
 * Deletes a bounded number of rows that match a condition. Postgres selects the rows by their physical position (`ctid`):
 * with a list of keys, it compared each key with every row of a table that its statistics described as small.
 */
export function deleteSomeQuery(
  { name }: Pick<Dialect, 'name'>,
  { table, key, where, limit }: SomeRows,
): RawBuilder<unknown> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const some = (what: RawBuilder<unknown>) =>
    sql`select ${what} from ${sql.table(table)} where ${where} limit ${limit}`;
  return name === 'postgres'
    ? sql`delete from ${sql.table(table)} where ctid = any(array(${some(sql`ctid`)}))`
    : sql`delete from ${sql.table(table)} where (${columns}) in (${some(columns)})`;
}
