import { setImmediate as nextTurn } from 'node:timers/promises';
import { anOrgId } from '@cairn/testing';
import { batchQuestions } from './batch-questions.ts';

const orgId = anOrgId();
const ofOne = () => orgId;

it('asks together what comes at the same time, and what comes while it works', async () => {
  const rounds: number[][] = [];
  const doubled = batchQuestions(ofOne, async (_, some: readonly number[]) => {
    rounds.push([...some]);
    await nextTurn();
    return some.map((each) => 2 * each);
  });

  const answers = await Promise.all([1, 2, 3].map((each) => doubled.add(each)));
  const later = await doubled.add(4);

  expect([...answers, later]).toEqual([2, 4, 6, 8]);
  expect(rounds).toEqual([[1, 2, 3], [4]]);
});

it('fails what fails alone, and answers the others', async () => {
  const positive = batchQuestions(ofOne, async (_, some: readonly number[]) => {
    await nextTurn();
    if (some.some((each) => each < 0)) throw new Error(`not ${some}`);
    return some;
  });

  const answers = await Promise.allSettled([1, 2, -3, 4].map((each) => positive.add(each)));

  expect(answers).toMatchObject([{ value: 1 }, { value: 2 }, { reason: new Error('not -3') }, { value: 4 }]);
  await expect(positive.add(5)).resolves.toBe(5);
});

it('takes no more at a time than a statement should', async () => {
  const sizes: number[] = [];
  const counted = batchQuestions(ofOne, async (_, some: readonly number[]) => {
    sizes.push(some.length);
    await nextTurn();
    return some;
  });

  await Promise.all(Array.from({ length: 251 }, (_, each) => counted.add(each)));

  expect(sizes).toEqual([100, 100, 51]);
});
