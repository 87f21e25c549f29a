import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import type { Item } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { SystemClock, type GenerationIndex, type NewItem } from '@cairn/ports';
import { aMemory, aNewMemory, aNewMessage, aPrincipal, manyVectors } from '@cairn/testing';
import { itemScan, callsOf } from '@cairn/store';
import { Comparison } from './comparison.ts';
import { oneGeneration } from './one-generation.fixture.ts';

const MODEL = { modelId: 'm', dims: 48 };
const [vector] = manyVectors(1) as [Float32Array];
let ada: Principal;
let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let index: EmbeddedVectorIndex;
let comparison: Comparison;
let generation: GenerationIndex<'vectors'>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-comparison-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const clock = new SystemClock();
  truth = new SqliteTruth({ threads, clock });
  index = new EmbeddedVectorIndex({ threads, dataDir, ...MODEL });
  comparison = new Comparison(truth, callsOf(itemScan, new SqliteStore({ threads, clock })));
  [generation] = (await oneGeneration(index, MODEL as never).indexes.written<'vectors'>()) as [typeof generation];
});
beforeEach(() => {
  ada = aPrincipal();
});
afterAll(async () => {
  await index.close();
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Stored, and indexed as far as the truth knows. */
async function stored(newItem: NewItem): Promise<Item> {
  const pointer = { orgId: ada.orgId, kind: newItem.kind, id: newItem.id };
  await truth.write(ada, [newItem]);
  await truth.markIndexed(pointer, 'vectors', 1);
  return (await truth.load(pointer)) as Item;
}
const compare = () => comparison.of(ada.orgId, generation);

it('finds nothing where the index is as the truth, what was forgotten included', async () => {
  const [kept, gone] = [await stored(aNewMessage()), await stored(aNewMemory())];
  for (const item of [kept, gone]) await index.upsert(item, [vector]);
  await truth.forget(scopeOf(ada), ada, 'memory', gone.id as never);
  await index.remove(ada.orgId, 'memory', gone.id, 2);

  expect(await compare()).toEqual({ stored: 1, differences: [], pending: 0 });
});

it('tells the same of an organisation that it compares in parts', async () => {
  class InParts extends Comparison {
    protected override readonly entriesAtOnce = 2;
  }
  const inParts = new InParts(truth, callsOf(itemScan, new SqliteStore({ threads, clock: new SystemClock() })));
  const missing = [await stored(aNewMessage()), await stored(aNewMemory())];
  for (let at = 0; at < 7; at++) await index.upsert(await stored(aNewMessage({ content: `kept ${at}` })), [vector]);
  const never = aMemory({ orgId: ada.orgId });
  await index.upsert(never, [vector]);

  const { stored: count, differences, pending } = await inParts.of(ada.orgId, generation);

  const found = differences.map(({ is, id }) => `${is} ${id}`).sort();
  const wanted = [...missing.map(({ id }) => `missing ${id}`), `phantom ${never.id}`].sort();
  expect([count, found, pending]).toEqual([9, wanted, 0]);
});

it('tells what is missing, phantom and stale, each with its item', async () => {
  const missing = await stored(aNewMessage({ content: 'never indexed' }));
  const forgotten = await stored(aNewMemory());
  const newer = await stored(aNewMessage({ content: 'indexed as it never was' }));
  const unknown = aMemory({ orgId: ada.orgId });
  await index.upsert(forgotten, [vector]);
  await index.upsert({ ...newer, version: 7 }, [vector]);
  await index.upsert(unknown, [vector]);
  await truth.forget(scopeOf(ada), ada, 'memory', forgotten.id as never);
  await truth.markIndexed(forgotten, 'vectors', 2);

  const { stored: count, differences } = await compare();

  const found = differences.map(({ is, id, version }) => ({ is, id, version }));
  expect(count).toBe(2);
  expect(found).toHaveLength(4);
  expect(found).toEqual(
    expect.arrayContaining([
      { is: 'missing', id: missing.id, version: 1 },
      { is: 'phantom', id: forgotten.id, version: 1 },
      { is: 'stale', id: newer.id, version: 1 },
      { is: 'phantom', id: unknown.id, version: 1 },
    ]),
  );
});

it('counts apart what is still on its way', async () => {
  await truth.write(ada, [aNewMessage()]);

  expect(await compare()).toEqual({ stored: 1, differences: [], pending: 1 });
});
