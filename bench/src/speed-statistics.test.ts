import fc from 'fast-check';
import { atOnce, percentile, spreadByStage } from './speed-statistics.ts';

const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
const share = fc.double({ noNaN: true, min: 0, max: 1 });

describe('percentile', () => {
  test('is the nearest rank', () => {
    expect(percentile([15, 20, 35, 40, 50], 0.3)).toBe(20);
    expect(percentile([15, 20, 35, 40, 50], 0.4)).toBe(20);
    expect(percentile([15, 20, 35, 40, 50], 0.5)).toBe(35);
    expect(percentile([15, 20, 35, 40, 50], 1)).toBe(50);
  });

  test('of nothing is not a number', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });

  test('is one of the values, and at least the share does not exceed it', () => {
    fc.assert(
      fc.property(values, share, (all, part) => {
        const found = percentile(all, part);
        expect(all).toContain(found);
        expect(all.filter((value) => value <= found).length / all.length).toBeGreaterThanOrEqual(part);
        expect(all.filter((value) => value < found).length).toBeLessThan(Math.max(1, part * all.length));
      }),
    );
  });
});

describe('spreadByStage', () => {
  test('counts a run only for the stages it went through', () => {
    const { embed, words } = spreadByStage([{ words: 1, embed: 5 }, { words: 3 }]);
    expect(embed).toEqual({ n: 1, p50: 5, p95: 5, p99: 5 });
    expect(words).toMatchObject({ n: 2, p50: 1, p95: 3 });
  });
});

describe('atOnce', () => {
  test('answers in order and never runs more than its width', async () => {
    let running = 0;
    let most = 0;
    const work = async (value: number) => {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, (value * 7) % 5));
      running--;
      return value * 2;
    };
    const all = Array.from({ length: 40 }, (_, at) => at);
    expect(await atOnce(4, all, work)).toEqual(all.map((value) => value * 2));
    expect(most).toBe(4);
  });
});
