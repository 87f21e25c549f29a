import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteOutbox,
  SqliteStore,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import {
  trackingSubscribers,
  feedback,
  callsOf,
  lifecycle,
  continueForgetting,
  forgetting as forgettingFeature,
  embeddingStore,
  keepChunks,
} from '@cairn/store';
import { subscriptions, type IndexTarget, type Item, type ItemId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { GenerationIndexes, SystemClock, type GenerationIndex, type NewItem } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal, until } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import { ForgettingSubscriber } from './forgetting.controller.ts';

const MODEL = 'a-model';
const clock = new SystemClock();

class TheseIndexes extends GenerationIndexes {
  readonly staleMs = 0;
  private readonly indexes: { words: EmbeddedTextIndex; vectors: EmbeddedVectorIndex };

  constructor(words: EmbeddedTextIndex, vectors: EmbeddedVectorIndex) {
    super();
    this.indexes = { words, vectors };
  }

  async written<Target extends IndexTarget>(target: Target): Promise<readonly GenerationIndex<Target>[]> {
    return [{ generation: { number: 1 }, index: this.indexes[target] }] as unknown as GenerationIndex<Target>[];
  }

  of = () => this.indexes.words as never;
  drop = async () => undefined;
}

async function aWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-forgetting-'));
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const store = new SqliteStore({ threads, clock });
  const truth = new SqliteTruth({ threads, clock });
  const words = new EmbeddedTextIndex(threads);
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId: MODEL, dims: 4 });
  const forgetting = callsOf(forgettingFeature, store);
  return {
    dataDir,
    truth,
    words,
    vectors,
    forgetting,
    subscriber: new ForgettingSubscriber(forgetting, new TheseIndexes(words, vectors), truth),
    embeddings: callsOf(embeddingStore, store),
    outbox: new SqliteOutbox({ threads, clock }),
    lifecycle: callsOf(lifecycle, store),
    feedback: callsOf(feedback, store),
    close: async () => {
      await vectors.close();
      await threads.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
type World = Awaited<ReturnType<typeof aWorld>>;

let world: World;
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.close());

const ada = aPrincipal({ role: 'manager' });

/** Embeds items like the worker of vectors. */
async function embedded(items: readonly NewItem[]): Promise<void> {
  for (const { kind, id } of items) {
    const pointer = { orgId: ada.orgId, kind, id };
    const item = (await world.truth.load(pointer)) as Item;
    const vector = Float32Array.of(1, 0, 0, 0);
    await keepChunks(world.embeddings, {
      pointer,
      modelId: MODEL,
      contentHash: `${id} ${item.version}`,
      chunks: [{ from: 0, to: 1, vector }],
    });
    await world.vectors.upsert(item, [vector]);
    await world.truth.markIndexed(pointer, 'vectors', item.version);
  }
}

async function takenOut(items: readonly NewItem[], fromTheIndex: boolean): Promise<void> {
  for (const { kind, id } of items) {
    const pointer = { orgId: ada.orgId, kind, id };
    const { version } = (await world.truth.load(pointer))!;
    if (fromTheIndex) await world.vectors.remove(ada.orgId, kind, id, version);
    for (const subscriber of trackingSubscribers(subscriptions))
      await world.truth.markIndexed(pointer, subscriber, version);
  }
}

const event = (forgetId: string) => ({ v: 1 as const, outboxId: uuidv7(), orgId: ada.orgId, forgetId });

async function pagesDone(id: string): Promise<void> {
  while ((await continueForgetting(world.forgetting, { orgId: ada.orgId, id })) !== 'verifying');
}

/** Names of the folder's files that hold one of the words, with the word. */
async function traces(canaries: readonly string[]): Promise<string[]> {
  const names = await readdir(world.dataDir, { recursive: true });
  const found = names.map(async (name) => {
    if (!(await stat(join(world.dataDir, name))).isFile()) return [];
    const bytes = (await readFile(join(world.dataDir, name))).toString('latin1').toLowerCase();
    return canaries.filter((word) => bytes.includes(word)).map((word) => `${name}: ${word}`);
  });
  return (await Promise.all(found)).flat();
}

// Behaviour 24
it('keeps no byte of what an act forgot, of former texts and of what it was selected by, and certifies it', async () => {
  const canaries = 'zorblax quintrell mervok dastrin plovick grenthor wimsley tarquist xandrop vuldran'.split(' ');
  const [content, speaker, session, external, former, title, tag, reason, derived, why] = canaries as string[];
  const turns = Array.from({ length: 120 }, (_, at) =>
    aNewMessage({
      content: `They said ${content}.`,
      speaker: `${speaker}`,
      sessionKey: `${session}`,
      externalId: `${external} ${at}`,
    }),
  );
  const memory = aNewMemory({
    title: `${title}`,
    content: `It was ${former}.`,
    tags: [`${tag}`],
    sourceIds: [`${external} 3`],
  });
  const summary = aNewMemory({ content: `Of it: ${derived}.`, sourceIds: [memory.id] });
  const kept = aNewMessage({ content: 'Something else was said.' });
  const items = [...turns, memory, summary];
  await world.truth.write(ada, [...items, kept]);
  const act = { scope: scopeOf(ada), author: ada, id: memory.id as ItemId, ifVersion: 1, reason: `${why}` };
  await world.lifecycle.change({ ...act, fields: { content: 'It is so.' }, derived: memory.derived });
  await world.feedback.give({ scope: scopeOf(ada), memoryId: memory.id, kind: 'wrong' });
  await embedded([...items, kept]);
  const [delivery] = await world.outbox.claim(['message.written.vectors'], 1, 60_000);
  await world.outbox.deadLetter(delivery!.id, `the model refused ${reason}`);
  const before = await traces(canaries);

  const id = uuidv7();
  await world.forgetting.begin({
    scope: scopeOf(ada),
    role: ada.role,
    selection: { sessionKey: session!, lineage: true },
    id,
  });
  await pagesDone(id);
  await takenOut(items, true);
  await world.subscriber.goOn(event(id));
  const certificate = await world.forgetting.certificate({ author: ada, id });
  await until(async () => (await traces(canaries)).length === 0).catch(() => undefined);

  expect(new Set(before.map((trace) => trace.split(': ')[1]))).toEqual(new Set(canaries));
  expect(await traces(canaries)).toEqual([]);
  expect(certificate).toMatchObject({ state: 'verified', messages: 120, memories: 2 });
  expect(Object.fromEntries(certificate!.removed.map(({ from, rows }) => [from, rows]))).toMatchObject({
    item: 122,
    item_embedding: 122,
    revision: 1,
    feedback: 1,
    origin: 2,
    dead_letter: 1,
  });
  expect(certificate!.verified.map(({ where }) => where)).toEqual(expect.arrayContaining(['words-1', 'vectors-1']));
  expect(await world.truth.find(scopeOf(ada), 'message', kept.id)).toMatchObject({ state: 'active' });
});

it('certifies nothing while an index is behind, or still has an item that it says it has let go of', async () => {
  const item = aNewMessage({ channel: 'dev' });
  await world.truth.write(ada, [item]);
  await embedded([item]);
  const id = uuidv7();
  await world.forgetting.begin({
    scope: scopeOf(ada),
    role: ada.role,
    selection: { channel: 'dev', lineage: false },
    id,
  });
  const state = async () => (await world.forgetting.certificate({ author: ada, id }))!;

  await expect(world.subscriber.goOn(event(id))).rejects.toMatchObject({ code: 'index/unavailable' });
  expect(await state()).toMatchObject({ state: 'verifying', verified: [] });
  await takenOut([item], false);
  await expect(world.subscriber.goOn(event(id))).rejects.toMatchObject({ code: 'internal' });
  const unclean = await state();
  await world.subscriber.goOn(event(id));

  expect(unclean).toMatchObject({ state: 'verifying', verifiedAt: null });
  expect(unclean.verified.filter(({ remaining }) => remaining > 0)).toEqual([{ where: 'vectors-1', remaining: 1 }]);
  expect(await state()).toMatchObject({ state: 'verified' });
});
