import { CairnError } from '@cairn/contracts';
import { backoffMs, reasonOf, verdictOn } from './delivery-rules.ts';

const UNDER = { made: 1, max: 3 };
const LAST = { made: 3, max: 3 };

it('waits longer after each failure, up to five minutes, and never twice the same', () => {
  expect([0, 1, 2, 3].map((attempts) => backoffMs(attempts, () => 1))).toEqual([500, 1_000, 2_000, 4_000]);
  expect(backoffMs(3, () => 0)).toBe(2_000);
  expect(backoffMs(1_000, () => 1)).toBe(300_000);
});

it('tries a failure again until its attempts run out', () => {
  expect(verdictOn(new Error('once'), UNDER)).toBe('retry');
  expect(verdictOn(new Error('thrice'), LAST)).toBe('dead-letter');
});

it('buries at once what cannot succeed, and never what waits for a dependency', () => {
  expect(verdictOn(new CairnError('item/unknown', 'gone'), UNDER)).toBe('dead-letter');
  expect(verdictOn(new CairnError('embedder/unavailable', 'asleep'), LAST)).toBe('wait');
});

it('puts any failure into one bounded line', () => {
  expect(reasonOf(new CairnError('internal', 'oh'))).toBe('internal: oh');
  expect(reasonOf(new TypeError('no'))).toBe('TypeError: no');
  expect(reasonOf({ odd: 1 })).toBe('{"odd":1}');
  expect(reasonOf(undefined)).toBe('unknown');
  expect(reasonOf(new Error('x'.repeat(9_000)))).toHaveLength(500);
});
