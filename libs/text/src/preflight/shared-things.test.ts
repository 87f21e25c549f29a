import { readAction } from './action.ts';
import { LIKENESS_MIN } from './judge.ts';
import { likenessMinOf, thingsOf } from './shared-things.ts';

const outbox = {
  title: 'Outbox table instead of Kafka',
  content: 'We measured 60 events a second at the peak. An outbox table in Postgres is enough.',
};
const minOf = (action: string, category: string, text: object = outbox) =>
  likenessMinOf({ ...outbox, ...text, category }, thingsOf(readAction(action)));

it('names programs, targets and objects as things, and no verbs, environments or forms of files', () => {
  const things = thingsOf(readAction('kubectl apply -f infra/billing.yaml --context prod'));

  expect([...things].sort()).toEqual(expect.arrayContaining(['bill', 'infra', 'kubectl']));
  expect(['apply', 'appli', 'yaml', 'prod', 'production'].filter((one) => things.has(one))).toEqual([]);
});

it('leaves a decision that names no thing of the action out, however similar it is', () => {
  expect(minOf('kubectl apply -f infra/billing.yaml --context prod', 'decision')).toBe(Infinity);
});

it('wants more likeness of a decision that names one thing than of one that names two', () => {
  expect(minOf('kafka-console-producer --bootstrap-server broker-1', 'decision')).toBeGreaterThan(LIKENESS_MIN);
  expect(minOf('kafka-console-producer --bootstrap-server broker-1', 'decision')).toBeLessThan(1);
  expect(minOf('send the events of invoices to Kafka', 'decision')).toBe(LIKENESS_MIN);
});

it('takes a rule and a lesson in other words, and each memory for an action that names no thing', () => {
  expect(minOf('kubectl apply -f infra/billing.yaml', 'lesson')).toBe(LIKENESS_MIN);
  expect(minOf('kubectl apply -f infra/billing.yaml', 'rule')).toBe(LIKENESS_MIN);
  expect(minOf('deploy to production', 'decision')).toBe(LIKENESS_MIN);
});
