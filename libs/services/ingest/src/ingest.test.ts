import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteAliases, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { DeclareAliasRequest, scopeOf, type ItemId, type Principal } from '@cairn/contracts';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aMemoryInput, aMessageInput, aPrincipal, saying } from '@cairn/testing';
import { AliasesController } from './aliases.controller.ts';
import { Ingest } from './ingest.ts';

let dataDir: string;
let threads: SqliteThreads;
let aliases: AliasesController;
let ingest: Ingest;
let truth: SqliteTruth;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-ingest-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  truth = new SqliteTruth({ threads, clock: new SystemClock() });
  ingest = new Ingest(truth);
  aliases = new AliasesController(new SqliteAliases({ threads, clock: new SystemClock() }));
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

describe('aliases', () => {
  const declare = (ada: Principal, alias: string, speakers: string[]) =>
    aliases.declare(ada, DeclareAliasRequest.parse({ alias, speakers }));

  it('are declared, listed and withdrawn, however they are written', async () => {
    const ada = aPrincipal({ role: 'manager' });
    const declared = await declare(ada, ' @Bob ', ['Robert Kim', 'Ann', 'Ann']);

    expect(declared).toEqual({ alias: '@Bob', speakers: ['Ann', 'Robert Kim'], origin: 'declared', sightings: 0 });
    expect(await aliases.list(ada)).toEqual({ aliases: [declared] });
    expect(await aliases.withdraw(ada, { alias: 'BOB' })).toEqual({ alias: 'BOB', withdrawn: true });
    await expect(aliases.withdraw(ada, { alias: 'Bob' })).rejects.toMatchObject({ code: 'item/unknown' });
  });

  it.each([
    ['...', ['Ada'], 'alias', '...'],
    ['K', ['Ada'], 'alias', 'K'],
    ['bob', ['Ada', 'BOB'], 'speakers[1]', 'BOB'],
  ])('refuse %p for %j with the field', async (alias, speakers, field, value) => {
    await expect(declare(aPrincipal(), alias, speakers)).rejects.toMatchObject({
      code: 'request/invalid',
      issues: [{ field, value, allowed: expect.any(String) }],
    });
  });

  it('are learned from forms of address, not of whom nobody knows', async () => {
    const ada = aPrincipal();
    const say = (speaker: string | undefined, content: string) => aMessageInput({ speaker, content, sessionKey: 's' });
    await ingest.addMessages(ada, [
      say('Melanie', 'Good morning!'),
      say('Caroline', 'Hey Mel, how are you?'),
      say(undefined, 'Hey Mel, how are you?'),
      say('Melanie', 'Fine, and you?'),
      say('Caroline', 'Fine. Thanks, Mel!'),
      say('Caroline', 'Just call me Caro.'),
    ]);

    expect((await aliases.list(ada)).aliases).toEqual([
      { alias: 'Caro', speakers: ['Caroline'], origin: 'learned', sightings: 2 },
      { alias: 'Mel', speakers: ['Melanie'], origin: 'learned', sightings: 2 },
    ]);
  });
});

describe('what is stored with a text for ranking', () => {
  const DAY_MS = 86_400_000;
  /** A Sunday. */
  const timestamp = Date.UTC(2026, 10, 22, 10);
  const sunday = Date.UTC(2026, 10, 22);

  it.each([
    ['I was away yesterday.', saying('time'), { from: sunday - DAY_MS, to: sunday }],
    ['It costs 12 euros.', saying('number'), undefined],
    ['I am here today, the third time.', saying('time'), undefined],
    ['We met in Lisbon.', saying('name'), undefined],
    ['Always answer briefly.', saying('rule'), undefined],
    ['Nothing of that sort.', saying(), undefined],
  ])('is, of the message %p, whether it says %j and that it tells of %j', async (content, says, told) => {
    const ada = aPrincipal();
    const id = idOf(await ingest.addMessages(ada, [aMessageInput({ content, timestamp })]));

    const [traits] = await truth.traits(scopeOf(ada), 'message', [id]);

    expect(traits!.says).toEqual(says);
    expect(traits!.told).toEqual(told);
  });

  it('is of a memory what its title and its content say', async () => {
    const ada = aPrincipal();
    const inputs = [
      aMemoryInput({ title: 'Outage of 2023-05-03', content: 'The disk was full.', timestamp }),
      aMemoryInput({ title: 'Outage', content: 'The disk was full yesterday, at 99 percent.', timestamp }),
      aMemoryInput({ title: 'Outage', content: 'The disk was full yesterday.', timestamp: 0 }),
    ];
    const receipts = await ingest.addMemories(ada, inputs);
    const ids = receipts.map(({ id }) => id as ItemId);

    const traits = await truth.traits(scopeOf(ada), 'memory', ids);

    const told = ids.map((id) => traits.find((each) => each.id === id)!.told);
    const outage = Date.UTC(2023, 4, 3);
    expect(told).toEqual([{ from: outage, to: outage + DAY_MS }, { from: sunday - DAY_MS, to: sunday }, undefined]);
    expect(traits.every(({ says }) => says.time)).toBe(true);
    expect(traits.filter(({ says }) => says.number)).toHaveLength(2);
  });
});
