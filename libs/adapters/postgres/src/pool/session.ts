import { createHash } from 'node:crypto';
import { boundQuery, type AnyQuery, type BoundQuery, type Prepared } from '@cairn/store';
import type { Compilable } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { sendTogether } from './send-together.ts';
import { escapeValue } from './stored-text.ts';

/** One transaction. Queries are sent together if the caller does not await each of them separately. */
export class Session {
  private readonly client: PoolClient;

  constructor(client: PoolClient) {
    this.client = client;
  }

  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  all<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<Row[]>;
  async all(query: AnyQuery, values?: object): Promise<unknown[]> {
    return (await this.send(boundQuery(query, values))).rows;
  }

  get<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  get<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<Row | undefined>;
  async get(query: AnyQuery, values?: object): Promise<unknown> {
    return (await this.send(boundQuery(query, values))).rows[0];
  }

  /** Returns the number of changed rows. */
  run<Row>(query: Compilable<Row>): Promise<number>;
  run<Values extends object, Row>(query: Prepared<Values, Row>, values: Values): Promise<number>;
  async run(query: AnyQuery, values?: object): Promise<number> {
    return (await this.send(boundQuery(query, values))).rowCount ?? 0;
  }

  send({ sql: text, parameters }: BoundQuery): Promise<QueryResult> {
    const name = nameOf(text);
    sendTogether(this.client);
    return this.client.query({ ...(name && { name }), text, values: parameters.map(escapeValue) });
  }
}

/** Maximum number of named statements, since a connection keeps every statement that has a name. */
const STATEMENT_NAMES_MAX = 300;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= STATEMENT_NAMES_MAX) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
