import type { Kysely, RawBuilder, Selectable, SqlBool } from 'kysely';
import type { DialectName } from './ddl.ts';
import type { ItemTable, Tables } from './tables.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * A list as one parameter of a query, so that lists of any length share one statement. Only code of the dialect reads the
 * value.
 */
export type List = string | readonly string[];

/** SQL that differs between SQLite and Postgres. */
export interface Dialect {
  readonly name: DialectName;
  /** Builds queries; it cannot run them. */
  readonly queries: Kysely<Tables>;
  readonly listOf: (values: readonly string[]) => List;
  /** Encodes rows as one value, for `givenRows`. */
  readonly jsonOf: (rows: readonly object[]) => string;
  /** SQL to put between `from` and `as item`: joins the ids of a list, as `wanted.value`, with items. */
  readonly wantedItems: (ids: List) => RawBuilder<Selectable<ItemTable>>;
  /**
   * SQL that joins one item to each row, under the name `alias`. `from` is SQL that begins with `from item as near` and
   * selects the item.
   */
  readonly nearest: (
    from: RawBuilder<unknown>,
    alias: 'before' | 'after',
  ) => { readonly item: RawBuilder<Selectable<ItemTable>>; readonly on: Condition };
  /**
   * SQL that joins to each row the rows of `table` that satisfy `on`, looked up through an index. Keeps the written order
   * of the join, since SQLite would otherwise scan a whole organisation for each row.
   */
  readonly each: (table: string, on: Condition, alias?: string) => RawBuilder<unknown>;
  /** SQL condition: the item has this external id. Written so that the unique index on external ids applies. */
  readonly hasExternalId: (
    alias: string,
    external: Readonly<Record<'orgId' | 'source' | 'id', RawBuilder<unknown>>>,
  ) => Condition;
  /**
   * SQL for a text as indexed columns store it: a hash on Postgres, where several long names would not fit into one index
   * entry.
   */
  readonly indexed: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** SQL at the end of a query that locks the selected rows against other writers until the transaction ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /**
   * SQL for a column that is only checked, on rows that another condition finds through an index. Otherwise SQLite would
   * scan a whole organisation instead of looking up the ids of a list.
   */
  readonly checked: (column: string) => RawBuilder<string>;
  /** SQL condition: an id is in a list. */
  readonly isAmong: (column: RawBuilder<unknown>, ids: List) => Condition;
  readonly isOneOf: (column: RawBuilder<unknown>, values: readonly string[]) => Condition;
  /**
   * SQL condition: a column with a JSON list of texts contains any, or all, of the given texts. The given texts must be
   * distinct.
   */
  readonly holds: (column: RawBuilder<unknown>, texts: readonly string[], match: 'any' | 'all') => Condition;
  /** SQL for a field of a column with a JSON object, as text. */
  readonly jsonField: (column: RawBuilder<unknown>, name: string) => RawBuilder<unknown>;
  /**
   * SQL condition: a column contains a text. Letters A to Z match in either case, other characters exactly, so that both
   * dialects agree whatever the locale of the database is.
   */
  readonly containsText: (column: RawBuilder<unknown>, text: string) => Condition;
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
