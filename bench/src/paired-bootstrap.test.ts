import fc from 'fast-check';
import { isCertain, pairedBootstrap } from './paired-bootstrap.ts';

const fewRuns = { numRuns: 15 };
const differences = fc.array(fc.double({ noNaN: true, min: -1, max: 1 }), { minLength: 1, maxLength: 12 });

describe('pairedBootstrap', () => {
  test('gives the same interval for the same differences', () => {
    const some = [0, 0.5, -0.25, 1, 0, 0, -1, 0.5];
    expect(pairedBootstrap(some)).toEqual(pairedBootstrap([...some]));
  });

  test('is as wide as the normal approximation says where there are many questions', () => {
    const half = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 1 : 0));
    const { mean, low, high } = pairedBootstrap(half);
    const width = 1.96 * Math.sqrt(0.25 / 400);

    expect(mean).toBe(0.5);
    expect(Math.abs(low - (0.5 - width))).toBeLessThan(0.004);
    expect(Math.abs(high - (0.5 + width))).toBeLessThan(0.004);
  });

  test('is certain of what every question agrees on, and of nothing where they cancel out', () => {
    expect(pairedBootstrap([0.1, 0.1, 0.1])).toEqual({
      mean: expect.closeTo(0.1),
      low: expect.closeTo(0.1),
      high: expect.closeTo(0.1),
    });
    expect(isCertain(pairedBootstrap([0.1, 0.2, 0.3]))).toBe(true);
    expect(isCertain(pairedBootstrap([-0.1, -0.2, -0.3]))).toBe(true);
    expect(isCertain(pairedBootstrap([0.1, -0.1, 0.1, -0.1]))).toBe(false);
    expect(isCertain(pairedBootstrap([0, 0]))).toBe(false);
  });

  test('refuses to compare nothing', () => {
    expect(() => pairedBootstrap([])).toThrow('no pair');
  });

  test('holds the mean between bounds that lie between the least and the greatest difference', () => {
    fc.assert(
      fc.property(differences, (all) => {
        const { mean, low, high } = pairedBootstrap(all);
        const rounding = 1e-9;
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...all) - rounding);
        expect(high).toBeLessThanOrEqual(Math.max(...all) + rounding);
        expect(mean).toBeGreaterThanOrEqual(Math.min(...all) - rounding);
        expect(mean).toBeLessThanOrEqual(Math.max(...all) + rounding);
      }),
      fewRuns,
    );
  });

  test('turns round when old and new change places', () => {
    fc.assert(
      fc.property(differences, (all) => {
        const there = pairedBootstrap(all);
        const back = pairedBootstrap(all.map((difference) => -difference));
        expect(back.mean).toBeCloseTo(-there.mean, 9);
        expect(isCertain(pairedBootstrap(all.map((difference) => Math.abs(difference) + 0.1)))).toBe(true);
      }),
      fewRuns,
    );
  });
});
