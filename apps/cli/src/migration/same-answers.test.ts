import { compareAnswers, type Answer } from './same-answers.ts';

const question = (query: string) => ({ kind: 'message' as const, query });
const asking =
  (answers: Record<string, Partial<Answer>>) =>
  async ({ query }: { query: string }) => ({
    ids: [],
    isDegraded: false,
    ...answers[query],
  });
const { signal } = new AbortController();

test('tells what is equal, what has another order, and what is different', async () => {
  const from = asking({ a: { ids: ['1', '2'] }, b: { ids: ['1', '2'] }, c: { ids: ['1'] }, d: {} });
  const to = asking({ a: { ids: ['1', '2'] }, b: { ids: ['2', '1'] }, c: { ids: ['1', '3'] }, d: {} });

  const report = await compareAnswers(['a', 'b', 'c', 'd'].map(question), { from, to, signal });

  expect(report).toMatchObject({ asked: 4, equal: 2, reordered: 1 });
  expect(report.different.map(({ query }) => query)).toEqual(['b', 'c']);
});

test('takes no answer for equal that a retriever is missing from', async () => {
  const whole = asking({ a: { ids: ['1'] } });
  const broken = asking({ a: { ids: ['1'], isDegraded: true } });

  const report = await compareAnswers([question('a')], { from: whole, to: broken, signal });

  expect(report).toMatchObject({ asked: 1, equal: 0, reordered: 0 });
});

test('keeps only the first differences, and counts all', async () => {
  const questions = Array.from({ length: 30 }, (_, at) => question(`${at}`));

  const report = await compareAnswers(questions, {
    from: async () => ({ ids: ['1'], isDegraded: false }),
    to: asking({}),
    signal,
  });

  expect(report).toMatchObject({ asked: 30, equal: 0 });
  expect(report.different).toHaveLength(10);
});

test('ends when it is interrupted', async () => {
  const report = await compareAnswers([question('a')], {
    from: asking({}),
    to: asking({}),
    signal: AbortSignal.abort(),
  });

  expect(report.asked).toBe(0);
});
