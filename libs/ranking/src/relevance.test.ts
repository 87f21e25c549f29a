import fc from 'fast-check';
import { decliningRelevance } from './relevance.ts';

it('never rises, keeps the mean, and leaves alone what falls', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  fc.assert(
    fc.property(scores, (all) => {
      const shown = decliningRelevance(all);

      expect(shown).toHaveLength(all.length);
      for (const [at, one] of shown.entries()) expect(one).toBeLessThanOrEqual((shown[at - 1] ?? 1) + 1e-12);
      expect(mean(shown)).toBeCloseTo(mean(all), 9);
      const falling = all.toSorted((one, other) => other - one);
      expect(decliningRelevance(falling)).toEqual(falling);
    }),
  );
});

it('gives hits that stand against their scores the same relevance', () => {
  expect(decliningRelevance([0.9, 0.25, 0.75, 0.125])).toEqual([0.9, 0.5, 0.5, 0.125]);
});
