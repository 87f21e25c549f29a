import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlIdentity } from '@cairn/store';
import { SqliteStore, SqliteThreads } from '@cairn/adapter-embedded';
import { SystemClock } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { commandLineKey, firstKey, newAdminKey } from './first-key.ts';

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

it('gives the first key once', async () => {
  const key = await firstKey(identity);

  expect(await identity.authenticate(key!)).toMatchObject({ role: 'admin' });
  expect(await firstKey(identity)).toBeUndefined();
});

it('gives another admin key whenever the way back is taken', async () => {
  const key = await newAdminKey(identity, 'back');

  expect(await identity.authenticate(key)).toMatchObject({ role: 'admin', name: 'back', peers: ['*'] });
});

it('gives the console and the command line keys of one person, whichever came first', async () => {
  const holderOf = async (key: string | undefined) => (await identity.authenticate(key!))!;
  const before = await holderOf(await commandLineKey(identity));
  const first = await holderOf(await firstKey(identity));
  const after = await holderOf(await commandLineKey(identity));

  expect(new Set([before, first, after].map(({ principalId }) => principalId)).size).toBe(1);
  expect(new Set([before, first, after].map(({ keyId }) => keyId)).size).toBe(3);
  expect(first).toMatchObject({ kind: 'person', role: 'admin', peers: ['*'] });
  expect(await firstKey(identity)).toBeUndefined();
});

it('gives no second one when it was revoked', async () => {
  await firstKey(identity);
  const { orgId } = await identity.firstOrganisation();
  const [first] = await identity.keys(orgId);
  await identity.revokeKey(aPrincipal({ orgId, role: 'admin' }), first!.keyId, { force: true });

  expect(await firstKey(identity)).toBeUndefined();
});
