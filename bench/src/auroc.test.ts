import fc from 'fast-check';
import { auroc } from './auroc.ts';

const values = fc.array(fc.constantFrom(0, 0.25, 0.5, 0.75, 1), { minLength: 1, maxLength: 20 });

describe('auroc', () => {
  test('is the share of pairs that stand in the right order', () => {
    expect(auroc([0.9, 0.8], [0.1, 0.2])).toBe(1);
    expect(auroc([0.1, 0.2], [0.9, 0.8])).toBe(0);
    expect(auroc([0.9, 0.3], [0.5, 0.1])).toBe(0.75);
  });

  test('counts a tie half', () => {
    expect(auroc([0.5], [0.5])).toBe(0.5);
    expect(auroc([0.5, 1], [0.5])).toBe(0.75);
  });

  test('is unknown without positives or negatives', () => {
    expect(auroc([], [1])).toBeUndefined();
    expect(auroc([1], [])).toBeUndefined();
  });

  test('equals counting every pair', () => {
    fc.assert(
      fc.property(values, values, (positives, negatives) => {
        const pairs = positives.flatMap((one) => negatives.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
        const share = pairs.reduce((sum: number, point) => sum + point, 0) / pairs.length;
        expect(auroc(positives, negatives)).toBeCloseTo(share, 9);
      }),
    );
  });

  test('turns round when the sides change places', () => {
    fc.assert(
      fc.property(values, values, (positives, negatives) => {
        expect(auroc(positives, negatives)! + auroc(negatives, positives)!).toBeCloseTo(1, 9);
      }),
    );
  });
});
