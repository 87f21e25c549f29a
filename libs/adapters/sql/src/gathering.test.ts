import { setImmediate as nextTurn } from 'node:timers/promises';
import { anOrgId } from '@cairn/testing';
import { Gathering } from './gathering.ts';

const orgId = anOrgId();
const ofOne = () => orgId;

it('asks at once what comes to an idle server, and together what comes while it works', async () => {
  const rounds: number[][] = [];
  const doubled = new Gathering(ofOne, async (_, some: readonly number[]) => {
    rounds.push([...some]);
    await nextTurn();
    return some.map((each) => 2 * each);
  });

  const answers = await Promise.all([1, 2, 3].map((each) => doubled.ask(each)));
  const later = await doubled.ask(4);

  expect([...answers, later]).toEqual([2, 4, 6, 8]);
  expect(rounds).toEqual([[1], [2, 3], [4]]);
});

it('fails what fails alone, and answers the others', async () => {
  const positive = new Gathering(ofOne, async (_, some: readonly number[]) => {
    await nextTurn();
    if (some.some((each) => each < 0)) throw new Error(`not ${some}`);
    return some;
  });

  const answers = await Promise.allSettled([1, 2, -3, 4].map((each) => positive.ask(each)));

  expect(answers).toMatchObject([{ value: 1 }, { value: 2 }, { reason: new Error('not -3') }, { value: 4 }]);
  await expect(positive.ask(5)).resolves.toBe(5);
});

it('takes no more at a time than a statement should', async () => {
  const sizes: number[] = [];
  const counted = new Gathering(ofOne, async (_, some: readonly number[]) => {
    sizes.push(some.length);
    await nextTurn();
    return some;
  });

  await Promise.all(Array.from({ length: 251 }, (_, each) => counted.ask(each)));

  expect(sizes).toEqual([1, 100, 100, 50]);
});
