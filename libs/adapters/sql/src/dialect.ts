import type { Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import type { ItemTable, Tables } from './tables.ts';

/** The dialects that a table is made for. */
export type DialectName = 'sqlite' | 'postgres';

export type Condition = RawBuilder<SqlBool>;

/** A list as one value of a query, so that lists of any length have one statement. Only its dialect looks into it. */
export type List = string | readonly string[];

/** Where SQLite and Postgres say the same thing in other words. */
export interface Dialect {
  readonly name: DialectName;
  /** Builds queries and never runs them. */
  readonly queries: Kysely<Tables>;
  readonly listOf: (values: readonly string[]) => List;
  /** Rows as one value, for `givenRows`. */
  readonly jsonOf: (rows: readonly object[]) => string;
  /** What stands before `as item`: the items of a list, each found by its id, beside it as `wanted.value`. */
  readonly wantedItems: (ids: List) => RawBuilder<Selectable<ItemTable>>;
  /** How the one item that `from item as near ...` finds for each row is joined as `alias`. */
  readonly nearest: (
    from: RawBuilder<unknown>,
    alias: 'before' | 'after',
  ) => { readonly item: RawBuilder<Selectable<ItemTable>>; readonly on: Condition };
  /**
   * Joins to each row what a condition, which may look at that row, finds through an index, in the order that it is written: left to
   * itself, SQLite goes through a whole organisation for each row.
   */
  readonly each: (table: string, on: Condition, alias?: string) => RawBuilder<unknown>;
  /** Whether an item has this external id, asked so that its unique index answers. */
  readonly hasExternalId: (
    alias: string,
    external: Readonly<Record<'orgId' | 'source' | 'id', RawBuilder<unknown>>>,
  ) => Condition;
  /** A text as the columns of indexes hold it: Postgres takes a hash, since several long names would not fit into one entry. */
  readonly indexed: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Stands at the end of a query whose rows nobody else is to change until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /**
   * A column that is only checked on rows which another condition finds through an index. Left to itself, SQLite goes through a whole
   * organisation rather than look up the ids of a list.
   */
  readonly checked: (column: string) => RawBuilder<string>;
  /** Whether an id is one of a list. */
  readonly isAmong: (column: RawBuilder<unknown>, ids: List) => Condition;
  readonly isOneOf: (column: RawBuilder<unknown>, values: readonly string[]) => Condition;
  /** Whether a column with a JSON list of texts holds any, or all, of these, which are distinct. */
  readonly holds: (column: RawBuilder<unknown>, texts: readonly string[], match: 'any' | 'all') => Condition;
}

/** Makes a part of the queries when it is first asked for: a dialect is an object that stays. */
export function ofDialect<Queries>(make: (dialect: Dialect) => Queries): (dialect: Dialect) => Queries {
  const made = new WeakMap<Dialect, Queries>();
  return (dialect) => {
    const queries = made.get(dialect) ?? make(dialect);
    made.set(dialect, queries);
    return queries;
  };
}
