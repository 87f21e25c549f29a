import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';
import { givenRows, type GivenColumns } from './given-rows.ts';
import { prepared, type PlaceOf, type Prepared } from './prepared.ts';
import type { ReadTransaction } from './transaction.ts';

/**
 * Names the index for SQLite: without statistics it rates a prefix of the primary key as high as any other index. Postgres
 * has statistics.
 */
export const throughIndex = ({ name }: Pick<Dialect, 'name'>, index: string): RawBuilder<unknown> =>
  name === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;

interface RowQuery<Shared extends object, Row> {
  readonly columns: GivenColumns;
  /** The query for one given row, parenthesised if it has a limit. */
  readonly rows: (place: PlaceOf<Shared>, given: (name: string) => RawBuilder<unknown>) => RawBuilder<Row>;
}

/**
 * A query with its own limit for each given row: on Postgres one statement with a lateral join; on SQLite, where a
 * statement is a function call, one statement a row.
 */
export function forEachGiven<Shared extends object, Row>(dialect: Dialect, { columns, rows }: RowQuery<Shared, Row>) {
  return dialect.name === 'sqlite' ? oneByOne(dialect, rows) : laterally(dialect, { columns, rows });
}

interface FewRowsQuery<Shared extends object, Row> {
  readonly columns: GivenColumns;
  /** The columns to select. */
  readonly select: RawBuilder<Row>;
  /** A table or a join, with the conditions. */
  readonly from: (place: PlaceOf<Shared>, given: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The order that decides which rows are returned when there are more than `most`. */
  readonly order: RawBuilder<unknown>;
  readonly most: number;
}

/**
 * Selects at most `most` rows for each given row, in no order, for rows with one or two results as a rule: SQLite queries many given
 * rows in one statement, and each alone only when they have more results together than one may have.
 */
export function fewForEachGiven<Shared extends object, Row>(
  dialect: Dialect,
  { columns, select, from, order, most }: FewRowsQuery<Shared, Row>,
): Asking<Shared, Row> {
  const each = forEachGiven<Shared, Row>(dialect, {
    columns,
    rows: (place, given) => sql<Row>`select ${select} from ${from(place, given)} ${order} limit ${sql.lit(most)}`,
  });
  if (dialect.name !== 'sqlite') return each;
  const together = prepared<Shared & { given: string }>()((place) => {
    const { from: rows, column } = givenRows(dialect, place('given'), columns);
    const found = from(place as unknown as PlaceOf<Shared>, column);
    const built = sql<Row>`select ${select} from ${rows} cross join ${found} limit ${sql.lit(most + 1)}`;
    return { compile: () => built.compile(dialect.queries) };
  }) as Prepared<object, Row>;
  return async (session, shared, given) => {
    const found: Row[] = [];
    for (const some of chunksOf(given, Math.ceil(most / 2))) {
      const rows = await session.all(together, { ...shared, given: JSON.stringify(some) });
      for (const row of rows.length <= most ? rows : await each(session, shared, some)) found.push(row);
    }
    return found;
  };
}

const chunksOf = <Value>(values: readonly Value[], size: number): (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));

type Values = Readonly<Record<string, unknown>>;
type Asking<Shared, Row> = (session: ReadTransaction, shared: Shared, given: readonly Values[]) => Promise<Row[]>;

function oneByOne<Shared extends object, Row>(
  { queries }: Dialect,
  rows: RowQuery<Shared, Row>['rows'],
): Asking<Shared, Row> {
  const query = prepared<Shared & Record<string, unknown>>()((place) => {
    const built = rows(place as unknown as PlaceOf<Shared>, (name) => sql`${place(name)}`);
    return { compile: () => built.compile(queries) };
  }) as Prepared<object, Row>;
  return async (session, shared, given) => {
    const found: Row[] = [];
    for (const one of given) for (const row of await session.all(query, { ...shared, ...one })) found.push(row);
    return found;
  };
}

function laterally<Shared extends object, Row>(
  dialect: Dialect,
  { columns, rows }: RowQuery<Shared, Row>,
): Asking<Shared, Row> {
  const query = prepared<Shared & { given: string }>()((place) => {
    const { from, column } = givenRows(dialect, place('given'), columns);
    const one = rows(place as unknown as PlaceOf<Shared>, column);
    const built = sql<Row>`select found.* from ${from} cross join lateral (${one}) as found`;
    return { compile: () => built.compile(dialect.queries) };
  }) as Prepared<object, Row>;
  return async (session, shared, given) =>
    given.length === 0 ? [] : session.all(query, { ...shared, given: dialect.jsonOf(given) });
}
