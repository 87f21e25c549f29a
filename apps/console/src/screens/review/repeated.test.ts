import { expect, it } from '@jest/globals';
import { batchesOf, groupsOf, type Repetition } from './repeated.ts';

const one = (memoryId: string, category = 'decision') => ({ memoryId, category }) as unknown as Repetition;
const idsOf = (groups: readonly (readonly Repetition[])[]) =>
  groups.map((group) => group.map(({ memoryId }) => memoryId as string).join(''));

it('joins pairs that share a memory, also late, and orders each group by age', () => {
  const pairs = [
    { newer: one('f'), older: one('a') },
    { newer: one('c'), older: one('b') },
    { newer: one('e'), older: one('d') },
    { newer: one('d'), older: one('c') },
  ];

  expect(idsOf(groupsOf(pairs))).toEqual(['fa', 'edcb']);
  expect(groupsOf([])).toEqual([]);
});

it('says how many memories of a kind there are twice', () => {
  const pair = (newer: string, older: string, category?: string) => [one(newer, category), one(older, category)];

  const batches = batchesOf([pair('z', 'y', 'fact'), pair('b', 'a'), pair('d', 'c'), [one('3'), one('2'), one('1')]]);

  expect(batches.map(({ says }) => says)).toEqual(['2 decisions twice', '1 fact twice', '1 decision 3 times']);
  expect(idsOf(batches[0]!.groups)).toEqual(['ba', 'dc']);
});
