import { count, newTally } from './answers-tally.ts';

test('counts a right item behind one that is fine too as first, and one that is shown nowhere as missing', () => {
  const tally = newTally();

  count(tally, ['m2', 'm1'], { expect: ['m1'], alsoFine: ['m2'] });
  count(tally, ['m3', 'm1'], { expect: ['m1'] });
  count(tally, ['m3'], { expect: ['m1'] });

  expect(tally).toEqual({ asked: 3, first: 1, three: 2, missing: 1 });
});
