import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { similarityScales, callsOf, itemScan, generations } from '@cairn/store';
import type { Principal } from '@cairn/domain';
import { SystemClock, type Embedder } from '@cairn/ports';
import { aNewMessage, aPrincipal, OneModel } from '@cairn/testing';
import { ScaleMeasurement } from './scale-measurement.ts';

const usual = { cosineNone: 0, cosineFull: 0.6, cosineSpread: 0.1, maxSimNone: 0, maxSimFull: 1, maxSimSpread: 0 };
const DIMS = 16;

/** Places texts by their numbers on a circle, and all of them near each other: no cosine is below .6. */
class NarrowModel {
  readonly modelId = 'narrow';
  embedded: string[] = [];

  constructor(readonly scale: Embedder['scale']) {}

  embed = async (texts: readonly string[]) => {
    this.embedded.push(...texts);
    return texts.map((text) => ({ vector: vectorOf(Number(/\d+/.exec(text)?.[0])), truncated: false }));
  };
}

function vectorOf(number: number): Float32Array {
  const vector = new Float32Array(DIMS);
  vector[0] = Math.sqrt(0.8);
  vector[1] = Math.sqrt(0.2) * Math.cos(number);
  vector[2] = Math.sqrt(0.2) * Math.sin(number);
  return vector;
}

let dataDir: string;
let threads: SqliteThreads;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-scale-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
});
afterEach(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function worldWith(scale: Embedder['scale']) {
  const clock = new SystemClock();
  const model = new NarrowModel(scale);
  const rows = callsOf(generations, new SqliteStore({ threads, clock }));
  const scales = callsOf(similarityScales, new SqliteStore({ threads, clock }));
  const embedders = new OneModel(model as unknown as Embedder);
  const measurement = new ScaleMeasurement(
    rows,
    embedders,
    callsOf(itemScan, new SqliteStore({ threads, clock })),
    scales,
  );
  await rows.ensureFirst({ target: 'vectors', builtBy: model.modelId, dims: DIMS });
  const [generation] = await rows.written({ target: 'vectors' });
  const truth = new SqliteTruth({ threads, clock });
  const say = (who: Principal, count: number, content: (at: number) => string, visibility?: 'private') =>
    truth.write(
      who,
      Array.from({ length: count }, (_, at) => aNewMessage({ content: content(at) }, visibility && { visibility })),
    );
  return { model, scales, measure: () => measurement.measure(generation!), say };
}

it('measures each organisation by its own texts, once, when it has enough of them', async () => {
  const { model, scales, measure, say } = await worldWith({ ...usual, isUsual: true });
  const [many, few] = [aPrincipal(), aPrincipal()];
  await say(many, 200, (at) => `text ${at}`);
  await say(many, 20, () => 'text 1');
  await say(few, 199, (at) => `text ${at}`);
  await say(few, 50, (at) => `secret ${at}`, 'private');
  await say(few, 50, () => 'text 1');

  await measure();

  const scale = await scales.of({ orgId: many.orgId, generation: 1 });
  expect(scale!.cosineNone).toBeGreaterThan(0.6);
  expect(scale!.cosineFull).toBeGreaterThan(0.99);
  expect(scale!.cosineSpread).toBeGreaterThan(0.1);
  expect(await scales.of({ orgId: few.orgId, generation: 1 })).toBeUndefined();

  await say(few, 1, () => 'text 200');
  await measure();

  expect(await scales.of({ orgId: few.orgId, generation: 1 })).toBeDefined();
  expect(model.embedded.filter((text) => text.startsWith('secret'))).toEqual([]);
  expect(model.embedded).toHaveLength(2 * 400);
});

it('measures nothing by texts that are one form filled in, since each question would be unlike all of them', async () => {
  const { model, measure, say } = await worldWith({ ...usual, isUsual: true });
  await say(aPrincipal(), 300, (at) => `Ticket ${at} of the billing team is about invoice${at}.`);

  await measure();

  expect(model.embedded).toEqual([]);
});

it('leaves a model alone that says itself what its similarities mean', async () => {
  const { model, measure, say } = await worldWith(usual);
  await say(aPrincipal(), 200, (at) => `text ${at}`);

  await measure();

  expect(model.embedded).toEqual([]);
});
