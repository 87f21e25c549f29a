import { sum, type Part, type Ranked } from './signals/candidate.ts';
import type { SignalName } from './recipes.ts';

/** How many of the first hits the softmax is taken over. */
const FIELD = 20;
/** A hit whose `rankScore` is higher by this has e times the weight in the softmax. */
const TEMPERATURE = 0.1;
/** The logistic, fitted once over five data sets with equal weights (docs/measured.md). */
const SLOPE = 3.45;
const OFFSET = -1.55;

/** The best absolute score below which an answer is off-topic. */
const FOREIGN_BELOW = 0.15;
/** What is added to it where no text has any of the question's words, times the square of the share that none has. */
const UNKNOWN_ADDS = 0.25;
/** Of fewer texts, their share of it is added. */
export const MANY_TEXTS = 200;

/**
 * How likely it is that the first hit is right, 0-1: a logistic of its share in the softmax of the first 20. A first hit
 * well ahead of the others is usually right; one among equals is a guess. It does not say whether the question can be
 * answered at all, which similarity cannot tell. 0 without hits.
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

/** The words of a question that are none, and that no text has. */
export interface UnknownWords {
  /** Their share of the question's words. */
  readonly share: number;
  /** How many texts there are, as far as counted. */
  readonly texts: number;
}

/**
 * Whether the answer is off-topic: even its best hit is no nearer than to a question of another organisation. The more of the
 * question's words are none and in no text, the nearer it has to be. A right answer in other words is no nearer than to such words,
 * so real words that no text has do not count. The threshold is low on purpose: one in a thousand of the measured questions that
 * have an answer falls below it.
 */
export const isForeign = (ranked: readonly Ranked[], unknown?: UnknownWords): boolean =>
  ranked.length > 0 && topicalityOf(ranked) < FOREIGN_BELOW + (unknown ? addedBy(unknown) : 0);

const addedBy = ({ share, texts }: UnknownWords): number => UNKNOWN_ADDS * share ** 2 * Math.min(1, texts / MANY_TEXTS);

/** Signals that show that the question is meant for this store: it names a speaker or a channel of it. */
const KNOWN_NAMES: ReadonlySet<string> = new Set<SignalName>(['speaker', 'place']);

/** The topic relevance of the best hit, 0-1: its absolute score, with the bonus for a named speaker or channel. */
export const topicalityOf = (ranked: readonly Ranked[]): number =>
  Math.min(1, Math.max(0, ...ranked.map(({ score, parts }) => score + sum(parts.filter(isOfKnownName)))));

const isOfKnownName = ({ signal }: Part): boolean => KNOWN_NAMES.has(signal);
