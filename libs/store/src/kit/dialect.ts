import type { Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import type { DialectName } from './ddl.ts';
import type { ItemTable, Tables } from './tables.ts';

export type Condition = RawBuilder<SqlBool>;

/** A list as one value of a query, so that lists of any length share one statement. Only its dialect reads the inside. */
export type List = string | readonly string[];

/** SQL that differs between SQLite and Postgres. */
export interface Dialect {
  readonly name: DialectName;
  /** Builds queries and never runs them. */
  readonly queries: Kysely<Tables>;
  readonly listOf: (values: readonly string[]) => List;
  /** Encodes rows as one value, for `givenRows`. */
  readonly jsonOf: (rows: readonly object[]) => string;
  /** Goes before `as item`: finds each item of a list by its id, with `wanted.value` as the id beside it. */
  readonly wantedItems: (ids: List) => RawBuilder<Selectable<ItemTable>>;
  /** Joins the one item that `from item as near ...` finds for each row, as `alias`. */
  readonly nearest: (
    from: RawBuilder<unknown>,
    alias: 'before' | 'after',
  ) => { readonly item: RawBuilder<Selectable<ItemTable>>; readonly on: Condition };
  /**
   * Joins to each row the rows that a condition, which may use that row, finds through an index, in the order as written: by
   * itself, SQLite scans a whole organisation for each row.
   */
  readonly each: (table: string, on: Condition, alias?: string) => RawBuilder<unknown>;
  /** Whether an item has this external id, written so that its unique index applies. */
  readonly hasExternalId: (
    alias: string,
    external: Readonly<Record<'orgId' | 'source' | 'id', RawBuilder<unknown>>>,
  ) => Condition;
  /** A text in the form that indexed columns hold: a hash on Postgres, where several long names would not fit into one index entry. */
  readonly indexed: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Ends a query whose rows stay locked against other writers until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /**
   * A column that is only checked on rows which another condition finds through an index. By itself, SQLite scans a whole
   * organisation rather than look up the ids of a list.
   */
  readonly checked: (column: string) => RawBuilder<string>;
  /** Whether an id is in a list. */
  readonly isAmong: (column: RawBuilder<unknown>, ids: List) => Condition;
  readonly isOneOf: (column: RawBuilder<unknown>, values: readonly string[]) => Condition;
  /** Whether a column with a JSON list of texts contains any, or all, of the given distinct texts. */
  readonly holds: (column: RawBuilder<unknown>, texts: readonly string[], match: 'any' | 'all') => Condition;
}

/** Builds a group of queries once for each dialect, on first use. A dialect object lives as long as the process. */
export function ofDialect<Queries>(make: (dialect: Dialect) => Queries): (dialect: Dialect) => Queries {
  const made = new WeakMap<Dialect, Queries>();
  return (dialect) => {
    const queries = made.get(dialect) ?? make(dialect);
    made.set(dialect, queries);
    return queries;
  };
}
