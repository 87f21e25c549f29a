import { AskedTogether } from './asked-together.ts';

it('asks once for what comes without a wait, by key, and again for what comes a microtask later', async () => {
  const questions: (readonly number[])[] = [];
  const together = new AskedTogether(async (inputs: readonly number[]) => {
    questions.push(inputs);
    return inputs.length;
  });

  const answers = await Promise.all([together.add('a', 1), together.add('b', 2), together.add('a', 3)]);
  const later = [together.add('a', 4)];
  await undefined;
  later.push(together.add('a', 5));

  expect([answers, await Promise.all(later)]).toEqual([
    [2, 1, 2],
    [1, 1],
  ]);
  expect(questions).toEqual([[1, 3], [2], [4], [5]]);
});

it('tells all of a failure, and asks again afterwards', async () => {
  let isBroken = true;
  const together = new AskedTogether(async () => {
    if (isBroken) throw new Error('gone');
    return 'done';
  });

  const lost = await Promise.allSettled([together.add('a', 1), together.add('a', 2)]);
  isBroken = false;

  expect(lost).toMatchObject([{ reason: new Error('gone') }, { reason: new Error('gone') }]);
  expect(await together.add('a', 3)).toBe('done');
});
