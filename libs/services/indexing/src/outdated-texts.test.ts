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

it('reads anew what other rules read, page by page, and nothing twice', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-texts-'));
  const clock = new SystemClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const features = callsOf(textFeatureStore, new SqliteStore({ threads, clock }));
  const truth = new SqliteTruth({ threads, clock });
  const texts = new OutdatedTexts(features);
  const ada = aPrincipal();
  const content = 'Please always deploy at 9 on Fridays. Who asks Grace?';
  const items = Array.from({ length: 101 }, () => aNewMessage({ content }));
  await truth.write(ada, items);
  readByOlderCode(dataDir);

  const pauses = [await texts.readSome(), await texts.readSome(), await texts.readSome()];

  const { questionShare, mentions } = textFeaturesOf({ content, timestamp: items[0]!.input.timestamp });
  const read = await truth.candidateFeatures(scopeOf(ada), 'message', [items[0]!.id, items[100]!.id]);
  expect(pauses).toEqual([50, undefined, undefined]);
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
