import type { Recipe } from '@cairn/ranking';
import { compare, type Comparison } from './comparison.ts';
import type { Judgement } from './judgement.ts';

/** A recipe with one of its parts left out. */
export interface Ablated {
  readonly part: string;
  readonly recipe: Recipe;
}

const lanes = ['words', 'vector', 'tokens'] as const;
type Lane = (typeof lanes)[number];

/** The recipe without each of its lanes, without its context, and without each of its signals. What weighs nothing is left alone. */
export function ablationsOf(recipe: Recipe): Ablated[] {
  const usedLanes = lanes.filter((lane) => Object.values(recipe.weights).some((weights) => weights[lane] !== 0));
  const signals = Object.entries(recipe.signals).filter(([, weight]) => weight !== 0);
  return [
    ...usedLanes.map((lane) => ({ part: `lane ${lane}`, recipe: withoutLane(recipe, lane) })),
    ...(lendsNothing(recipe) ? [] : [{ part: 'context', recipe: withoutContext(recipe) }]),
    ...signals.map(([signal]) => ({ part: signal, recipe: withoutSignal(recipe, signal) })),
  ];
}

/** The other lanes share its weight as they stood to each other, so that signals weigh neither more nor less against them. */
function withoutLane(recipe: Recipe, lane: Lane): Recipe {
  const weights = Object.entries(recipe.weights).map(([kind, all]) => {
    const rest = lanes.filter((other) => other !== lane).reduce((sum, other) => sum + all[other], 0);
    const share = rest > 0 ? (rest + all[lane]) / rest : 1;
    return [kind, Object.fromEntries(lanes.map((other) => [other, other === lane ? 0 : share * all[other]]))];
  });
  return { ...recipe, weights: Object.fromEntries(weights) as Recipe['weights'] };
}

const lendsNothing = ({ context }: Recipe): boolean => lanes.every((lane) => context[lane] === 0);

const withoutContext = (recipe: Recipe): Recipe => ({
  ...recipe,
  context: { ...recipe.context, words: 0, vector: 0, tokens: 0 },
});

const withoutSignal = (recipe: Recipe, signal: string): Recipe => ({
  ...recipe,
  signals: { ...recipe.signals, [signal]: 0 },
});

/** What one part of the recipe is worth: the whole recipe against the one without it. */
export interface Worth extends Comparison {
  readonly part: string;
}

type Judgements = ReadonlyMap<string, Judgement>;

export function worthOf(whole: Judgements, withoutPart: ReadonlyMap<string, Judgements>): Worth[] {
  return [...withoutPart].map(([part, judgements]) => ({ part, ...compare({ old: judgements, now: whole }) }));
}
