import type { RecallRequest } from '@cairn/contracts';
import { recipes, type Recipe } from '@cairn/ranking';
import { runAblation, type ScoreCandidates } from './ablation-run.ts';
import type { DataSet } from './data-set.ts';
import type { View } from './views.ts';

const own: View = { name: 'messages-own', sources: 'messages', reach: 'own', bySession: false };
const row = (id: string) => [id, { id, conversation: 'c' }] as const;
const data: DataSet = {
  name: 'chat',
  folder: '',
  messages: new Map([row('gold'), row('other')]),
  memories: new Map(),
  queries: [{ id: 'q', conversation: 'c', query: 'where?', kind: 'k', target: 'messages', gold: ['gold'] }],
};

test('asks once for a question and ranks its candidates without each part', async () => {
  const requests: RecallRequest[] = [];
  const scoreCandidates: ScoreCandidates = (request) => {
    requests.push(request);
    const rankedBy = ({ weights }: Recipe) => (weights.message['words']! > 0 ? ['1', '2'] : ['2', '1']);
    return Promise.resolve({ recipe: recipes.fused, rankedBy });
  };
  const externalIds = new Map([
    ['1', 'gold'],
    ['2', 'other'],
  ]);

  const worths = await runAblation(scoreCandidates, externalIds, data, own, 'fused');

  expect(requests).toMatchObject([{ query: 'where?', sources: 'messages', channel: 'c', recipe: 'fused' }]);
  expect(worths.find(({ part }) => part === 'score words')?.changes?.MRR.mean).toBe(0.5);
  expect(worths.find(({ part }) => part === 'speaker')?.changes?.MRR.mean).toBe(0);
});
