import { sum, type Part, type Ranked } from './signals/candidate.ts';
import type { SignalName } from './recipes.ts';

/** So many of the first are held against the first one. */
const FIELD = 20;
/** A lead of so much in `rankScore` makes a hit weigh e times as much as the other. */
const TEMPERATURE = 0.1;
/** Fitted once over five sets together, each weighing the same; the README has what it is worth. */
const SLOPE = 3.45;
const OFFSET = -1.55;

/** Of the best absolute score. */
const FOREIGN_BELOW = 0.15;

/**
 * How likely it is that the first hit is right, 0-1: a logistic of its share in the softmax of the first 20. A first hit
 * well ahead of the others is usually right; one among equals is a guess. Says nothing of whether the question can be
 * answered at all, which similarity cannot tell (recall.md section 6). 0 without hits.
 */
export function confidenceOf(ranked: readonly Ranked[]): number {
  const [share] = softmaxOf(ranked.slice(0, FIELD));
  return share === undefined ? 0 : 1 / (1 + Math.exp(-(SLOPE * share + OFFSET)));
}

/** What each of these hits, best first, weighs among them; they sum to 1. */
export function softmaxOf(ranked: readonly Ranked[]): number[] {
  const weights = ranked.map(({ rankScore }) => Math.exp((rankScore - ranked[0]!.rankScore) / TEMPERATURE));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Whether nothing that was found is about what was asked: even the best is as far from it as from a question put to
 * strangers. Low on purpose: no measured question that has an answer falls under it, of foreign ones up to 25 % do.
 */
export const isForeign = (ranked: readonly Ranked[]): boolean =>
  ranked.length > 0 && topicalityOf(ranked) < FOREIGN_BELOW;

/** Who asks strangers names nobody and no place that they know. */
const KNOWN_NAMES: ReadonlySet<string> = new Set<SignalName>(['speaker', 'place']);

/** How much the best of what was found is about what was asked, 0-1: its absolute score, and whether the question names whose it is. */
export const topicalityOf = (ranked: readonly Ranked[]): number =>
  Math.min(1, Math.max(0, ...ranked.map(({ score, parts }) => score + sum(parts.filter(isOfKnownName)))));

const isOfKnownName = ({ signal }: Part): boolean => KNOWN_NAMES.has(signal);
