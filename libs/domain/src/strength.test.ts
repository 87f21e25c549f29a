import { expect, it } from '@jest/globals';
import { strengthAfter, strengthBefore } from './strength.ts';

const none = { used: 0, helpful: 0, wrong: 0, outdated: 0 };

it('moves the strength of a memory by each kind of feedback, between .1 and 1', () => {
  const counts = [none, { ...none, used: 1 }, { ...none, helpful: 2 }, { ...none, wrong: 1 }, { ...none, outdated: 9 }];

  expect(counts.map((each) => strengthAfter(0.8, each))).toEqual([0.8, 0.82, 0.9, 0.6, 0.1]);
  expect(strengthAfter(0.8, { ...none, helpful: 50 })).toBe(1);
});

it('finds the base from which the feedback leads to a given strength', () => {
  const counts = { used: 3, helpful: 1, wrong: 2, outdated: 0 };

  expect(strengthAfter(strengthBefore(0.5, counts), counts)).toBe(0.5);
});
