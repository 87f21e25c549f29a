import fc from 'fast-check';
import { maxSim, type SignBits } from './max-sim.ts';

const DIMS = 64; // Uses the plain kernel; hamming.test.ts compares the fast one with it.
const bitsOf = (...words: number[]): SignBits => ({ dims: DIMS, bits: Uint32Array.from(words) });
const weighted = (bits: SignBits, ...weights: number[]) => ({ ...bits, weights: Float32Array.from(weights) });
const words = (tokens: number) =>
  fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: tokens * 2, maxLength: tokens * 2 });

it('is 1 for a text that holds every token and -1 for its opposite', () => {
  const query = weighted(bitsOf(0xdeadbeef, 0x12345678), 1);

  expect(maxSim(query, bitsOf(0xdeadbeef, 0x12345678))).toBe(1);
  expect(maxSim(query, bitsOf(~0xdeadbeef, ~0x12345678))).toBe(-1);
});

it('averages the best match of each token by its weight', () => {
  const query = weighted(bitsOf(0, 0, 0xffffffff, 0xffffffff), 3, 1);

  expect(maxSim(query, bitsOf(0, 0))).toBeCloseTo((3 * 1 + 1 * -1) / 4);
});

it('takes over what the question before it matches, at the share of the preceding question', () => {
  const query = weighted(bitsOf(0, 0), 1);
  const answer = bitsOf(0xffffffff, 0xffffffff);

  expect(maxSim(query, answer, bitsOf(0, 0), 0.9)).toBeCloseTo(0.9);
});

it('knows nothing without tokens or without weight', () => {
  expect(maxSim(weighted(bitsOf()), bitsOf(0, 0))).toBeUndefined();
  expect(maxSim(weighted(bitsOf(0, 0), 1), bitsOf())).toBeUndefined();
  expect(maxSim(weighted(bitsOf(0, 0), 0), bitsOf(0, 0))).toBeUndefined();
});

it('stays between -1 and 1, and more text never lowers it', () => {
  fc.assert(
    fc.property(words(2), words(3), words(1), (asked, text, more) => {
      const query = weighted(bitsOf(...asked), 1, 2);
      const less = maxSim(query, bitsOf(...text))!;
      const longer = maxSim(query, bitsOf(...text, ...more))!;
      expect(Math.abs(less)).toBeLessThanOrEqual(1);
      expect(longer).toBeGreaterThanOrEqual(less);
    }),
  );
});

it('equals a bit by bit count', () => {
  const slow = (a: number[], b: number[]) => {
    const ones = a.flatMap((word, at) => [...((word ^ b[at]!) >>> 0).toString(2)]).filter((bit) => bit === '1').length;
    return 1 - (2 * ones) / DIMS;
  };
  fc.assert(
    fc.property(words(1), words(1), (asked, text) => {
      expect(maxSim(weighted(bitsOf(...asked), 1), bitsOf(...text))).toBeCloseTo(slow(asked, text), 10);
    }),
  );
});
