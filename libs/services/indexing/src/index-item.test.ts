import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { BundledEmbedder, UnavailableEmbedder } from '@cairn/adapter-embedders';
import type { ItemId, ItemKind, Written } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { Metrics } from '@cairn/platform';
import { CONTINUE_RESULT, SystemClock, type Embedder, type NewItem } from '@cairn/ports';
import { allOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { passagesOf, callsOf, embeddingStore, type EmbeddingStore } from '@cairn/store';
import { v7 as uuidv7 } from 'uuid';
import { IndexMeasures } from './index-measures.ts';
import { IndexItem } from './index-item.ts';
import { ItemVectors } from './item-vectors.ts';
import { oneGeneration } from './one-generation.fixture.ts';

const embedder = new BundledEmbedder();
let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let vectors: EmbeddedVectorIndex;
let store: EmbeddingStore;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-vectors-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  truth = new SqliteTruth({ threads, clock: new SystemClock() });
  vectors = new EmbeddedVectorIndex({ threads, dataDir, modelId: embedder.modelId, dims: embedder.dims });
  store = callsOf(embeddingStore, new SqliteStore({ threads, clock: new SystemClock() }));
});
afterAll(async () => {
  await Promise.all([vectors.close(), embedder.close()]);
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function written(author: Principal, item: NewItem): Promise<Written> {
  const [receipt] = await truth.write(author, [item]);
  return { v: 1, outboxId: uuidv7(), orgId: author.orgId, id: receipt!.id, version: receipt!.version };
}

/** A vector of its own for each text; a word is a token. */
class CountingModel extends UnavailableEmbedder {
  readonly calls: number[] = [];
  readonly texts: string[] = [];
  override readonly modelId = embedder.modelId as 'none';
  override readonly dims = embedder.dims as 0;

  override countTokens(text: string): number {
    return text.split(' ').length;
  }

  override async embed(texts: readonly string[]) {
    this.calls.push(texts.length);
    this.texts.push(...texts);
    return texts.map((text) => ({ vector: unitVector(text.length), truncated: false }));
  }
}

const unitVector = (seed: number): Float32Array => {
  const vector = Float32Array.from({ length: embedder.dims }, (_, at) => Math.sin(seed + at));
  return vector.map((value) => value / Math.hypot(...vector));
};

const metrics = new Metrics();
/** Indexes an item like the handler of the event. */
const indexWith = (model: Embedder = embedder) => {
  const { indexes, embedders } = oneGeneration(vectors, model);
  const measures = new IndexMeasures(metrics, new SystemClock());
  const items = new IndexItem(truth, indexes, embedders, new ItemVectors(store, measures), measures);
  const run = (kind: ItemKind, { orgId, id }: Written) => items.run('vectors', { orgId, kind, id: id as ItemId });
  return { run };
};

async function nearest(author: Principal, query: string, kind: 'memory' | 'message' = 'memory') {
  const [asked] = await embedder.embed([query], 'query');
  return vectors.search(scopeOf(author), { modelId: embedder.modelId, vector: asked!.vector }, { kind }, 5);
}

it('makes a memory findable by its meaning, and marks it indexed', async () => {
  const ada = aPrincipal();
  const event = await written(ada, aNewMemory({ title: 'Pets', content: 'The office dog is called Rufus.' }));

  await indexWith().run('memory', event);
  await indexWith().run('memory', event);

  expect(await nearest(ada, 'what is the name of the puppy at work')).toMatchObject([{ id: event.id, chunk: 0 }]);
  const [state] = await truth.indexStates([{ orgId: ada.orgId, kind: 'memory', id: event.id as never }]);
  expect(state?.vectors).toBe('indexed');
});

it('finds a long text by the passage that fits', async () => {
  const ada = aPrincipal();
  const filler = 'The quarterly report lists revenue, costs and head count for every region in turn. '.repeat(60);
  const content = `${filler}\n\nThe spare key to the server room is taped under the third chair.\n\n${filler}`;
  const event = await written(ada, aNewMessage({ content }));

  await indexWith().run('message', event);

  const [hit] = await nearest(ada, 'where is the key for the server room', 'message');
  const [passage] = await passagesOf(store, {
    scope: scopeOf(ada),
    modelId: embedder.modelId,
    kind: 'message',
    wanted: [{ id: hit!.id, chunk: hit!.chunk }],
  });
  expect(hit!.chunk).toBeGreaterThan(0);
  expect(content.slice(passage!.from, passage!.to)).toContain('third chair');
});

it('finds a passage of a document by what only the title says, the same passage of two documents apart', async () => {
  const ada = aPrincipal();
  const filler = 'The quarterly report lists revenue, costs and head count for every region in turn. '.repeat(30);
  const content = `${filler}\n\nIt is written in Rust and restarts every night.`;
  const [billing, search] = await Promise.all(
    ['Billing daemon', 'Search daemon'].map((title) => written(ada, aNewMemory({ title, content }))),
  );
  for (const event of [billing!, search!]) await indexWith().run('memory', event);

  for (const [event, name] of [
    [billing!, 'billing'],
    [search!, 'search'],
  ] as const) {
    const [hit] = await nearest(ada, `which language is the ${name} daemon written in`);
    expect(hit!.id).toBe(event.id);
    const wanted = [{ id: hit!.id, chunk: hit!.chunk }];
    const [passage] = await passagesOf(store, {
      scope: scopeOf(ada),
      modelId: embedder.modelId,
      kind: 'memory',
      wanted,
    });
    const text = `${name === 'billing' ? 'Billing' : 'Search'} daemon\n${content}`;
    expect(text.slice(passage!.from, passage!.to)).toMatch(/every night\.$/);
  }
});

it('embeds a long text in parts, goes on where it was, and stops when it is forgotten', async () => {
  const ada = aPrincipal();
  const sentence = (at: number) => `The report of quarter ${at} lists revenue, costs and head count for every region.`;
  const content = Array.from({ length: 1500 }, (_, at) => sentence(at)).join(' ');
  const model = new CountingModel();
  const { run } = indexWith(model);
  const event = await written(ada, aNewMessage({ content }));
  const forgotten = await written(ada, aNewMessage({ content: `${content} Or not.` }));
  const stateOf = async () =>
    (await truth.indexStates([{ orgId: ada.orgId, kind: 'message', id: event.id as never }]))[0]?.vectors;

  const first = [await run('message', event), model.calls.at(-1), await stateOf()];
  const firstOfForgotten = await run('message', forgotten);
  await truth.forget(scopeOf(ada), ada, 'message', forgotten.id as never);
  const callsBefore = model.calls.length;
  await run('message', forgotten);
  const callsForForgotten = model.calls.length - callsBefore;
  let outcome: unknown = CONTINUE_RESULT;
  while (outcome === CONTINUE_RESULT) outcome = await run('message', event);
  const passages = model.texts.length;
  await run('message', event);

  expect(first).toEqual([CONTINUE_RESULT, 32, 'pending']);
  expect([firstOfForgotten, callsForForgotten]).toEqual([CONTINUE_RESULT, 0]);
  expect(await stateOf()).toBe('indexed');
  expect(Math.max(...model.calls)).toBe(32);
  expect(model.texts.length).toBe(passages);
  expect(passages - 32).toBeGreaterThan(64);
  expect(new Set(model.texts).size).toBe(passages - 32);
});

it('takes a forgotten memory out', async () => {
  const ada = aPrincipal();
  const event = await written(ada, aNewMemory({ title: 'Pets', content: 'The office dog is called Rufus.' }));
  await indexWith().run('memory', event);

  await truth.forget(scopeOf(ada), ada, 'memory', event.id as never);
  await indexWith().run('memory', { ...event, version: 2 });

  expect(await nearest(ada, 'the name of the dog')).toEqual([]);
});

it('does not bring a forgotten memory back by a late delivery, when the index has forgotten that too', async () => {
  const ada = aPrincipal();
  const event = await written(ada, aNewMemory({ title: 'Pets', content: 'The office dog is called Rufus.' }));
  await indexWith().run('memory', event);
  await truth.forget(scopeOf(ada), ada, 'memory', event.id as never);
  await indexWith().run('memory', { ...event, version: 2 });
  await vectors.forgetRemovals(Date.now() + 1000);
  const known = await allOf(vectors.entries(ada.orgId));

  await indexWith().run('memory', event);

  expect(known).toEqual([]);
  expect(await nearest(ada, 'the name of the dog')).toEqual([]);
  expect(await allOf(vectors.entries(ada.orgId))).toMatchObject([{ id: event.id, isRemoved: true }]);
});

it('leaves an item pending when the model is away, so that the event is tried again', async () => {
  const ada = aPrincipal();
  const event = await written(ada, aNewMemory());

  await expect(indexWith(new UnavailableEmbedder()).run('memory', event)).rejects.toMatchObject({
    code: 'embedder/unavailable',
  });

  const [state] = await truth.indexStates([{ orgId: ada.orgId, kind: 'memory', id: event.id as never }]);
  expect(state).toEqual({ words: 'indexed', vectors: 'pending' });
});

it('embeds and indexes nothing for an item that is not there', async () => {
  const { orgId } = aPrincipal();
  const model = new CountingModel();

  const done = await indexWith(model).run('memory', { v: 1, outboxId: uuidv7(), orgId, id: uuidv7(), version: 1 });

  expect(done).toBeUndefined();
  expect(model.calls).toEqual([]);
  expect(await allOf(vectors.entries(orgId))).toEqual([]);
});
