import type { Dialect, Tables as SharedTables } from '@cairn/store';
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type SqlBool } from 'kysely';
import type { Tables } from './schema.ts';

/** Builds queries without running them; `Database` runs them synchronously in its own thread. */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** SQLite dialect. It stores a list as JSON text. */
export const sqlite: Dialect = {
  name: 'sqlite',
  queries: queries as unknown as Kysely<SharedTables>,
  listOf: (values) => JSON.stringify(values),
  jsonOf: (rows) => JSON.stringify(rows),
  wantedItems: (ids) => sql`json_each(${ids}) as wanted cross join item`,
  nearest: (from, alias) => ({ item: sql`item`, on: sql`${sql.ref(`${alias}.seq`)} = (select near.seq ${from})` }),
  each: (table, on, alias = table) => sql`cross join ${sql.ref(table)} as ${sql.ref(alias)} on ${on}`,
  hasExternalId: (alias, { orgId, source, id }) =>
    sql<SqlBool>`${sql.ref(`${alias}.org_id`)} = ${orgId} and ${sql.ref(`${alias}.kind`)} in ('message', 'memory')
      and ${sql.ref(`${alias}.source`)} = ${source} and ${sql.ref(`${alias}.external_id`)} = ${id}`,
  indexed: (text) => text,
  forUpdate: sql``,
  checked: (column) => sql`+${sql.ref(column)}`,
  isAmong: (column, ids) => sql<SqlBool>`${column} in (select value from json_each(${ids}))`,
  isOneOf: (column, values) => sql<SqlBool>`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  holds: (column, texts, match) => {
    const found = sql`(select count(distinct value) from json_each(${column}) where value in (select value from json_each(${JSON.stringify(texts)})))`;
    return sql<SqlBool>`${found} >= ${match === 'all' ? texts.length : 1}`;
  },
  jsonField: (column, name) => sql`${column} ->> ${`$.${name}`}`,
  containsText: (column, text) => sql<SqlBool>`instr(lower(${column}), lower(${text})) > 0`,
};
