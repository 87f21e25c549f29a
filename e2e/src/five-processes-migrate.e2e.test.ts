import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { saveKey, savedKey } from '../../tools/cluster/key-file.ts';
import { cli } from './cli.ts';
import { startClusterOf, storesOf, type Cluster } from './cluster.ts';

/** A team that began on one machine migrates to a cluster. */
let folder: string;
let cluster: Cluster | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-migrate-'));
});

afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('moves a data folder into five processes, which hold the same and answer the same', async () => {
  const [from, to] = [join(folder, 'one machine'), join(folder, 'cluster')];
  const demo = await cli(['demo', '--data-dir', from, '--json']);
  const key = savedKey(from)!;
  const { POSTGRES_URL } = await storesOf(to);

  const moved = await cli(['migrate', '--from', from, '--to', POSTGRES_URL!, '--json']);
  mkdirSync(to);
  saveKey(to, { url: '', key });
  cluster = await startClusterOf({ dataDir: to, port: await freePort() });
  const checked = await cli(['migrate', '--from', from, '--check', cluster.url, '--key', key, '--json']);
  const verified = await cli(['verify', '--url', cluster.url, '--key', key, '--json']);

  expect(demo.code).toBe(0);
  expect(moved).toMatchObject({ code: 0, json: { move: { ended: 'moved', proof: { isEqual: true } } } });
  expect(checked.json.answers).toMatchObject({ asked: 50, equal: 50, index: { pending: 0, dead: 0 } });
  expect(checked.code).toBe(0);
  expect(verified.code).toBe(0);
}, 240_000);
