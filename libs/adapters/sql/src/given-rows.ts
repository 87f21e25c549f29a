import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';
import { prepared, type PlaceOf, type Prepared } from './prepared.ts';
import type { StoreSession } from './store/session.ts';

/** What a given column is on Postgres; SQLite takes the values as JSON has them. */
type Sort = 'text' | 'int' | 'bigint' | 'float8' | 'uuid';

/** The columns of rows that come with a query, as one JSON value. */
export type GivenColumns = Readonly<Record<string, Sort>>;

export interface GivenRows {
  /** What stands after `from`. */
  readonly from: RawBuilder<unknown>;
  readonly column: (name: string) => RawBuilder<unknown>;
}

/** Rows of a value as a table, for either dialect. */
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

/**
 * Which index answers, where SQLite would guess: without statistics it takes a part of the primary key for as good as any other
 * index. Postgres has statistics.
 */
export const throughIndex = ({ name }: Pick<Dialect, 'name'>, index: string): RawBuilder<unknown> =>
  name === 'sqlite' ? sql`indexed by ${sql.ref(index)}` : sql``;

interface RowQuery<Shared extends object, Row> {
  readonly columns: GivenColumns;
  /** The query of one given row, in brackets or not limited. */
  readonly rows: (place: PlaceOf<Shared>, given: (name: string) => RawBuilder<unknown>) => RawBuilder<Row>;
}

/**
 * A query with a limit of its own for each given row: on Postgres one statement with a lateral join, on SQLite, where a
 * statement is a function call, one statement a row.
 */
export function forEachGiven<Shared extends object, Row>(dialect: Dialect, { columns, rows }: RowQuery<Shared, Row>) {
  return dialect.name === 'sqlite' ? oneByOne(dialect, rows) : laterally(dialect, { columns, rows });
}

type Values = Readonly<Record<string, unknown>>;
type Asking<Shared, Row> = (session: StoreSession, shared: Shared, given: readonly Values[]) => Promise<Row[]>;

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
