import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteIdentity, SqliteThreads } from '@cairn/adapter-embedded';
import { SystemClock } from '@cairn/ports';
import { firstKey, writeCliFile } from './first-keys.ts';

let dataDir: string;
let threads: SqliteThreads;
let identity: SqliteIdentity;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-keys-'));
  const clock = new SystemClock();
  threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  identity = new SqliteIdentity({ threads, clock, peerPrefixes: [] });
});

afterEach(async () => {
  await threads.close();
  rmSync(dataDir, { recursive: true });
});

it('gives the first key once', async () => {
  const key = await firstKey(identity);

  expect(await identity.authenticate(key!)).toMatchObject({ role: 'admin' });
  expect(await firstKey(identity)).toBeUndefined();
});

it('still gives it after a start that the command line made for itself', async () => {
  await writeCliFile(identity, dataDir, 'http://127.0.0.1:7070');

  expect(await firstKey(identity)).toBeDefined();
});

it('gives no second one when it was revoked', async () => {
  await firstKey(identity);
  const { orgId } = await identity.firstOrganisation();
  const [first] = await identity.keys(orgId);
  await identity.revokeKey(orgId, first!.keyId);

  expect(await firstKey(identity)).toBeUndefined();
});

it("keeps the command line's key while it works, and its file to its owner", async () => {
  const fileOf = () => JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')) as { url: string; key: string };
  await writeCliFile(identity, dataDir, 'http://127.0.0.1:1');
  const before = fileOf();
  await writeCliFile(identity, dataDir, 'http://127.0.0.1:2');

  expect(fileOf()).toMatchObject({ url: 'http://127.0.0.1:2', key: before.key });
  expect(statSync(join(dataDir, 'cli.json')).mode & 0o777).toBe(0o600);
});
