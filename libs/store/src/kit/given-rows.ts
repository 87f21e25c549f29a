import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';
import { prepared, type Prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** The Postgres type of a given column; SQLite uses the type of the JSON value. */
type Sort = 'text' | 'int' | 'bigint' | 'float8' | 'uuid';

/** The columns of given rows, and their types. Given rows are passed to a query as one JSON value. */
export type GivenColumns = Readonly<Record<string, Sort>>;

export interface GivenRows {
  /** The table expression to put after `from`. */
  readonly from: RawBuilder<unknown>;
  readonly column: (name: string) => RawBuilder<unknown>;
}

/** Makes a table expression from rows in a JSON value. */
export function givenRows({ name: dialect }: Pick<Dialect, 'name'>, json: string, columns: GivenColumns): GivenRows {
  if (dialect === 'sqlite') {
    return { from: sql`json_each(${json}) as given`, column: (name) => sql`given.value ->> ${sql.lit(`$.${name}`)}` };
  }
  const described = Object.entries(columns).map(([name, sort]) => sql`${sql.ref(name)} ${sql.raw(sort)}`);
  return {
    from: sql`json_to_recordset(${json}::json) as given (${sql.join(described)})`,
    column: (name) => sql`${sql.ref(`given.${name}`)}`,
  };
}

interface RowWriting {
  readonly columns: GivenColumns;
  /** Builds the statement from the given columns and the `from` clause. */
  readonly write: (given: (name: string) => RawBuilder<unknown>, from: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/**
 * Makes a function that runs a statement for each given row, as one statement on Postgres and as one per row on SQLite.
 * Returns the number of changed rows.
 */
export function givenRowsWriter(dialect: Dialect, { columns, write }: RowWriting) {
  const compiled = (built: RawBuilder<unknown>) => ({ compile: () => built.compile(dialect.queries) });
  if (dialect.name === 'sqlite') {
    const one = prepared<Record<string, unknown>>()((place) =>
      compiled(write((name) => sql`${place(name)}`, sql``)),
    ) as Prepared<object, unknown>;
    return async (tx: Writer, rows: readonly object[]) => {
      let written = 0;
      for (const row of rows) written += await tx.run(one, row);
      return written;
    };
  }
  const together = prepared<{ given: string }>()((place) => {
    const { from, column } = givenRows(dialect, place('given'), columns);
    return compiled(write(column, sql`from ${from}`));
  });
  return async (tx: Writer, rows: readonly object[]) =>
    rows.length === 0 ? 0 : tx.run(together, { given: dialect.jsonOf(rows) });
}

/** Makes a function that inserts the given rows; Postgres inserts them in the given order. */
export function givenRowsInserter(
  dialect: Dialect,
  table: keyof Tables,
  columns: GivenColumns,
  onConflict: RawBuilder<unknown> = sql``,
) {
  const names = Object.keys(columns);
  return givenRowsWriter(dialect, {
    columns,
    // SQLite needs `where true`: without a condition it parses `on conflict` as part of a join.
    write: (given, from) => sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map(given))} ${from} where true ${onConflict}`,
  });
}

/** The part of a transaction that runs statements. */
export interface Writer {
  run<Bound extends object, Row>(query: Prepared<Bound, Row>, values: Bound): Promise<number>;
}
