import type { DataSet, Query } from './data-set.ts';
import { judgementsOf } from './judgement.ts';
import type { View } from './views.ts';

const messages: View = { name: 'messages-own', sources: 'messages', reach: 'own', bySession: false };
const row = (id: string) => [id, { id, conversation: 'c', sessionKey: `session of ${id}` }] as const;
const query = (id: string, gold: string[]): Query => ({
  id,
  conversation: 'c',
  query: id,
  kind: 'k',
  target: 'both',
  gold,
});
const data: DataSet = {
  name: 'chat',
  folder: '',
  messages: new Map([row('m1'), row('m2')]),
  memories: new Map([row('f1')]),
  queries: [query('by message', ['m1', 'f1']), query('by memory', ['f1']), query('by none', [])],
};
const answerAll = (ids: string[]) => data.queries.map(({ id }) => ({ id, ids }));

describe('judgementsOf', () => {
  test('judges a query by the gold that its view can hold, and leaves out one without', () => {
    const judged = judgementsOf(answerAll(['m2', 'm1']), messages, data);

    expect([...judged.keys()]).toEqual(['by message']);
    expect(judged.get('by message')).toMatchObject({ kind: 'k', metrics: { 'R@10': 1, MRR: 0.5 } });
  });

  test('judges sessions by their key', () => {
    const sessions: View = { ...messages, name: 'sessions-own', bySession: true };
    const judged = judgementsOf(answerAll(['session of m1']), sessions, data);
    expect(judged.get('by message')!.metrics.MRR).toBe(1);
  });

  test('ignores answers to questions that the data does not have', () => {
    expect(judgementsOf([{ id: 'unheard of', ids: ['m1'] }], messages, data).size).toBe(0);
  });
});
