import { maskedCountsOf, maskInput, Metrics } from '@cairn/platform';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedback, callsOf, aliases, knowledgeBases } from '@cairn/store';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import {
  DeclareAliasRequest,
  KeyRequest,
  type ItemId,
  type MemoryId,
  type Receipt,
  type RouteName,
} from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aMemoryInput, aMessageInput, aPrincipal, mentionsOf } from '@cairn/testing';
import { AliasesController } from '../aliases.controller.ts';
import { FeedbackController } from '../feedback.controller.ts';
import { IndexWatch } from './index-watch.ts';
import { Ingest } from './ingest.ts';
import { OwnText, OwnTextPolicy } from './own-text.ts';

let dataDir: string;
let threads: SqliteThreads;
let names: AliasesController;
let ingest: Ingest;
let truth: SqliteTruth;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-ingest-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  truth = new SqliteTruth({ threads, clock: new SystemClock() });
  const bases = callsOf(knowledgeBases, new SqliteStore({ threads, clock: new SystemClock() }));
  ingest = new Ingest(
    truth,
    truth,
    new IndexWatch(truth),
    new OwnText(truth, new OwnTextPolicy('remove'), new Metrics()),
    bases,
  );
  names = new AliasesController(callsOf(aliases, new SqliteStore({ threads, clock: new SystemClock() })));
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

it('takes the same thing of another import for the same, which stays of the import that brought it', async () => {
  const ada = aPrincipal();
  const of = (importId: string) => ({ ...aMemoryInput(), externalId: 'x1', source: 'vault', provenance: { importId } });
  const [first] = await ingest.addMemories(ada, [of('2026-1')]);
  const [again] = await ingest.addMemories(ada, [of('2026-2')]);

  expect(again).toMatchObject({ id: first!.id, created: false });
});

it('marks what an import of rule files brings, by the request and not by what an item claims', async () => {
  const ada = aPrincipal({ kind: 'person' });
  const rule = (content: string, provenance: Record<string, string>) =>
    aMemoryInput({ content, category: 'rule', forbids: [{ names: ['yak'], strength: 'must' }], provenance });
  const [ofFile] = await ingest.addMemories(ada, [rule('One.', { importId: 'i1' })], { importKind: 'rules' });
  const [claimed] = await ingest.addMemories(ada, [rule('Two.', { importId: 'i1', importKind: 'rules' })]);
  const [byHand] = await ingest.addMemories(ada, [rule('Three.', {})], { importKind: 'rules' });
  const provenanceOf = async (receipt: Receipt | undefined) =>
    (await ingest.find(ada, 'memory', receipt!.id as ItemId)).provenance;

  expect(await provenanceOf(ofFile)).toEqual({ importId: 'i1', importKind: 'rules' });
  expect(await provenanceOf(claimed)).toEqual({ importId: 'i1' });
  expect(await provenanceOf(byHand)).toEqual({});
  expect([ofFile, claimed, byHand].map((receipt) => receipt!.understood?.join(' '))).toEqual([
    expect.stringContaining('stops: yes'),
    expect.stringContaining('stops: no, not written or confirmed here'),
    expect.stringContaining('stops: yes'),
  ]);
});

it('keeps equal text about another subject, or of another time, as a memory of its own', async () => {
  const ada = aPrincipal();
  const billing = { ...aMemoryInput(), subject: 'billing freeze' };
  const sent = [
    aMemoryInput(),
    billing,
    { ...billing, subject: 'shop freeze' },
    { ...billing, validFrom: 1_000 },
    { ...billing, validFrom: 1_000, validTo: 2_000 },
  ];

  const first = await ingest.addMemories(ada, sent);
  const again = await ingest.addMemories(ada, sent);

  expect(first.map(({ created }) => created)).toEqual([true, true, true, true, true]);
  expect(first[1]!.conflicts).toContainEqual({ id: first[0]!.id, fields: ['subject'] });
  const [other] = await ingest.addMemories(ada, [{ ...aMemoryInput(), attribute: 'window' }]);
  expect(other).toMatchObject({ created: true, conflicts: expect.arrayContaining([expect.anything()]) });
  expect(again.map(({ id, created }) => ({ id, created }))).toEqual(first.map(({ id }) => ({ id, created: false })));
});

it('lets others have their turn between the items of a large batch', async () => {
  const turns: string[] = [];
  class Told extends SqliteTruth {
    override write(...args: Parameters<SqliteTruth['write']>) {
      turns.push('write');
      return super.write(...args);
    }
  }
  const told = new Told({ threads, clock: new SystemClock() });
  const other = new Ingest(
    told,
    told,
    new IndexWatch(truth),
    new OwnText(truth, new OwnTextPolicy('remove'), new Metrics()),
    callsOf(knowledgeBases, new SqliteStore({ threads, clock: new SystemClock() })),
  );
  const large = aMessageInput({ content: 'a zebra '.repeat(100_000) });

  const ada = aPrincipal();
  const sent = { query: { waitMs: 0 }, headers: {}, body: [large, large, large] };
  const writing = maskInput('addMessages', ada, sent).then(({ body }) => other.addMessages(ada, [body].flat()));
  setImmediate(() => turns.push('other'));
  await writing;

  expect(turns).toEqual(['other', 'write']);
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

it('takes more declarations under an external id that it knows, and refuses a name that two entities have', async () => {
  const ada = aPrincipal();
  const sent = aMemoryInput({ externalId: 'm1', relations: [{ from: 'team:a', type: 'owns', to: 'b' }] });
  const [first] = await ingest.addMemories(ada, [sent]);
  const [again] = await ingest.addMemories(ada, [{ ...sent, relations: [{ from: 'c', type: 'owns', to: 'd' }] }]);
  const entities = [
    { name: 'b', type: 'team' as const },
    { name: 'b', type: 'service' as const },
  ];

  expect(again).toMatchObject({ id: first!.id, created: false });
  await expect(ingest.addMemories(ada, [{ ...sent, entities }])).rejects.toMatchObject({
    code: 'request/invalid',
    issues: [{ field: 'relations[0].to' }],
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

it('takes feedback on a memory that its caller sees, and on no other', async () => {
  const coach = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:511'] });
  const controller = new FeedbackController(callsOf(feedback, new SqliteStore({ threads, clock: new SystemClock() })));
  const memoryId = idOf(await ingest.addMemories(coach, [aMemoryInput({ channel: 'coach:511' })])) as MemoryId;
  const body = { memoryId, kind: 'used' } as const;

  expect(await controller.give(coach, { body: { ...body, channel: 'coach:511' } })).toEqual({
    ...body,
    recorded: true,
  });
  for (const [who, channel] of [
    [coach, undefined],
    [aColleagueOf(coach), 'coach:511'],
  ] as const)
    await expect(controller.give(who, { body: { ...body, channel } })).rejects.toMatchObject({
      code: 'item/unknown',
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
  ['a peer channel that the key may not speak for', { channel: 'coach:512' }, 'auth/forbidden', 'channel'],
  ['peer visibility outside a peer channel', { visibility: 'peer' as const }, 'request/invalid', 'visibility'],
])('refuses %s', async (_, input, code, field) => {
  const coach = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:511'] });
  const refusal = await ingest.addMemories(coach, [aMemoryInput(input)]).catch((error: unknown) => error);

  expect(refusal).toMatchObject({ code, issues: [{ field }] });
});

it('refuses a peer channel that is named where it would be no border', async () => {
  const coach = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:511'] });
  const say = (place: object) => ingest.addMessages(coach, [aMessageInput(place)]);

  await expect(say({ channel: 'team chat', subchannel: 'coach:511' })).rejects.toMatchObject({
    code: 'request/invalid',
    issues: [{ field: 'subchannel', value: 'coach:511' }],
  });
  await expect(say({ channel: 'coach:511', subchannel: 'coach:511' })).resolves.toMatchObject([{ created: true }]);
});

describe('a secret in what is written', () => {
  // Put together at run time, so that no scanner takes this file for a leak.
  const secret = `gh${'p_'}${'a1B2'.repeat(9)}`;
  const masked = '[masked: github-token]';

  type Body = Extract<RouteName, 'addMemories' | 'addMessages' | 'declareAlias' | 'createKey'>;
  const atDoor = async (name: Body, author: Principal, body: object) =>
    (await maskInput(name, author, { query: { waitMs: 0 }, headers: {}, body } as never)).body as never;
  const addMemories = async (author: Principal, input: object, options = {}) =>
    ingest.addMemories(author, await atDoor('addMemories', author, [aMemoryInput(input)]), options);

  it('is masked wherever people read, and told by its kind', async () => {
    const ada = aPrincipal();
    const provenance = { url: `https://x/${secret}` };
    const words = {
      title: `T ${secret}`,
      content: `C ${secret} ${secret}`,
      tags: [secret],
      subject: secret,
      provenance,
    };
    const [memory] = await addMemories(ada, words);
    const said = { content: `use ${secret}`, speaker: secret };
    const messages = await atDoor('addMessages', ada, [aMessageInput(said), aMessageInput()]);
    const [message, other] = await ingest.addMessages(ada, messages);

    expect(await ingest.find(ada, 'memory', memory!.id as ItemId)).toMatchObject({
      ...{ title: `T ${masked}`, content: `C ${masked} ${masked}`, tags: [masked], subject: masked },
      provenance: { url: `https://x/${masked}` },
    });
    expect(await ingest.find(ada, 'message', message!.id as ItemId)).toMatchObject({
      ...{ content: `use ${masked}`, speaker: masked },
    });
    expect(memory!.masked).toEqual({ 'github-token': 6 });
    expect(message!.masked).toEqual({ 'github-token': 2 });
    expect(other).not.toHaveProperty('masked');
  });

  it('is masked in what a memory declares, alike in an entity and in the relations that name it', async () => {
    const declared = {
      entities: [{ name: secret, type: 'team' as const, aliases: [`a ${secret}`] }],
      relations: [{ from: secret, type: 'owns', to: `x ${secret}` }],
    };
    const input: object = await atDoor('addMemories', aPrincipal(), aMemoryInput(declared));

    expect(input).toMatchObject({
      entities: [{ name: masked, type: 'team', aliases: [`a ${masked}`] }],
      relations: [{ from: masked, type: 'owns', to: `x ${masked}` }],
    });
    expect(maskedCountsOf(input)).toEqual({ 'github-token': 4 });
  });

  it('leaves sending again harmless, by external id, by text and by idempotency key', async () => {
    const ada = aPrincipal();
    const sent = { content: `use ${secret}` };
    const write = async (input: object, idempotencyKey?: string) =>
      (await addMemories(ada, input, idempotencyKey ? { idempotencyKey } : {}))[0]!;

    for (const [input, key] of [[{ ...sent, externalId: 'e' }], [sent], [{ ...sent, title: 'K' }, 'k']] as const) {
      const first = await write(input, key);
      const again = await write(input, key);
      expect(again).toMatchObject({ id: first.id, masked: { 'github-token': 1 } });
      expect(again.created).toBe(key !== undefined);
    }
  });

  it.each([
    ['channel', { channel: secret }],
    ['externalId', { externalId: secret }],
    ['sourceIds[0]', { sourceIds: [secret] }],
    ['provenance', { provenance: { [secret]: 'x' } }],
  ])('is refused in %s, which a mask would make another name, and not repeated', async (field, input) => {
    const refusal = await atDoor('addMemories', aPrincipal(), aMemoryInput(input)).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: 'request/invalid', issues: [{ field }] });
    expect(JSON.stringify([refusal, (refusal as Error).message])).not.toContain(secret);
  });

  it('is refused as the role of a message, in an alias and as the name of a key, and not repeated', async () => {
    const ada = aPrincipal();
    const declare = (request: { alias: string; speakers: string[] }) => atDoor('declareAlias', ada, request);
    const named = KeyRequest.parse({ name: `agent ${secret}` });

    for (const [field, attempt] of [
      ['role', () => atDoor('addMessages', ada, aMessageInput({ role: secret }))],
      ['alias', () => declare({ alias: `Bob ${secret}`, speakers: ['Robert'] })],
      ['speakers[1]', () => declare({ alias: 'Bob', speakers: ['Robert', secret] })],
      ['name', () => atDoor('createKey', ada, named)],
    ] as const) {
      const refusal: unknown = await attempt().catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'request/invalid', issues: [{ field }] });
      expect(JSON.stringify([refusal, (refusal as Error).message])).not.toContain(secret);
    }
  });

  it('stays where the organisation says so, but for what is marked as private', async () => {
    const ada = aPrincipal({ masking: 'off' });
    const content = `${secret} <private>salary</private>`;
    const sent = await atDoor('addMessages', ada, [aMessageInput({ content, sessionKey: secret })]);
    const [receipt] = await ingest.addMessages(ada, sent);

    const { content: kept } = (await ingest.find(ada, 'message', receipt!.id as ItemId)) as { content: string };
    expect(kept).toBe(`${secret} [masked: private]`);
    expect(receipt!.masked).toEqual({ private: 1 });
  });
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
    names.declare(ada, { body: DeclareAliasRequest.parse({ alias, speakers }) });

  it('are declared, listed and withdrawn, however they are written', async () => {
    const ada = aPrincipal({ role: 'manager' });
    const declared = await declare(ada, ' @Bob ', ['Robert Kim', 'Ann', 'Ann']);

    expect(declared).toEqual({ alias: '@Bob', speakers: ['Ann', 'Robert Kim'], origin: 'declared', sightings: 0 });
    expect(await names.list(ada)).toEqual({ aliases: [declared] });
    expect(await names.withdraw(ada, { query: { alias: 'BOB' } })).toEqual({ alias: 'BOB', withdrawn: true });
    await expect(names.withdraw(ada, { query: { alias: 'Bob' } })).rejects.toMatchObject({ code: 'item/unknown' });
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
});

describe('what is stored with a text for ranking', () => {
  const DAY_MS = 86_400_000;
  /** A Sunday. */
  const timestamp = Date.UTC(2026, 10, 22, 10);
  const sunday = Date.UTC(2026, 10, 22);

  it.each([
    ['I was away yesterday.', mentionsOf('time'), { from: sunday - DAY_MS, to: sunday }],
    ['It costs 12 euros.', mentionsOf('number'), undefined],
    ['I am here today, the third time.', mentionsOf('time'), undefined],
    ['We met in Lisbon.', mentionsOf('name'), undefined],
    ['Always answer briefly.', mentionsOf('rule'), undefined],
    ['Nothing of that sort.', mentionsOf(), undefined],
  ])('is, of the message %p, whether it says %j and that it tells of %j', async (content, mentions, mentionedTime) => {
    const ada = aPrincipal();
    const id = idOf(await ingest.addMessages(ada, [aMessageInput({ content, timestamp })]));

    const [features] = await truth.candidateFeatures(scopeOf(ada), 'message', [id]);

    expect(features!.mentions).toEqual(mentions);
    expect(features!.mentionedTime).toEqual(mentionedTime);
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

    const features = await truth.candidateFeatures(scopeOf(ada), 'memory', ids);

    const told = ids.map((id) => features.find((each) => each.id === id)!.mentionedTime);
    const outage = Date.UTC(2023, 4, 3);
    expect(told).toEqual([{ from: outage, to: outage + DAY_MS }, { from: sunday - DAY_MS, to: sunday }, undefined]);
    expect(features.every(({ mentions }) => mentions.time)).toBe(true);
    expect(features.filter(({ mentions }) => mentions.number)).toHaveLength(2);
  });
});

it('stores a line in place of what Cairn itself gave out, and the same sending stays the same', async () => {
  const ada = aPrincipal();
  const [memory] = await ingest.addMemories(ada, [aMemoryInput()]);
  const { id } = memory!;
  const { title, content } = aMemoryInput();
  const hit = JSON.stringify({ kind: 'memory', memoryId: id, title, content });
  const sent = aMessageInput({ externalId: 'turn 1', content: `I looked it up:\n${hit}\nSo we wait.` });

  const [receipt] = await ingest.addMessages(ada, [sent]);
  const [again] = await ingest.addMessages(ada, [sent]);
  const found = await ingest.find(ada, 'message', receipt!.id as ItemId);
  const [ofStranger] = await ingest.addMessages(aPrincipal(), [sent]);

  expect(receipt).toMatchObject({ created: true, recalled: [id] });
  expect(found.content).toBe(`I looked it up:\n[Recalled from Cairn, not stored again: ${id}]\nSo we wait.`);
  expect(again).toMatchObject({ id: receipt!.id, created: false });
  expect(ofStranger).not.toHaveProperty('recalled');

  const keeping = new Ingest(
    truth,
    truth,
    new IndexWatch(truth),
    new OwnText(truth, new OwnTextPolicy('keep'), new Metrics()),
    callsOf(knowledgeBases, new SqliteStore({ threads, clock: new SystemClock() })),
  );
  const [kept] = await keeping.addMessages(ada, [aMessageInput({ content: hit })]);
  expect((await ingest.find(ada, 'message', kept!.id as ItemId)).content).toBe(hit);
});
