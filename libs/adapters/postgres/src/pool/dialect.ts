import { statementOf, type Dialect, type Tables as SharedTables } from '@cairn/store';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type SqlBool,
} from 'kysely';
import type { Tables } from './schema.ts';
import { rowsAsJson } from './stored-text.ts';

/** Builds queries without running them; a `Session` runs them. */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * Postgres dialect. A list is stored as an array. `offset 0` forces the planner to find items by id, even while the
 * statistics of the planner are old. Texts in a JSON list are compared as JSON text, which can represent a NUL.
 */
export const postgres: Dialect = {
  name: 'postgres',
  queries: queries as unknown as Kysely<SharedTables>,
  listOf: (values) => values,
  jsonOf: rowsAsJson,
  wantedItems: (ids) => sql`unnest(${ids}::uuid[]) as wanted (value)
    cross join lateral (select * from item as one where one.id = wanted.value offset 0)`,
  nearest: (from) => ({ item: sql`lateral (select near.* ${from})`, on: sql`true` }),
  each: (table, on, alias = table) =>
    sql`cross join lateral (select * from ${sql.ref(table)} as ${sql.ref(alias)} where ${on} offset 0) as ${sql.ref(alias)}`,
  hasExternalId: (alias, { orgId, source, id }) =>
    sql<SqlBool>`${sql.ref(`${alias}.org_id`)} = ${orgId} and ${sql.ref(`${alias}.kind`)} in ('message', 'memory')
      and md5(${sql.ref(`${alias}.source`)}) = md5(${source}) and md5(${sql.ref(`${alias}.external_id`)}) = md5(${id})
      and ${sql.ref(`${alias}.external_id`)} is not null`,
  indexed: (text) => sql`md5(${text})`,
  forUpdate: sql`for update`,
  checked: (column) => sql.ref(column),
  isAmong: (column, ids) => sql<SqlBool>`${column} = any(${ids}::uuid[])`,
  isOneOf: (column, values) => sql<SqlBool>`${column} = any(${values}::text[])`,
  holds: (column, texts, match) => {
    const wanted = texts.map((text) => JSON.stringify(text));
    const found = sql`(select count(distinct value::text) from json_array_elements(${column}::json)
      where value::text = any(${wanted}::text[]))`;
    return sql<SqlBool>`${found} >= ${match === 'all' ? texts.length : 1}`;
  },
  jsonField: (column, name) => sql`(${column}::json ->> ${name}::text)`,
  containsText: (column, text) =>
    sql<SqlBool>`strpos(lower(${column} collate "C"), lower(${text}::text collate "C")) > 0`,
};

/** Compiles a statement written in Postgres's SQL. */
export const prepareStatement = <Values extends object>() => statementOf<Values>(postgres);
