import type { LaneWeights, Recipe, SignalName, TextKind } from './recipes.ts';

/** What is known of one candidate. A lane that knows nothing of it is `undefined`. */
export interface Candidate {
  readonly id: string;
  readonly textKind: TextKind;
  /**
   * Of how many passages, of the model's length, it is known by the best: of long turns of talk, which touch on much.
   * A document is about one thing, so its best passage speaks for it. Absent is 1.
   */
  readonly passages?: number | undefined;
  /** BM25 share, 0-1; 0 when no word matches. */
  readonly words: number;
  /** Cosine of the best chunk, -1 to 1. */
  readonly cosine: number | undefined;
  /** Late interaction of the best chunk, -1 to 1. */
  readonly tokens: number | undefined;
  /** The question right before it, if there is one. */
  readonly lender?: Lender | undefined;
  /** Strength of each signal, 0-1; absent is 0. */
  readonly signals?: Partial<Record<SignalName, number>> | undefined;
}

/** What a question lends to the answer right after it. */
export interface Lender {
  readonly words: number;
  readonly cosine: number | undefined;
  /** Late interaction of both together, the question's part at the recipe's share. */
  readonly tokens: number | undefined;
}

/** Where the model's similarities start and end to mean something, for the absolute score. */
export interface SimilarityScale {
  readonly cosineFull: number;
  readonly maxSimNone: number;
  readonly maxSimFull: number;
  /** Standard deviation of the cosine of one question with the passages of a store. */
  readonly cosineSpread: number;
  /** The same of the late interaction. */
  readonly maxSimSpread: number;
}

export interface Part {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly points: number;
}

export interface Ranked {
  readonly id: string;
  /** Orders this answer. */
  readonly rankScore: number;
  /** Absolute relevance, 0-1: means the same in every answer. */
  readonly score: number;
  readonly parts: readonly Part[];
}

/** A share of .7 of all the query's words is as much as a good answer holds (recall.md, "all three absolute"). */
const WORDS_FULL = 0.7;

/**
 * Orders candidates by the recipe: best first, ties by id. Words are absolute; vector and tokens are min-max scaled over
 * the candidates, since a model's similarities crowd into a narrow band. What a lane does not know of a candidate yet is
 * taken to agree with its words, so that an item waiting for its vector is not buried.
 */
export function rank(candidates: readonly Candidate[], recipe: Recipe, scale: SimilarityScale): Ranked[] {
  const lent = candidates.map((candidate) => withContext(withoutLuck(candidate, scale), recipe));
  const cosines = range(lent.map(({ cosine }) => cosine));
  const tokens = range(lent.map((candidate) => candidate.tokens));

  const ranked = lent.map((candidate): Ranked => {
    const weights = recipe.weights[candidate.textKind];
    const lanes = [
      part('words', candidate.words, weights.words),
      part('vector', scaled(candidate.cosine, cosines) ?? candidate.words, weights.vector),
      part('tokens', scaled(candidate.tokens, tokens) ?? candidate.words, weights.tokens),
    ];
    const signals = Object.entries(candidate.signals ?? {}).map(([name, value]) =>
      part(name, value, recipe.signals[name as SignalName]),
    );
    const parts = [...lanes, ...signals].filter(({ weight }) => weight !== 0);
    return { id: candidate.id, rankScore: sum(parts), score: absoluteScore(candidate, weights, scale), parts };
  });
  return ranked.sort((a, b) => b.rankScore - a.rankScore || (a.id < b.id ? -1 : 1));
}

/**
 * The best of n passages is better than any one by chance alone: for similarities that spread normally by about
 * sqrt(2 ln n) standard deviations (the growth of a normal maximum). Without this, long texts win over the short ones
 * that say the thing itself.
 */
function withoutLuck(candidate: Candidate, { cosineSpread, maxSimSpread }: SimilarityScale): Candidate {
  const { passages = 1 } = candidate;
  if (passages <= 1) return candidate;
  const deviations = Math.sqrt(2 * Math.log(passages));
  const less = (value: number | undefined, spread: number) =>
    value === undefined ? undefined : value - deviations * spread;
  const { lender } = candidate;
  return {
    ...candidate,
    cosine: less(candidate.cosine, cosineSpread),
    tokens: less(candidate.tokens, maxSimSpread),
    lender: lender && { ...lender, tokens: less(lender.tokens, maxSimSpread) },
  };
}

/** A message takes over part of what the question before it matched: the answer often shares no word with what is asked. */
function withContext(candidate: Candidate, { context }: Recipe): Candidate {
  const { lender } = candidate;
  if (!lender) return candidate;
  const words = Math.min(1, candidate.words + context.words * lender.words);
  const cosine =
    candidate.cosine === undefined ? undefined : candidate.cosine + context.vector * Math.max(0, lender.cosine ?? 0);
  const tokens = context.tokens > 0 ? (lender.tokens ?? candidate.tokens) : candidate.tokens;
  return { ...candidate, words, cosine, tokens };
}

function absoluteScore(candidate: Candidate, weights: LaneWeights, scale: SimilarityScale): number {
  const words = unit(candidate.words / WORDS_FULL);
  const cosine = candidate.cosine === undefined ? words : unit(candidate.cosine / scale.cosineFull);
  const tokens =
    candidate.tokens === undefined
      ? words
      : unit((candidate.tokens - scale.maxSimNone) / (scale.maxSimFull - scale.maxSimNone));
  return unit(weights.words * words + weights.vector * cosine + weights.tokens * tokens);
}

const part = (signal: string, value: number, weight: number): Part => ({
  signal,
  value,
  weight,
  points: value * weight,
});
const sum = (parts: readonly Part[]): number => parts.reduce((total, { points }) => total + points, 0);
const unit = (value: number): number => Math.min(1, Math.max(0, value));

interface Range {
  readonly least: number;
  readonly most: number;
}

function range(values: readonly (number | undefined)[]): Range {
  const known = values.filter((value) => value !== undefined);
  return { least: Math.min(...known), most: Math.max(...known) };
}

function scaled(value: number | undefined, { least, most }: Range): number | undefined {
  if (value === undefined) return undefined;
  return most - least < 1e-9 ? 0 : (value - least) / (most - least);
}
