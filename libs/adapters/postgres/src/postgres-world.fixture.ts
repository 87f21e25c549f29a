import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import {
  insertDeliveries,
  outboxRowsOf,
  Identity,
  principals,
  callsOf,
  aliases,
  embeddingStore,
  keys,
  settings,
} from '@cairn/store';
import { subscriptions, type ItemId, type OrgId, type Subscription } from '@cairn/contracts';
import { A_REQUEST, A_TRACE, AUDIT_ROWS, SettableClock, type AuditedRow } from '@cairn/testing';
import { Client } from 'pg';
import { postgres } from './pool/dialect.ts';
import { PostgresOutbox } from './outbox/postgres-outbox.ts';
import type { PostgresPoolOptions } from './pool/pool-config.ts';
import { PostgresPool } from './pool/postgres-pool.ts';
import { PostgresStore } from './store/postgres-store.ts';
import { PrincipalChangeNotices } from './principal-news.ts';
import { PostgresPlacements } from './postgres-placements.ts';
import { PostgresTruth } from './truth/postgres-truth.ts';

/** For tests: a new database on the server, which is dropped on close. */
export async function newDatabase(server: string, template = 'template0') {
  const name = `cairn_test_${randomBytes(6).toString('hex')}`;
  // A copy of files costs half of one that goes through the log of writes.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const drop = async () => void (await onServer(server, `drop database ${name} with (force)`));
  return { url: urlOf(server, name), drop };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** A template for all workers of a run: copying a database with the schema is faster than creating the schema. */
const TEMPLATE = `cairn_template_${process.ppid}`;
const TEMPLATE_LOCK = 7_214;
let template: Promise<string> | undefined;

async function makeTemplate(server: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rowCount === 0) await client.query(`create database ${TEMPLATE} template template0`);
    const pool = await PostgresPool.open({ url: urlOf(server, TEMPLATE), ...PATIENT });
    await pool.close();
    return TEMPLATE;
  } finally {
    await client.end();
  }
}

/** For tests: a database with the schema and no data. */
export const newEmptyWorld = async (server: string) => newDatabase(server, await (template ??= makeTemplate(server)));

/** Runs one statement as the server's own user, without policies. */
export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Long timeouts: a test of ordinary behaviour must not fail because the machine is busy. */
const PATIENT = { connectTimeoutMs: 30_000, probeTimeoutMs: 30_000 };

type WorldOptions = PostgresPoolOptions & { readonly subscriptions?: readonly Subscription[] | undefined };

/** The truth on Postgres, in a new database. */
export async function postgresWorld(server: string, options: Partial<WorldOptions> = {}) {
  const { url, drop } = await newEmptyWorld(server);
  const world = await openWorld({ url, ...options });
  let last = world;
  const restart = async (subscriptions: readonly Subscription[]) => {
    await last.close();
    last = await openWorld({ url, subscriptions });
    return last;
  };
  const close = async () => {
    await last.close();
    await drop();
  };
  return { ...world, url, restart, close };
}

const inARequest = { trace: () => A_TRACE, request: () => A_REQUEST };

/** The truth on an existing database, as another process sees it. */
export async function openWorld({ subscriptions: heard = subscriptions, ...options }: WorldOptions) {
  const clock = new SettableClock();
  const pool = await PostgresPool.open({ ...PATIENT, ...options });
  const sql = new PostgresStore({ pool, clock, ...inARequest });
  const news = new PrincipalChangeNotices(pool);
  const identity = new Identity({ store: sql, clock, changed: () => news.tell() });
  news.reach(identity);
  return {
    clock,
    pool,
    truth: new PostgresTruth({ pool, clock, subscriptions: heard, ...inARequest }),
    outbox: new PostgresOutbox({ pool, clock, log: { warn: () => undefined } }),
    aliases: callsOf(aliases, sql),
    identity,
    keys: callsOf(keys, sql, () => news.tell()),
    settings: callsOf(settings, sql, () => news.tell()),
    principals: callsOf(principals, sql, () => news.tell()),
    sql,
    store: callsOf(embeddingStore, sql),
    placements: new PostgresPlacements({ pool }),
    tamper: async (statement: string) => void (await onServer(options.url, statement)),
    announceFeedback: async (orgId: OrgId, memoryId: ItemId) => {
      const subscribers = { subscriptions: heard, doneWithCommit: [] };
      const said = { event: 'memory.feedback', orgId, body: { memoryId } } as const;
      await pool.write(orgId, (session) =>
        insertDeliveries(postgres)(session, outboxRowsOf(said, subscribers, { now: clock.now(), eventsOfWrite: 1 })),
      );
    },
    audit: async () => (await onServer(options.url, AUDIT_ROWS)) as unknown as AuditedRow[],
    close: async () => {
      await news.close();
      await pool.close();
    },
  };
}

/** A proxy to the same server that can fail. */
export async function faultyLine(server: string) {
  const sockets = new Set<Socket>();
  const line = { state: 'open' as 'open' | 'silent' | 'cut at commit', url: '', close: () => {} };
  const pass = (from: Socket, to: Socket) => (data: Buffer) => {
    if (line.state === 'cut at commit' && data.includes('commit')) from.destroy();
    else if (line.state !== 'silent') to.write(data);
  };
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', pass(from, to));
    from.on('error', () => undefined).on('close', () => to.destroy());
  };
  const listener = createServer((client) => {
    const target = connect(Number(new URL(server).port), new URL(server).hostname);
    join(client, target);
    join(target, client);
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(server);
  url.port = String((listener.address() as AddressInfo).port);
  line.url = url.href;
  line.close = () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  return line;
}
