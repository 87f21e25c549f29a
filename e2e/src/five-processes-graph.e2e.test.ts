import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { Client } from './client.ts';
import { startClusterOf, type Cluster } from './cluster.ts';
import { until } from './until.ts';

/** The graph service of five processes asks recall for the memories that name something. */
let folder: string;
let cluster: Cluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-five-graph-'));
  const env = { CAIRN_EMBEDDER: 'none', CAIRN_DRAIN_SECONDS: '2' };
  cluster = await startClusterOf({ dataDir: folder, port: await freePort(), env });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('answers an unknown name with the memories that name it, and without them while recall is away', async () => {
  const client = new Client(cluster.url, cluster.key!);
  const content = 'On Friday Ines Duarte restarted ledgerd twice.';
  await client.post('/v1/memories', { title: 'Outage', content });
  const named = async () => (await client.post('/v1/graph/owners', { entity: 'ledgerd' })).body.named;
  await until(async () => (await named()).elsewhere.count === 1);

  expect(await named()).toMatchObject({
    resolution: 'unknown',
    elsewhere: { count: 1, quotes: [{ text: content, people: ['Ines Duarte'] }] },
  });
  await cluster.apps['recall-api'].kill();
  expect(await named()).toMatchObject({ resolution: 'unknown', elsewhere: { count: 0, degraded: true } });
}, 150_000);
