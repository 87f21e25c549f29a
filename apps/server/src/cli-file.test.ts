import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Identity, callsOf, keys, type Keys } from '@cairn/store';
import { SqliteStore, SqliteThreads } from '@cairn/adapter-embedded';
import { SystemClock } from '@cairn/ports';
import { firstKey } from '@cairn/service-admin';
import { writeCliFile } from './cli-file.ts';

let dataDir: string;
let threads: SqliteThreads;
let identity: Identity;
let access: { readonly identity: Identity; readonly keys: Keys };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-keys-'));
  const clock = new SystemClock();
  threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const store = new SqliteStore({ threads, clock });
  identity = new Identity({ store, clock });
  access = { identity, keys: callsOf(keys, store, () => identity.forgetPrincipals()) };
});

afterEach(async () => {
  await threads.close();
  rmSync(dataDir, { recursive: true });
});

it("keeps the command line's key while it works, and its file to its owner", async () => {
  const fileOf = () => JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')) as { url: string; key: string };
  await writeCliFile(access, dataDir, { url: 'http://127.0.0.1:1' });
  const before = fileOf();
  await writeCliFile(access, dataDir, { url: 'http://127.0.0.1:2' });

  expect(fileOf()).toMatchObject({ url: 'http://127.0.0.1:2', key: before.key });
  expect(statSync(join(dataDir, 'cli.json')).mode & 0o777).toBe(0o600);
});

it('gives the command line an admin key again when its own was revoked or is of another role', async () => {
  const path = join(dataDir, 'cli.json');
  const keyOf = () => (JSON.parse(readFileSync(path, 'utf8')) as { key: string }).key;
  await writeCliFile(access, dataDir, { url: 'http://127.0.0.1:1' });
  const { orgId, keyId, ...principal } = (await identity.authenticate(keyOf()))!;
  await access.keys.revoke({ author: { ...principal, orgId, keyId }, keyId, force: true });
  await writeCliFile(access, dataDir, { url: 'http://127.0.0.1:1' });

  expect(await identity.authenticate(keyOf())).toMatchObject({ role: 'admin' });
  const { key } = await access.keys.create({ orgId, name: 'W', kind: 'agent', role: 'writer', peers: [] });
  writeFileSync(path, JSON.stringify({ url: 'http://127.0.0.1:1', key, pid: 1, startedAt: 1 }));
  await writeCliFile(access, dataDir, { url: 'http://127.0.0.1:1' });
  expect(await identity.authenticate(keyOf())).toMatchObject({ role: 'admin' });
});

it('leaves the first key to who gets to see it', async () => {
  await writeCliFile(access, dataDir, { url: 'http://127.0.0.1:7070' });

  expect(await firstKey(access)).toBeDefined();
});
