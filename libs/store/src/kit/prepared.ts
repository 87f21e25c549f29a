import type { Compilable, RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

/** A query that is compiled once, with named placeholders for the values of each run. */
export interface Prepared<Values extends object, Row> {
  readonly sql: string;
  readonly bind: (values: Values) => unknown[];
  /** Has no value at run time; carries the type of the rows. */
  readonly row?: Row;
}

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type PlaceOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/** Compiles a query that runs often: `prepared<{ id: string }>()((place) => queries...where('id', '=', place('id')))`. */
export const prepared =
  <Values extends object>() =>
  <Row>(build: (place: PlaceOf<Values>) => Compilable<Row>): Prepared<Values, Row> => {
    const { sql, parameters } = build((name) => new Place(name) as never).compile();
    const bind = (values: Values) =>
      parameters.map((part) => (part instanceof Place ? values[part.name as keyof Values] : part));
    return { sql, bind };
  };

/** Like `prepared`, for a statement that is written in SQL. */
export const statementOf =
  <Values extends object>({ queries }: Pick<Dialect, 'queries'>) =>
  <Row>(build: (place: PlaceOf<Values>) => RawBuilder<Row>): Prepared<Values, Row> =>
    prepared<Values>()((place) => ({ compile: () => build(place).compile(queries) }));

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Rows and values are typed where a query is written; here they only pass through.
export type AnyQuery = Compilable<any> | Prepared<any, any>;

/** Returns the SQL of a query and the values of its placeholders in order. */
export function boundQuery(query: AnyQuery, values: object | undefined): { sql: string; parameters: unknown[] } {
  if ('bind' in query) return { sql: query.sql, parameters: query.bind(values ?? {}) };
  const { sql, parameters } = query.compile();
  return { sql, parameters: [...parameters] };
}
