import { expect, it } from '@jest/globals';
import { isValidAt, validitiesOverlap, validityAt } from './validity.ts';

const spans = [
  {},
  { validFrom: null, validTo: null },
  { validFrom: 10 },
  { validTo: 20 },
  { validFrom: 10, validTo: 20 },
];

it('holds from the beginning of a span until just before its end', () => {
  const heldAt = (span: (typeof spans)[number]) => [9, 10, 19, 20].filter((at) => isValidAt(span, at));

  expect(spans.map(heldAt)).toEqual([
    [9, 10, 19, 20],
    [9, 10, 19, 20],
    [10, 19, 20],
    [9, 10, 19],
    [10, 19],
  ]);
});

it('says of a span that it is yet to come, holds, or has ended', () => {
  const states = [9, 10, 20].map((at) => validityAt({ validFrom: 10, validTo: 20 }, at));

  expect(states).toEqual(['upcoming', 'active', 'expired']);
});

it('finds no moment in common where one span ends as the other begins', () => {
  const others = [{ validTo: 10 }, { validTo: 11 }, { validFrom: 19 }, { validFrom: 20 }, {}];

  expect(others.map((other) => validitiesOverlap({ validFrom: 10, validTo: 20 }, other))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});
