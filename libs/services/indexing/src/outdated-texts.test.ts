import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { scopeOf } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { aNewMessage, aPrincipal } from '@cairn/testing';
import { textFeaturesOf, TEXT_FEATURE_RULES } from '@cairn/text';
import { textFeatureStore, callsOf } from '@cairn/store';
import { OutdatedTexts } from './outdated-texts.ts';

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

function readByOlderCode(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'cairn.db'));
  db.exec('update text_features set rules = 0, question_share = 0, says_time = 0, says_number = 0, says_rule = 0');
  db.close();
}
