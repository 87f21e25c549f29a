import { recipeOver, type Recipe } from '@cairn/ranking';
import { compare, type Comparison } from './comparison.ts';
import type { Judgement } from './judgement.ts';

/** Recipe without one of its parts. */
export interface Ablated {
  readonly part: string;
  readonly recipe: Recipe;
}

const scores = ['words', 'vector', 'tokens'] as const;

/** Recipes without each score, without the context, and without each signal. Parts of weight 0 are skipped. */
export function ablationsOf(recipe: Recipe): Ablated[] {
  const used = scores.filter((score) => Object.values(recipe.weights).some((weights) => weights[score] !== 0));
  const signals = Object.entries(recipe.signals).filter(([, weight]) => weight !== 0);
  return [
    ...used.map((score) => ({ part: `score ${score}`, recipe: withoutScore(recipe, score) })),
    ...(lendsNothing(recipe) ? [] : [{ part: 'context', recipe: withoutContext(recipe) }]),
    ...signals.map(([signal]) => ({ part: signal, recipe: withoutSignal(recipe, signal) })),
  ];
}

/** Removes a score; the others share its weight in proportion, so that the scores together keep their weight against the signals. */
const withoutScore = (recipe: Recipe, without: string): Recipe =>
  recipeOver(recipe, new Set(scores.filter((score) => score !== without)));

const lendsNothing = ({ context }: Recipe): boolean => scores.every((score) => context[score] === 0);

const withoutContext = (recipe: Recipe): Recipe => ({
  ...recipe,
  context: { ...recipe.context, words: 0, vector: 0, tokens: 0 },
});

const withoutSignal = (recipe: Recipe, signal: string): Recipe => ({
  ...recipe,
  signals: { ...recipe.signals, [signal]: 0 },
});

/** Gain of one part: the whole recipe compared with the one without it. */
export interface Worth extends Comparison {
  readonly part: string;
}

type Judgements = ReadonlyMap<string, Judgement>;

export function worthOf(whole: Judgements, withoutPart: ReadonlyMap<string, Judgements>): Worth[] {
  return [...withoutPart].map(([part, judgements]) => ({ part, ...compare({ old: judgements, now: whole }) }));
}
