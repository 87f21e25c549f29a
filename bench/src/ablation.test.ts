import { recipes, signalNames, type Recipe } from '@cairn/ranking';
import { ablationsOf, worthOf } from './ablation.ts';
import type { Judgement } from './judgement.ts';
import { metricsOf } from './metrics.ts';

const partsOf = (recipe: Parameters<typeof ablationsOf>[0]) => ablationsOf(recipe).map(({ part }) => part);

describe('ablationsOf', () => {
  test('leaves out each score, the context and each signal that weighs anything', () => {
    const recipe: Recipe = { ...recipes.fused, signals: { ...recipes.fused.signals, mode: 0 } };

    expect(partsOf(recipe)).toEqual([
      'score words',
      'score vector',
      'score tokens',
      'context',
      ...signalNames.filter((name) => name !== 'mode'),
    ]);
    expect(partsOf(recipes.words)).not.toContain('score vector');
  });

  test('leaves out one part and keeps the rest as it is', () => {
    for (const { part, recipe } of ablationsOf(recipes.fused)) {
      expect(recipe).not.toEqual(recipes.fused);
      expect(partsOf(recipe)).toEqual(partsOf(recipes.fused).filter((other) => other !== part));
    }
  });
});

test('a score that is left out hands its weight to the others', () => {
  const without = ablationsOf(recipes.fused).find(({ part }) => part === 'score words')!.recipe.weights.message;
  const { vector, tokens } = recipes.fused.weights.message;

  expect(without['words']).toBe(0);
  expect(without['vector']! / without['tokens']!).toBeCloseTo(vector / tokens);
  expect(without['vector']! + without['tokens']!).toBeCloseTo(1);
});

describe('worthOf', () => {
  const judged = (ids: readonly string[]): ReadonlyMap<string, Judgement> =>
    new Map([['q', { kind: 'k', metrics: metricsOf(ids, new Set(['gold'])) }]]);

  test('is positive where the whole recipe does better than without the part', () => {
    const [helps, hurts] = worthOf(
      judged(['x', 'gold']),
      new Map([
        ['helps', judged(['x', 'y', 'z', 'gold'])],
        ['hurts', judged(['gold'])],
      ]),
    );

    expect(helps).toMatchObject({ part: 'helps', n: 1, changes: { MRR: { mean: 0.25 } } });
    expect(hurts).toMatchObject({ part: 'hurts', changes: { MRR: { mean: -0.5 } } });
  });
});
