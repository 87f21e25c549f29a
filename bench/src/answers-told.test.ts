import type { Decision } from './answers-set.ts';
import { saysSame, whyVerdict } from './answers-told.ts';

const decision: Decision = {
  id: 'd1',
  question: 'why did we move the holds?',
  lead: 'm2',
  reasons: ['A hold is a promise.'],
  alternatives: [],
  consequences: [],
  reversed: ['m1'],
  misleading: ['No cleanup job has to be written.'],
};
const keyById = new Map([
  ['id-1', 'm1'],
  ['id-2', 'm2'],
]);
const told = (id: string | null, own: string[] = [], marked: string[] = [], evidence: string[] = []) => ({
  parts: [],
  fields: {
    decision: id && {
      id,
      sentences: [...own.map((text) => ({ text })), ...marked.map((text) => ({ text, part: 'reasons' }))],
    },
    evidence: evidence.map((text) => ({ id: 'id-3', text })),
  },
});

test('takes sentences for the same by their words, also where one is cut', () => {
  expect(saysSame('A hold is a promise.', 'a hold is a “promise” …')).toBe(true);
  expect(saysSame('A hold is a promise.', '')).toBe(false);
});

test.each([
  ['right', told('id-2', ['A hold is a promise.', 'It rained.'])],
  ['right', told('id-2', [], ['A hold is a promise.'])],
  ['partly', told('id-2', ['It rained.'])],
  ['partly', told('id-2', ['A hold is a promise.'], ['It rained.'])],
  ['partly', told(null)],
  ['misleading', told('id-1', ['A hold is a promise.'])],
  ['misleading', told('id-2', ['A hold is a promise.'], ['No cleanup job has to be written.'])],
  ['misleading', told('id-2', ['A hold is a promise.'], [], ['No cleanup job has to be written.'])],
] as const)('judges an answer as %s', (verdict, answer) => {
  expect(whyVerdict(decision, answer, { keyById })).toBe(verdict);
});

test('takes nothing found for the right answer to a decision that never was', () => {
  const never = { ...decision, lead: null };

  expect(whyVerdict(never, told(null), { keyById })).toBe('right');
  expect(whyVerdict(never, told('id-1'), { keyById })).toBe('misleading');
});
