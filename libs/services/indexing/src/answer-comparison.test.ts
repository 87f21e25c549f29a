import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedTextIndex, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import type { Item } from '@cairn/contracts';
import { SystemClock, type Embedders, type Generation, type GenerationIndex, type NewItem } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { itemScan, callsOf } from '@cairn/store';
import { AnswerComparison } from './answer-comparison.ts';

const [ada, bob] = [aPrincipal(), aPrincipal()];
let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let comparison: AnswerComparison;
let live: GenerationIndex<'words'>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-answers-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const clock = new SystemClock();
  truth = new SqliteTruth({ threads, clock });
  comparison = new AnswerComparison(truth, callsOf(itemScan, new SqliteStore({ threads, clock })), {} as Embedders);
  live = words(1, 'cairn-text-1');
});
afterEach(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

function words(number: number, builtBy: string): GenerationIndex<'words'> {
  const generation = { target: 'words', number, builtBy } as Generation<'words'>;
  return { generation, index: new EmbeddedTextIndex(threads, { number, analyser: builtBy }) };
}

/** Stored, and thereby in the first generation. */
async function stored(writer: typeof ada, newItem: NewItem): Promise<Item> {
  await truth.write(writer, [newItem]);
  return (await truth.load({ orgId: writer.orgId, kind: newItem.kind, id: newItem.id })) as Item;
}

const some = () =>
  Promise.all([
    stored(ada, aNewMemory({ title: 'Invoices', content: 'They go out on the first.' })),
    stored(ada, aNewMessage({ content: 'Who feeds the parrot?' })),
    stored(bob, aNewMemory({ title: 'Parrots', content: 'Ours speaks on Mondays.', visibility: 'private' })),
  ]);

it('finds two generations of the same items alike, of every organisation and what is private too', async () => {
  const next = words(2, 'cairn-text-1');
  for (const item of await some()) await next.index.upsert(item);

  expect(await comparison.of(live, next)).toEqual({ asked: 3, equal: 3, overlap: 1 });
});

it('counts what one of them answers otherwise', async () => {
  const next = words(2, 'cairn-text-1');
  const [invoices, question, parrots] = await some();
  for (const item of [invoices!, parrots!]) await next.index.upsert(item);
  await next.index.upsert({ ...question!, content: 'Who waters the plants?' } as Item);

  expect(await comparison.of(live, next)).toEqual({ asked: 3, equal: 2, overlap: 2 / 3 });
});

it('says how far the answers of another analyser overlap', async () => {
  const next = words(2, 'cairn-text-1-german');
  const [invoices] = await some();
  await next.index.upsert(invoices!);

  expect(await comparison.of(live, next)).toEqual({ asked: 3, equal: 1, overlap: 1 / 3 });
});

it('has nothing to ask where nothing is stored', async () => {
  expect(await comparison.of(live, words(2, 'cairn-text-1'))).toEqual({ asked: 0, equal: 0, overlap: 1 });
});
