import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import type { App } from '../../tools/cluster/five.ts';
import { Client } from './client.ts';
import { startClusterOf, type Cluster } from './cluster.ts';
import { overHttp } from './mcp-caller.ts';
import { until } from './until.ts';

/** Promises of five processes beyond those of a single one. */
let folder: string;
let cluster: Cluster;
let client: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-five-'));
  const env = { CAIRN_EMBEDDER: 'none', CAIRN_DRAIN_SECONDS: '2' };
  cluster = await startClusterOf({ dataDir: folder, port: await freePort(), env });
  client = new Client(cluster.url, cluster.key!);
});

afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (app: App) => cluster.apps[app].url;
const isReady = (app: App) =>
  fetch(`${urlOf(app)}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

it('checks keys at each door, and believes no header and no token of a stranger', async () => {
  const principal = JSON.stringify({ role: 'admin', orgId: '0190a000-0000-7000-8000-000000000001' });
  const forged = { 'x-cairn-principal': principal, 'x-forwarded-user': 'admin' };
  const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(principal).toString('base64url')}.x`;

  for (const [app, path] of [
    ['ingest', '/v1/keys'],
    ['recall-api', '/v1/recall/stats'],
    ['graph-service', '/v1/graph/entities'],
    ['mcp-gateway', '/mcp'],
  ] as const) {
    expect((await fetch(urlOf(app) + path, { headers: forged })).status).toBe(401);
    expect((await fetch(urlOf(app) + path, { headers: { ...forged, authorization: `Bearer ${token}` } })).status).toBe(
      401,
    );
  }
});

it('shows of the worker its health and measures, and nothing else', async () => {
  const worker = new Client(urlOf('embedding-worker'), cluster.key!);

  expect((await worker.get('/healthz')).status).toBe(200);
  expect((await worker.get('/metrics')).body).toContain('cairn_');
  expect((await fetch(`${urlOf('embedding-worker')}/metrics`)).status).toBe(401);
  expect((await worker.get('/v1/recall/stats')).status).toBe(404);
});

it('describes every route at the one address', async () => {
  const { paths } = (await client.get('/docs-json')).body;

  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/v1/messages', '/v1/memories/{id}', '/v1/recall', '/v1/recall/stats', '/v1/keys']),
  );
});

it('names the neighbour that is away, goes on with the rest, and finds it again', async () => {
  const caller = await overHttp(cluster.url, cluster.key!, 'auto');
  const recall = () => caller.callTool({ name: 'crystal_recent', arguments: {} });
  await cluster.apps['recall-api'].kill();

  const refused = await recall();
  const written = await client.post('/v1/messages', { content: 'The reader is away.' });

  expect(refused.isError).toBe(true);
  expect(refused.content[0]!.text).toContain('GET /v1/recall/recent of recall-api did not answer');
  expect(written.status).toBe(201);
  await cluster.apps['recall-api'].start();
  await until(async () => !(await recall()).isError);
  expect((await recall()).content[0]!.text).toContain('The reader is away.');
  await caller.close();
});

it('loses no request to a restart: a process that is told to stop serves on until routers have looked away', async () => {
  const recall = new Client(urlOf('recall-api'), cluster.key!);
  const stopped = cluster.apps['recall-api'].stop();

  await until(async () => !(await isReady('recall-api')));
  expect((await recall.get('/v1/recall/stats')).status).toBe(200);
  expect(await stopped).toBe(0);
  await cluster.apps['recall-api'].start();
});

it('leaves a word index that somebody took away out of answers, says so, and fills it again by itself', async () => {
  const recall = () => client.post('/v1/recall', { query: 'walrus', sources: 'memories' });
  await client.post('/v1/memories?wait=indexed', { title: 'The walrus', content: 'The walrus guards the release.' });
  await until(async () => (await recall()).body.hits?.length === 1);
  const elasticsearch = process.env['ELASTICSEARCH_URL'];
  const found = await fetch(`${elasticsearch}/${cluster.namespace}-words-*`);
  const names = Object.keys((await found.json()) as object).join(',');
  expect((await fetch(`${elasticsearch}/${names}`, { method: 'DELETE' })).status).toBe(200);

  // A write recreates the index. Before it is refilled, the server must not answer; without a model there is no other retriever.
  const written = client.post('/v1/memories', { title: 'The seal', content: 'The seal guards the tests.' });
  const answers: Awaited<ReturnType<typeof recall>>[] = [];
  await until(async () => answers.push(await recall()) > 0 && answers.at(-1)!.status === 200);

  expect((await written).status).toBe(201);
  expect(answers[0]).toMatchObject({ status: 503, body: { error: { code: 'index/unavailable' } } });
  expect(answers.at(-1)!.body.hits).toHaveLength(1);
}, 150_000);

it('gives the first key once', async () => {
  expect(cluster.key).toMatch(/^cairn_/);
  expect((await client.get('/v1/keys')).body.keys.map(({ name }: { name: string }) => name)).toEqual(['first key']);
});

it.each([
  ['ingest', ['POSTGRES_URL', 'REDIS_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL', 'CAIRN_SERVICE_SECRET']],
  ['embedding-worker', ['POSTGRES_URL', 'REDIS_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL']],
  ['recall-api', ['POSTGRES_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL', 'CAIRN_SERVICE_SECRET']],
  ['graph-service', ['POSTGRES_URL', 'REDIS_URL', 'CAIRN_RECALL_URL', 'CAIRN_SERVICE_SECRET']],
  ['mcp-gateway', ['POSTGRES_URL', 'CAIRN_INGEST_URL', 'CAIRN_RECALL_URL', 'CAIRN_GRAPH_URL', 'CAIRN_SERVICE_SECRET']],
])('%s does not start without its settings, and names them', async (app, missing) => {
  const { code, stderr } = await startBare(app);

  expect(code).toBe(1);
  expect([...stderr.matchAll(/(\w+) is missing/g)].map(([, name]) => name)).toEqual(missing);
});

const startBare = (app: string) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [`dist/${app}.mjs`], { env: {} }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
