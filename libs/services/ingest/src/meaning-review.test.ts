import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { MeaningReviewQuery, type Principal } from '@cairn/contracts';
import { SystemClock } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import { MeaningReviewController } from './meaning-review.controller.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-review-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  truth = new SqliteTruth({ threads, clock: new SystemClock() });
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const lacking = async (who: Principal) => {
  const { items } = await new MeaningReviewController(truth).meaningReview(who, {
    query: MeaningReviewQuery.parse({}),
  });
  return items.map(({ title, lacks }) => [title, lacks]).sort();
};

it('lists rules, decisions and facts whose writer gave no meaning, and none that the caller does not see', async () => {
  const ada = aPrincipal();
  const fact = { category: 'fact', subject: 'db', channel: 'x' } as const;
  await truth.write(ada, [
    aNewMemory({ category: 'rule', title: 'bare rule' }),
    aNewMemory({ category: 'rule', title: 'rule', forbids: [{ names: ['x'], strength: 'must' }] }),
    aNewMemory({ category: 'rule', title: 'trigger', actionTriggers: ['x *'] }),
    aNewMemory({ category: 'decision', title: 'bare decision' }),
    aNewMemory({ category: 'decision', title: 'decision', decides: { reasons: ['x'] } }),
    aNewMemory({ ...fact, title: 'bare value', attribute: 'port' }),
    aNewMemory({ ...fact, title: 'value', attribute: 'host', value: 'a' }),
    aNewMemory({ category: 'fact', title: 'plain' }),
    aNewMemory({ category: 'rule', title: 'hidden' }, { visibility: 'private' }),
  ]);

  const seen = [
    ['bare decision', 'decides'],
    ['bare rule', 'forbids'],
    ['bare value', 'value'],
  ];
  expect(await lacking(aColleagueOf(ada))).toEqual(seen);
  expect(await lacking(ada)).toEqual([...seen, ['hidden', 'forbids']].sort());
});
