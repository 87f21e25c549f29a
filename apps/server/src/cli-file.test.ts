import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlIdentity } from '@cairn/store';
import { SqliteStore, SqliteThreads } from '@cairn/adapter-embedded';
import { SystemClock } from '@cairn/ports';
import { firstKey } from '@cairn/service-admin';
import { writeCliFile } from './cli-file.ts';

let dataDir: string;
let threads: SqliteThreads;
let identity: SqlIdentity;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-keys-'));
  const clock = new SystemClock();
  threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  identity = new SqlIdentity({ store: new SqliteStore({ threads, clock }), clock, peerPrefixes: [] });
});

afterEach(async () => {
  await threads.close();
  rmSync(dataDir, { recursive: true });
});

it("keeps the command line's key while it works, and its file to its owner", async () => {
  const fileOf = () => JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')) as { url: string; key: string };
  await writeCliFile(identity, dataDir, { url: 'http://127.0.0.1:1' });
  const before = fileOf();
  await writeCliFile(identity, dataDir, { url: 'http://127.0.0.1:2' });

  expect(fileOf()).toMatchObject({ url: 'http://127.0.0.1:2', key: before.key });
  expect(statSync(join(dataDir, 'cli.json')).mode & 0o777).toBe(0o600);
});

it('gives the command line an admin key again when its own was revoked or is of another role', async () => {
  const path = join(dataDir, 'cli.json');
  const keyOf = () => (JSON.parse(readFileSync(path, 'utf8')) as { key: string }).key;
  await writeCliFile(identity, dataDir, { url: 'http://127.0.0.1:1' });
  const { orgId, keyId, ...principal } = (await identity.authenticate(keyOf()))!;
  await identity.revokeKey({ ...principal, orgId, keyId }, keyId, { force: true });
  await writeCliFile(identity, dataDir, { url: 'http://127.0.0.1:1' });

  expect(await identity.authenticate(keyOf())).toMatchObject({ role: 'admin' });
  const { key } = await identity.createKey({ orgId, name: 'W', kind: 'agent', role: 'writer', peers: [] });
  writeFileSync(path, JSON.stringify({ url: 'http://127.0.0.1:1', key, pid: 1, startedAt: 1 }));
  await writeCliFile(identity, dataDir, { url: 'http://127.0.0.1:1' });
  expect(await identity.authenticate(keyOf())).toMatchObject({ role: 'admin' });
});

it('leaves the first key to who gets to see it', async () => {
  await writeCliFile(identity, dataDir, { url: 'http://127.0.0.1:7070' });

  expect(await firstKey(identity)).toBeDefined();
});
