import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../dialect.ts';

interface SomeRows {
  readonly table: string;
  /** Columns that tell its rows apart. */
  readonly key: readonly string[];
  readonly where: RawBuilder<unknown>;
  readonly limit: unknown;
}

/**
 * Deletes some of the rows that a condition holds for. Postgres takes them by where they lie: it joined a list of keys with each row of
 * the table, one after the other, where it believed that the table was small.
 */
export function deletingSome(
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
