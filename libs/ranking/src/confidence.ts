import { sumParts, type Part, type Ranked } from './signals/candidate.ts';
import type { SignalName } from './recipes.ts';

/** Number of first hits over which the softmax is computed. */
const SOFTMAX_HITS = 20;
/** Softmax temperature: if the `rankScore` of a hit is higher by this, its weight is e times as large. */
const SOFTMAX_TEMPERATURE = 0.1;
/** Coefficients of the logistic function, fitted once over five data sets with equal weights (docs/inside/measured.md). */
const CONFIDENCE_SLOPE = 3.45;
const CONFIDENCE_OFFSET = -1.55;

/** Lowest score of the best hit at which an answer still counts as on topic. */
const ON_TOPIC_SCORE_MIN = 0.15;
/**
 * Maximum increase of `ON_TOPIC_SCORE_MIN`, which applies if all words of the question are unknown. The increase grows
 * with the square of the share of unknown words.
 */
const UNKNOWN_INCREASE_MAX = 0.25;
/** Number of stored texts from which the full increase applies; a store with fewer texts gets a proportional part of it. */
export const FULL_INCREASE_TEXTS = 200;

/**
 * Probability that the first hit is right, 0-1: a logistic function of the first hit's share in the softmax of the
 * first 20 hits. A first hit well ahead of the next hits is usually right; a first hit among equals is a guess. The
 * value does not tell whether the store can answer the question at all, since similarity cannot tell that. 0 without
 * hits.
 */
export function confidenceOf(ranked: readonly Ranked[]): number {
  const [share] = softmaxOf(ranked.slice(0, SOFTMAX_HITS));
  return share === undefined ? 0 : 1 / (1 + Math.exp(-(CONFIDENCE_SLOPE * share + CONFIDENCE_OFFSET)));
}

/** The softmax of the hits' `rankScore`, best first; the shares sum to 1. */
export function softmaxOf(ranked: readonly Ranked[]): number[] {
  const weights = ranked.map(({ rankScore }) => Math.exp((rankScore - ranked[0]!.rankScore) / SOFTMAX_TEMPERATURE));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Words of a question that are no dictionary words and occur in no text. */
export interface UnknownWords {
  /** Share of the question's words that are unknown, 0-1. */
  readonly share: number;
  /** Number of texts that the caller may read; counting stops at `FULL_INCREASE_TEXTS` of each kind. */
  readonly texts: number;
}

/**
 * Tells whether the answer is off-topic, that is, whether its best hit is no more similar to the question than hits are
 * to questions about a different organisation. The more words of the question are unknown, the more similar the best
 * hit must be. Dictionary words that occur in no text do not count as unknown, since a right answer may use different
 * words than the question. The threshold is low on purpose: of the measured questions that have an answer, only one in
 * a thousand falls below it.
 */
export const isOffTopic = (ranked: readonly Ranked[], unknown?: UnknownWords): boolean =>
  ranked.length > 0 && topicalityOf(ranked) < ON_TOPIC_SCORE_MIN + (unknown ? increaseFor(unknown) : 0);

const increaseFor = ({ share, texts }: UnknownWords): number =>
  UNKNOWN_INCREASE_MAX * share ** 2 * Math.min(1, texts / FULL_INCREASE_TEXTS);

/** Signals that the question names a speaker or a channel of this store, so it is meant for this store. */
const KNOWN_NAMES: ReadonlySet<string> = new Set<SignalName>(['speaker', 'place']);

/** Topic relevance of the best hit, 0-1: its absolute score plus the bonus for a named speaker or channel. */
export const topicalityOf = (ranked: readonly Ranked[]): number =>
  Math.min(1, Math.max(0, ...ranked.map(({ score, parts }) => score + sumParts(parts.filter(isOfKnownName)))));

const isOfKnownName = ({ signal }: Part): boolean => KNOWN_NAMES.has(signal);
