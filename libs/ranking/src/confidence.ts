import { sum, type Part, type Ranked } from './signals/candidate.ts';
import type { SignalName } from './recipes.ts';

/** Number of first hits in the softmax. */
const FIELD = 20;
/** Softmax temperature: a hit whose `rankScore` is higher by this has e times the weight. */
const TEMPERATURE = 0.1;
/** Coefficients of the logistic function, fitted once over five data sets with equal weights (docs/measured.md). */
const SLOPE = 3.45;
const OFFSET = -1.55;

/** Best absolute score below which an answer is off-topic. */
const FOREIGN_BELOW = 0.15;
/** Increase of that threshold when all words of the question are unknown; it grows with the square of their share. */
const UNKNOWN_ADDS = 0.25;
/** Number of texts from which the full increase applies; with fewer texts, it is proportional. */
export const MANY_TEXTS = 200;

/**
 * Probability that the first hit is right, 0-1: a logistic function of its share in the softmax of the first 20. A first hit well
 * ahead of the others is usually right; one among equals is a guess. It does not tell whether the question can be answered
 * at all, since similarity cannot tell that. 0 without hits.
 */
export function confidenceOf(ranked: readonly Ranked[]): number {
  const [share] = softmaxOf(ranked.slice(0, FIELD));
  return share === undefined ? 0 : 1 / (1 + Math.exp(-(SLOPE * share + OFFSET)));
}

/** The softmax of the hits' `rankScore`, best first; the shares sum to 1. */
export function softmaxOf(ranked: readonly Ranked[]): number[] {
  const weights = ranked.map(({ rankScore }) => Math.exp((rankScore - ranked[0]!.rankScore) / TEMPERATURE));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Words of a question that are no dictionary words and occur in no text. */
export interface UnknownWords {
  /** Share of the question's words. */
  readonly share: number;
  /** Number of texts in the store, as far as counted. */
  readonly texts: number;
}

/**
 * Tells whether the answer is off-topic: its best hit is no nearer than to a question of another organisation. The more words of
 * the question are unknown, the nearer the hit has to be. A right answer in other words is no nearer than to such words, so real
 * words that no text has do not count. The threshold is low on purpose: one in a thousand of the measured questions that have an
 * answer falls below it.
 */
export const isForeign = (ranked: readonly Ranked[], unknown?: UnknownWords): boolean =>
  ranked.length > 0 && topicalityOf(ranked) < FOREIGN_BELOW + (unknown ? addedBy(unknown) : 0);

const addedBy = ({ share, texts }: UnknownWords): number => UNKNOWN_ADDS * share ** 2 * Math.min(1, texts / MANY_TEXTS);

/** Signals that the question is meant for this store: it names a speaker or a channel of it. */
const KNOWN_NAMES: ReadonlySet<string> = new Set<SignalName>(['speaker', 'place']);

/** Topic relevance of the best hit, 0-1: its absolute score plus the bonus for a named speaker or channel. */
export const topicalityOf = (ranked: readonly Ranked[]): number =>
  Math.min(1, Math.max(0, ...ranked.map(({ score, parts }) => score + sum(parts.filter(isOfKnownName)))));

const isOfKnownName = ({ signal }: Part): boolean => KNOWN_NAMES.has(signal);
