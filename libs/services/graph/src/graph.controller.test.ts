import { aPrincipal } from '@cairn/testing';
import { GraphController } from './graph.controller.ts';
import { GraphQuestions } from './graph-questions.ts';

const noGraph = { entities: () => Promise.resolve({ entities: [] }) } as never;
const naming = { of: () => Promise.resolve({ count: 0, isMore: false, quotes: [] }) } as never;

it.each([
  [true, { pending: true }],
  [false, {}],
])('says of a list without a name whether the graph has memories to read: %s', async (isBehind, said) => {
  const ledger = { isBehind: () => Promise.resolve(isBehind) } as never;
  const clock = { now: () => 0 } as never;
  const questions = new GraphQuestions(noGraph, undefined as never, undefined as never, clock, naming, ledger);
  const query = { search: 'oboe', limit: 50 };

  const { elsewhere } = await new GraphController(questions, noGraph).entities(aPrincipal(), { query } as never);

  expect(elsewhere).toEqual({ count: 0, isMore: false, quotes: [], ...said });
});
