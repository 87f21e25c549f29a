import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';
import { givenRows, type GivenColumns } from './given-rows.ts';
import { prepared, type PlaceOf, type Prepared, statementOf } from './prepared.ts';
import type { ReadTransaction } from './transaction.ts';

/**
 * Names the index to use on SQLite: without statistics, SQLite prefers a prefix of the primary key to a better index.
 * Postgres has statistics.
 */
export const indexHint = ({ name }: Pick<Dialect, 'name'>, index: string): RawBuilder<unknown> =>
  name === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;

interface RowQuery<Shared extends object, Row> {
  readonly columns: GivenColumns;
  /** SQL that selects the rows for one given row; in parentheses if it has a limit. */
  readonly rows: (place: PlaceOf<Shared>, given: (name: string) => RawBuilder<unknown>) => RawBuilder<Row>;
}

/**
 * Makes a query that selects rows for each given row, with a limit per given row. Postgres runs one statement with a
 * lateral join; SQLite, where a statement costs as little as a function call, runs one for each given row.
 */
export function forEachGiven<Shared extends object, Row>(dialect: Dialect, { columns, rows }: RowQuery<Shared, Row>) {
  return dialect.name === 'sqlite' ? queryOneByOne(dialect, rows) : queryLaterally(dialect, { columns, rows });
}

interface FewRowsQuery<Shared extends object, Row> {
  readonly columns: GivenColumns;
  /** The columns to select. */
  readonly select: RawBuilder<Row>;
  /** SQL of the table or join, with the conditions. */
  readonly from: (place: PlaceOf<Shared>, given: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>;
  /** SQL of the order that decides which rows are returned for a given row that has more than `most`. */
  readonly order: RawBuilder<unknown>;
  readonly most: number;
}

/**
 * Makes a query that selects at most `most` rows for each given row, in no order. Meant for given rows that usually have
 * one or two results. SQLite queries several given rows in one statement; only if these have more than `most` results
 * together, it queries each of them alone.
 */
export function fewForEachGiven<Shared extends object, Row>(
  dialect: Dialect,
  { columns, select, from, order, most }: FewRowsQuery<Shared, Row>,
): RowsReader<Shared, Row> {
  const each = forEachGiven<Shared, Row>(dialect, {
    columns,
    rows: (place, given) => sql<Row>`select ${select} from ${from(place, given)} ${order} limit ${sql.lit(most)}`,
  });
  return togetherOrEach(dialect, { columns, select, from, most }, each);
}

/**
 * Makes a query that SQLite runs for several given rows in one statement: each statement costs some five times what it costs to
 * look up a further row. If these given rows have more than `most` results together, and on Postgres, `each` reads them.
 */
export function togetherOrEach<Shared extends object, Row>(
  dialect: Dialect,
  { columns, select, from, most }: Omit<FewRowsQuery<Shared, Row>, 'order'>,
  each: RowsReader<Shared, Row>,
): RowsReader<Shared, Row> {
  if (dialect.name !== 'sqlite') return each;
  const together = statementOf<Shared & { given: string }>(dialect)((place) => {
    const { from: rows, column } = givenRows(dialect, place('given'), columns);
    const found = from(place as unknown as PlaceOf<Shared>, column);
    return sql<Row>`select ${select} from ${rows} cross join ${found} limit ${sql.lit(most + 1)}`;
  }) as Prepared<object, Row>;
  return async (tx, shared, given) => {
    const found: Row[] = [];
    for (const some of chunksOf(given, Math.ceil(most / 2))) {
      const rows = await tx.all(together, { ...shared, given: JSON.stringify(some) });
      for (const row of rows.length <= most ? rows : await each(tx, shared, some)) found.push(row);
    }
    return found;
  };
}

const chunksOf = <Value>(values: readonly Value[], size: number): (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));

type Values = Readonly<Record<string, unknown>>;
type RowsReader<Shared, Row> = (tx: ReadTransaction, shared: Shared, given: readonly Values[]) => Promise<Row[]>;

function queryOneByOne<Shared extends object, Row>(
  { queries }: Dialect,
  rows: RowQuery<Shared, Row>['rows'],
): RowsReader<Shared, Row> {
  const query = prepared<Shared & Record<string, unknown>>()((place) => {
    const built = rows(place as unknown as PlaceOf<Shared>, (name) => sql`${place(name)}`);
    return { compile: () => built.compile(queries) };
  }) as Prepared<object, Row>;
  return async (tx, shared, given) => {
    const found: Row[] = [];
    for (const one of given) for (const row of await tx.all(query, { ...shared, ...one })) found.push(row);
    return found;
  };
}

function queryLaterally<Shared extends object, Row>(
  dialect: Dialect,
  { columns, rows }: RowQuery<Shared, Row>,
): RowsReader<Shared, Row> {
  const query = statementOf<Shared & { given: string }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('given'), columns);
    const one = rows(place as unknown as PlaceOf<Shared>, column);
    return sql<Row>`select found.* from ${from} cross join lateral (${one}) as found`;
  }) as Prepared<object, Row>;
  return async (tx, shared, given) =>
    given.length === 0 ? [] : tx.all(query, { ...shared, given: dialect.jsonOf(given) });
}
