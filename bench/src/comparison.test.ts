import { compare } from './comparison.ts';
import type { Judgement } from './judgement.ts';
import { metricsOf } from './metrics.ts';

/** Judgement of a question whose one gold id has this rank, from 1; 0 if it is not found. */
const goldAt = (rank: number): Judgement => ({
  kind: 'k',
  metrics: metricsOf(
    Array.from({ length: 20 }, (_, at) => (at + 1 === rank ? 'gold' : `other-${at}`)),
    new Set(['gold']),
  ),
});
const judged = (ranks: Record<string, number>) =>
  new Map(Object.entries(ranks).map(([id, rank]) => [id, goldAt(rank)]));

describe('compare', () => {
  test('sets each question against itself, whatever the order', () => {
    const old = judged({ a: 2, b: 1, c: 0 });
    const now = judged({ c: 1, a: 1, b: 1 });

    const { n, changes } = compare({ old, now });

    expect(n).toBe(3);
    expect(changes!.MRR.mean).toBeCloseTo((0.5 + 0 + 1) / 3);
    expect(changes!['R@10'].mean).toBeCloseTo(1 / 3);
  });

  test('leaves out what one side did not answer, and says how many', () => {
    const { n, onlyOld, onlyNew, changes } = compare({
      old: judged({ a: 1, lost: 1, gone: 1 }),
      now: judged({ a: 1, fresh: 0 }),
    });

    expect({ n, onlyOld, onlyNew }).toEqual({ n: 1, onlyOld: 2, onlyNew: 1 });
    expect(changes!.MRR).toEqual({ mean: 0, low: 0, high: 0 });
  });

  test('has no change to tell where no question is on both sides', () => {
    expect(compare({ old: judged({ a: 1 }), now: judged({ b: 1 }) })).toEqual({
      n: 0,
      changes: undefined,
      onlyOld: 1,
      onlyNew: 1,
    });
  });
});
