import { meanOf, metricsOf } from './metrics.ts';

describe('metricsOf', () => {
  test('counts gold in the first k, the first gold rank, and gain against the best order', () => {
    const metrics = metricsOf(['x', 'a', 'y', 'b'], new Set(['a', 'b', 'missing']));

    expect(metrics['R@1']).toBe(0);
    expect(metrics['R@5']).toBeCloseTo(2 / 3);
    expect(metrics['hit@10']).toBe(1);
    expect(metrics.MRR).toBe(0.5);
    const gain = 1 / Math.log2(3) + 1 / Math.log2(5);
    expect(metrics['nDCG@10']).toBeCloseTo(gain / (1 + 1 / Math.log2(3) + 0.5));
  });

  test('is 0 in everything where no gold is found', () => {
    expect(Object.values(metricsOf(['x'], new Set(['a'])))).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

test('the mean of no metrics is nothing', () => {
  expect(meanOf([])).toBeUndefined();
});
