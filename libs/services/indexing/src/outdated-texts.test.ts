import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Logger } from '@nestjs/common';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { CairnError } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { ThreadNotStartedError } from '@cairn/platform';
import { SystemClock } from '@cairn/ports';
import { aNewMessage, aPrincipal } from '@cairn/testing';
import { textFeaturesOf, TEXT_FEATURE_RULES } from '@cairn/text';
import { textFeatureStore, callsOf } from '@cairn/store';
import { OutdatedTexts } from './outdated-texts.ts';

beforeAll(() => Logger.overrideLogger(false));

/** Counts the texts that were read in the main thread. */
class CountingTexts extends OutdatedTexts {
  here = 0;

  protected override readHere(text: Parameters<OutdatedTexts['readHere']>[0]) {
    this.here += 1;
    return super.readHere(text);
  }
}

it('reads anew what other rules read, page by page, nothing twice, and nothing in the main thread', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-texts-'));
  const clock = new SystemClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const features = callsOf(textFeatureStore, new SqliteStore({ threads, clock }));
  const truth = new SqliteTruth({ threads, clock });
  const texts = new CountingTexts(features);
  const ada = aPrincipal();
  const content = 'Please always deploy at 9 on Fridays. Who asks Grace?';
  const items = Array.from({ length: 101 }, () => aNewMessage({ content }));
  await truth.write(ada, items);
  readByOlderCode(dataDir);

  const pauses = [await texts.readSome(), await texts.readSome(), await texts.readSome()];

  const { questionShare, mentions } = textFeaturesOf({ content, timestamp: items[0]!.input.timestamp });
  const read = await truth.candidateFeatures(scopeOf(ada), 'message', [items[0]!.id, items[100]!.id]);
  expect(pauses).toEqual([0, undefined, undefined]);
  expect(texts.here).toBe(0);
  expect(read).toMatchObject([
    { questionShare, mentions },
    { questionShare, mentions },
  ]);
  expect(await features.outdated({ rules: TEXT_FEATURE_RULES, limit: 1 })).toEqual([]);
  await threads.close();
  await rm(dataDir, { recursive: true });
});

/** Texts with features of older rules, of which the thread refuses some. */
class RefusedTexts extends CountingTexts {
  readonly asked: string[] = [];
  readonly outdated: Map<string, { item: { id: string }; content: string }>;
  private readonly refuse: (content: string) => Error | undefined;

  constructor(contents: readonly string[], refuse: (content: string) => Error | undefined) {
    const outdated = new Map(contents.map((content) => [content, { item: { id: content }, content }]));
    const store = {
      outdated: async ({ limit }: { limit: number }) => [...outdated.values()].slice(0, limit),
      keep: async ({ texts }: { texts: { item: { id: string } }[] }) =>
        texts.forEach(({ item }) => outdated.delete(item.id)),
    };
    super(store as never);
    [this.outdated, this.refuse] = [outdated, refuse];
  }

  protected override async readApart(...[, text]: Parameters<OutdatedTexts['readApart']>) {
    this.asked.push(text.content);
    const refusal = this.refuse(text.content);
    if (refusal) throw refusal;
    return textFeaturesOf(text);
  }
}

it('leaves out texts that take too long, however many, and tries them once more after a pause', async () => {
  const long = Array.from({ length: 150 }, (_, place) => `long ${place}`);
  const short = Array.from({ length: 60 }, (_, place) => `short ${place}`);
  const tooLong = new CairnError('request/invalid', 'A text takes more than 30 s to read.');
  const texts = new RefusedTexts([...long, ...short], (content) => (content.startsWith('long') ? tooLong : undefined));

  const pauses = [await texts.readSome(), await texts.readSome(), await texts.readSome()];

  expect(pauses).toEqual([0, 0, 600_000]);
  expect([texts.here, texts.asked.length, [...texts.outdated.keys()]]).toEqual([0, 210, long]);
  await texts.readSome();
  expect(texts.asked.length).toBe(310);
});

it('rests when a thousand texts are left out', async () => {
  const contents = Array.from({ length: 1_200 }, (_, place) => `text ${place}`);
  const texts = new RefusedTexts(contents, () => new Error('a fault of the rules'));

  const pauses = [];
  while (pauses.at(-1) !== 600_000) pauses.push(await texts.readSome());

  expect([pauses.length, texts.asked.length]).toEqual([10, 1_000]);
});

it('reads a text in the main thread if the other thread does not start', async () => {
  const texts = new RefusedTexts(['one', 'two'], () => new ThreadNotStartedError('no memory'));

  expect(await texts.readSome()).toBeUndefined();
  expect([texts.here, texts.outdated.size]).toEqual([2, 0]);
});

function readByOlderCode(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'cairn.db'));
  db.exec('update text_features set rules = 0, question_share = 0, says_time = 0, says_number = 0, says_rule = 0');
  db.close();
}
