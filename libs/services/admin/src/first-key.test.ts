import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Identity, callsOf, keys, principals, type Keys, type Principals } from '@cairn/store';
import { SqliteStore, SqliteThreads } from '@cairn/adapter-embedded';
import { SystemClock } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { commandLineKey, firstKey, newAdminKey } from './first-key.ts';

let dataDir: string;
let threads: SqliteThreads;
let identity: Identity;
let options: { readonly keys: Keys; readonly principals: Principals };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-keys-'));
  const clock = new SystemClock();
  threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
  const store = new SqliteStore({ threads, clock });
  identity = new Identity({ store, clock });
  const refresh = () => identity.forgetPrincipals();
  options = { keys: callsOf(keys, store, refresh), principals: callsOf(principals, store, refresh) };
});

afterEach(async () => {
  await threads.close();
  rmSync(dataDir, { recursive: true });
});

it('gives the first key once', async () => {
  const key = await firstKey(options);

  expect(await identity.authenticate(key!)).toMatchObject({ role: 'admin' });
  expect(await firstKey(options)).toBeUndefined();
});

it('gives another admin key whenever the way back is taken', async () => {
  const key = await newAdminKey(options, 'back');

  expect(await identity.authenticate(key)).toMatchObject({ role: 'admin', name: 'back', peers: ['*'] });
});

it('gives the console and the command line keys of one person, whichever came first', async () => {
  const holderOf = async (key: string | undefined) => (await identity.authenticate(key!))!;
  const before = await holderOf(await commandLineKey(options));
  const first = await holderOf(await firstKey(options));
  const after = await holderOf(await commandLineKey(options));

  expect(new Set([before, first, after].map(({ principalId }) => principalId)).size).toBe(1);
  expect(new Set([before, first, after].map(({ keyId }) => keyId)).size).toBe(3);
  expect(first).toMatchObject({ kind: 'person', role: 'admin', peers: ['*'] });
  expect(await firstKey(options)).toBeUndefined();
});

it('names the first person as they want to be called, and asks once', async () => {
  const nameOf = async () => 'Ana';
  const first = await firstKey({ ...options, nameOf });
  const before = await identity.authenticate(first!);
  await commandLineKey({ ...options, nameOf: () => Promise.reject(new Error('asked again')) });

  expect(before).toMatchObject({ name: 'Ana', kind: 'person', role: 'admin' });
  expect(await firstKey({ ...options, nameOf })).toBeUndefined();
});

it('names a person whom a command made before the first start', async () => {
  const nameOf = async () => 'Ana';
  await commandLineKey(options);
  await firstKey({ ...options, nameOf });
  const { orgId } = await options.keys.firstOrganisation({});

  expect(new Set((await options.keys.list({ orgId })).map(({ name }) => name))).toEqual(new Set(['Ana']));
});

it('gives no second one when it was revoked', async () => {
  await firstKey(options);
  const { orgId } = await options.keys.firstOrganisation({});
  const [first] = await options.keys.list({ orgId });
  await options.keys.revoke({ author: aPrincipal({ orgId, role: 'admin' }), keyId: first!.keyId, force: true });

  expect(await firstKey(options)).toBeUndefined();
});
