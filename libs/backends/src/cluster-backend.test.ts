import { randomBytes } from 'node:crypto';
import { scopeOf } from '@cairn/domain';
import { QueueStatistics, Embedders, ItemReader, LiveWordIndex, Readiness, VectorSearch } from '@cairn/ports';
import { aPrincipal, describeWith, until } from '@cairn/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Identity } from '@cairn/store';
import { Client } from 'pg';
import { clusterBackend } from './cluster-backend.ts';
import { clusterIndexes } from './cluster-indexes.ts';
import type { ClusterPart } from './cluster-part.ts';
import { clusterQueues } from './cluster-queues.ts';

/** An address where no server listens. */
const AWAY = '127.0.0.1:9';
/** Postgres connections on which a backend listens for notifications. */
const LISTENERS = 1;

describeWith('POSTGRES_URL', 'the cluster backend', (server) => {
  const name = `cairn_test_${randomBytes(6).toString('hex')}`;
  const postgresUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const apps: INestApplicationContext[] = [];

  beforeAll(() => onServer(`create database ${name} template template0`));
  afterAll(async () => {
    for (const app of apps) await app.close();
    await onServer(`drop database ${name} with (force)`);
  });

  async function onServer(statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: server });
    await client.connect();
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  }

  /** Counts the connections of clients; Postgres lists workers of its own beside them. */
  async function connections(): Promise<number> {
    const [row] = await onServer(
      `select count(*)::int as many from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`,
    );
    return row?.['many'] as number;
  }

  async function backendOf(...parts: ClusterPart[]): Promise<INestApplicationContext> {
    const app = await NestFactory.createApplicationContext(await clusterBackend({ postgresUrl }, ...parts), {
      logger: false,
    });
    apps.push(app);
    return app;
  }

  it('has the ports of the parts that were named, and asks no other server', async () => {
    const app = await backendOf();

    expect(await app.get(Readiness).parts()).toEqual([{ name: 'truth', ready: true }]);
    expect(app.get(Identity)).toBeDefined();
    for (const port of [LiveWordIndex, VectorSearch, Embedders, QueueStatistics]) expect(() => app.get(port)).toThrow();
  });

  it('keeps no more connections for transactions than it was told', async () => {
    for (const app of apps.splice(0)) await app.close();
    await until(async () => (await connections()) === 0);
    const app = await NestFactory.createApplicationContext(await clusterBackend({ postgresUrl, postgresPoolMax: 2 }), {
      logger: false,
    });
    apps.push(app);
    const items = app.get(ItemReader);

    await Promise.all(Array.from({ length: 20 }, () => items.stats(scopeOf(aPrincipal()))));

    const opened = await connections();
    expect(opened).toBeGreaterThan(0);
    expect(opened).toBeLessThanOrEqual(2 + LISTENERS);
  });

  it('starts and works without the servers that only make answers better', async () => {
    const app = await backendOf(
      clusterQueues({ redisUrl: `redis://${AWAY}`, namespace: 'test' }),
      clusterIndexes({
        elasticsearchUrl: `http://${AWAY}`,
        qdrantUrl: `http://${AWAY}`,
        qdrantKey: undefined,
        qdrantReplicas: 1,
        namespace: 'test',
        embedder: { kind: 'none' },
        nextEmbedder: { kind: 'none' },
      }),
    );

    expect(await app.get(Readiness).parts()).toEqual([
      { name: 'truth', ready: true },
      ...['queues', 'words'].map((part) => ({
        name: part,
        ready: true,
        problem: expect.stringMatching(/^degraded: /),
      })),
      { name: 'vectors', ready: true },
      { name: 'embedder', ready: true, note: expect.stringContaining('CAIRN_EMBEDDER=none') },
    ]);
    expect((await app.get(ItemReader).stats(scopeOf(aPrincipal()))).messages.total).toBe(0);
  });
});
