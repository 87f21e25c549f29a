import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { histories, callsOf, useCounts } from '@cairn/store';
import { MeaningReviewQuery, ProposeMeaningRequest, type ItemId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Completions, SystemClock, type CompletionRequest } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import { MeaningReviewController } from './meaning-review.controller.ts';
import { ProposedMeaning } from './proposed-meaning.ts';

let dataDir: string;
let threads: SqliteThreads;
let truth: SqliteTruth;
let store: SqliteStore;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-review-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const clock = new SystemClock();
  truth = new SqliteTruth({ threads, clock });
  store = new SqliteStore({ threads, clock });
});
afterAll(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

const review = async (who: Principal, query: { limit?: number } = {}) => {
  const controller = new MeaningReviewController(
    truth,
    callsOf(histories, store),
    callsOf(useCounts, store),
    new ProposedMeaning(),
  );
  return (await controller.meaningReview(who, { query: MeaningReviewQuery.parse(query) })).items;
};

const lacking = async (who: Principal) => {
  const items = await review(who);
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

it('lists statements that English reads unsurely, and people of whom it reads nothing, unless their relations are given', async () => {
  const ada = aPrincipal();
  const relations = [{ from: 'team:Petrel', type: 'owns', to: 'service:zither' }];
  await truth.write(ada, [
    aNewMemory({ category: 'fact', title: 'sure', content: 'Nadia Berg owns `ledger-api`.' }),
    aNewMemory({ category: 'fact', title: 'unsure', content: 'Petrel owns the checkout.' }),
    aNewMemory({ category: 'fact', title: 'given', content: 'Petrel owns the website.', relations }),
    aNewMemory({ category: 'fact', title: 'plain', content: 'Water boils at 100 degrees.' }),
    aNewMemory({ category: 'person', title: 'nobody', content: 'Likes tea.' }),
  ]);

  expect(await lacking(ada)).toEqual([
    ['nobody', 'relations'],
    ['unsure', 'relations'],
  ]);
});

it('lists the most used first, with their uses, also beyond the newest', async () => {
  const ada = aPrincipal();
  const rule = (title: string) => aNewMemory({ category: 'rule', title });
  const [old, used] = [rule('old'), rule('used')];
  await truth.write(ada, [old, used, aNewMemory({ category: 'decision', title: 'unused' })]);
  await truth.write(
    ada,
    Array.from({ length: 500 }, (_, at) =>
      aNewMemory({ category: 'rule', title: `rule ${at}`, timestamp: Date.now() }),
    ),
  );
  const recalled = (memory: { id: string }, times: number) =>
    ({ memoryId: memory.id as ItemId, kind: 'recall', times }) as const;
  await callsOf(useCounts, store).add({ orgId: ada.orgId, uses: [recalled(old, 2), recalled(used, 1)] });

  const items = await review(ada, { limit: 3 });
  expect(items.map(({ title, uses }) => [title, uses?.times])).toEqual([
    ['old', 2],
    ['used', 1],
    [expect.any(String), undefined],
  ]);
});

it('sends a language model no memory that the caller does not see', async () => {
  const ada = aPrincipal();
  const rule = { category: 'rule', content: 'Never run kubectl apply.' } as const;
  await truth.write(ada, [
    aNewMemory({ ...rule, title: 'open' }),
    aNewMemory({ ...rule, title: 'hidden' }, { visibility: 'private' }),
  ]);
  const asked: string[] = [];
  class Noting extends Completions {
    readonly endpoint = 'http://model';
    readonly model = 'm';
    async complete({ data }: CompletionRequest) {
      asked.push(data);
      return { text: '{"proposals": []}' };
    }
  }
  const proposed = new ProposedMeaning(new Noting());
  const controller = new MeaningReviewController(truth, callsOf(histories, store), callsOf(useCounts, store), proposed);

  const body = ProposeMeaningRequest.parse({});
  await controller.proposeMeaning(aColleagueOf(ada), { body });
  await controller.proposeMeaning(ada, { body });

  expect(asked.map((data) => [data.includes('open:'), data.includes('hidden:')])).toEqual([
    [true, false],
    [true, true],
  ]);
});
