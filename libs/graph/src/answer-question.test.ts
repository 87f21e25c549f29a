import { answerQuestion } from './answer-question.ts';
import { GraphInMemory } from './graph-in-memory.ts';
import { buildGraph } from './build-graph.ts';
import { englishReader } from './read/english-reader.ts';

async function answered(texts: readonly string[], question: string) {
  const read = await englishReader();
  const statements = texts.flatMap((content, at) => read({ content, saidAt: 0, evidence: { memoryId: `m${at}` } }));
  const reader = new GraphInMemory(buildGraph({ statements, rules: [] }));
  const answer = await answerQuestion(reader, { question, asOf: 1 });
  return answer?.rows.map(({ entity, relationType }) => `${entity.name} ${relationType}`) ?? [];
}

const texts = [
  'Mira Okafor owns ledger-core.',
  'Joris Vandenberg is on call for ledger-core this week.',
  'checkout-web depends on ledger-core.',
  'ledger-core depends on Postgres.',
];

it.each([
  ['Who looks after ledger-core?', ['Mira Okafor owns']],
  ['Something is off in ledger-core, who would fix that?', ['Mira Okafor owns', 'Joris Vandenberg on_call_for']],
  ['What breaks if ledger-core is down?', ['checkout-web depends_on']],
  ['What does ledger-core need in order to work?', ['Postgres depends_on']],
])('answers %p by the relation that it asks for', async (question, rows) => {
  expect((await answered(texts, question)).toSorted()).toEqual([...rows].sort());
});

it.each([
  'How do I restart ledger-core?',
  'Who owns the billing job?',
  'Who said that customers pay late?',
  'When was ledger-core released?',
])('answers nothing to %p', async (question) => {
  expect(await answered([...texts, 'Anna Kowalczyk handles customers.'], question)).toEqual([]);
});
