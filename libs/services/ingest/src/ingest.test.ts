import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import type { ItemId } from '@cairn/contracts';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aMemoryInput, aMessageInput, aPrincipal } from '@cairn/testing';
import { Ingest } from './ingest.ts';

let dataDir: string;
let threads: SqliteThreads;
let ingest: Ingest;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-ingest-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  ingest = new Ingest(new SqliteTruth({ threads, clock: new SystemClock() }));
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const idOf = (receipts: { id: string }[]) => receipts[0]!.id as ItemId;

it('keeps a memory once that is said twice, and two that differ', async () => {
  const ada = aPrincipal();
  const [first] = await ingest.addMemories(ada, [aMemoryInput()]);
  const [again] = await ingest.addMemories(ada, [
    aMemoryInput({ content: ' deploys are frozen from friday noon  to monday morning.' }),
  ]);
  const [other] = await ingest.addMemories(ada, [aMemoryInput({ content: 'Deploys are never frozen.' })]);

  expect(again).toMatchObject({ id: first!.id, created: false });
  expect(other).toMatchObject({ created: true });
});

it('never merges messages: people repeat themselves', async () => {
  const receipts = await ingest.addMessages(aPrincipal(), [
    aMessageInput({ content: 'ok' }),
    aMessageInput({ content: 'ok' }),
  ]);

  expect(new Set(receipts.map(({ id }) => id)).size).toBe(2);
});

it('takes an external id once, and refuses it for something else', async () => {
  const ada = aPrincipal();
  const sent = aMessageInput({ externalId: 'm1', content: 'first' });
  const [first] = await ingest.addMessages(ada, [sent]);
  const [again] = await ingest.addMessages(ada, [sent]);

  expect(again).toMatchObject({ id: first!.id, created: false });
  await expect(ingest.addMessages(ada, [aMessageInput({ externalId: 'm1', content: 'other' })])).rejects.toMatchObject({
    code: 'item/conflict',
  });
});

it('answers an idempotency key as the first time, and refuses it for another body', async () => {
  const ada = aPrincipal();
  const options = { idempotencyKey: 'k' };
  const first = await ingest.addMessages(ada, [aMessageInput({ content: 'one' })], options);
  const again = await ingest.addMessages(ada, [aMessageInput({ content: 'one' })], options);

  expect(again).toEqual(first);
  await expect(ingest.addMessages(ada, [aMessageInput({ content: 'two' })], options)).rejects.toMatchObject({
    code: 'idempotency/mismatch',
  });
});

it('ties what is written in a peer channel to that peer', async () => {
  const coach = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:511'] });
  const colleague = aColleagueOf(coach);
  const id = idOf(await ingest.addMemories(coach, [aMemoryInput({ channel: 'coach:511' })]));

  expect(await ingest.find(coach, 'memory', id, 'coach:511')).toMatchObject({ visibility: 'peer' });
  await expect(ingest.find(coach, 'memory', id)).rejects.toMatchObject({ code: 'item/unknown' });
  await expect(ingest.find(colleague, 'memory', id, 'coach:511')).rejects.toMatchObject({ code: 'item/unknown' });
});

it.each([
  ['a peer prefix without a peer', { channel: 'coach:' }, 'request/invalid', 'channel'],
  ['a peer channel that the key may not speak for', { channel: 'coach:512' }, 'auth/forbidden', undefined],
  ['peer visibility outside a peer channel', { visibility: 'peer' as const }, 'request/invalid', 'visibility'],
  ['channel visibility without a channel', { visibility: 'channel' as const }, 'request/invalid', 'visibility'],
])('refuses %s', async (_, input, code, field) => {
  const coach = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:511'] });
  const refusal = await ingest.addMemories(coach, [aMemoryInput(input)]).catch((error: unknown) => error);

  expect(refusal).toMatchObject({ code, issues: field ? [{ field }] : [] });
});

it('names the item of a batch that is wrong, and stores none of it', async () => {
  const coach = aPrincipal({ peerPrefixes: ['coach'] });
  const refusal = await ingest
    .addMessages(coach, [aMessageInput({ externalId: 'a' }), aMessageInput({ channel: 'coach' })])
    .catch((error: unknown) => error);

  expect(refusal).toMatchObject({ issues: [{ field: '[1].channel', value: 'coach' }] });
  const [retried] = await ingest.addMessages(coach, [aMessageInput({ externalId: 'a' })]);
  expect(retried).toMatchObject({ created: true });
});

it('answers after the wait with what is still pending', async () => {
  const [receipt] = await ingest.addMemories(aPrincipal(), [aMemoryInput()], { waitMs: 40 });

  expect(receipt?.index).toEqual({ words: 'indexed', vectors: 'pending' });
});
