import type { Candidate, Scores } from './signals/candidate.ts';
import { unit } from './signals/unit.ts';
import type { Context } from './recipes.ts';

/** Where the model's similarities start and end to mean something, for the absolute score. */
export interface SimilarityScale {
  readonly cosineNone: number;
  readonly cosineFull: number;
  readonly maxSimNone: number;
  readonly maxSimFull: number;
  /** Standard deviation of the cosine of one question with the passages of a store. */
  readonly cosineSpread: number;
  /** The same of the late interaction. */
  readonly maxSimSpread: number;
}

/** How a retriever's score is read. */
interface ScoreKind {
  /** 0 where it says nothing, 1 where it says all that it usually can; more is possible. */
  readonly normalise: (raw: number, scale: SimilarityScale) => number;
  /** How far it spreads by chance over passages. */
  readonly spread: (scale: SimilarityScale) => number;
  /** As much of it as a good answer holds. */
  readonly full: number;
  /** Made by the write path after the words: until then it is taken to agree with them. */
  readonly isLate: boolean;
}

const plain: ScoreKind = { normalise: (raw) => raw, spread: () => 0, full: 1, isLate: false };

/** Scores with units of their own. Every other score is 0-1, and 0 where it is absent. */
const scoreKinds: Readonly<Record<string, ScoreKind>> = {
  // A share of .7 of all the query's words is as much as a good answer holds (recall.md, "all three absolute").
  words: { ...plain, full: 0.7 },
  vector: {
    ...plain,
    normalise: (cosine, { cosineNone, cosineFull }) => Math.max(0, (cosine - cosineNone) / (cosineFull - cosineNone)),
    spread: ({ cosineSpread }) => cosineSpread,
    isLate: true,
  },
  tokens: {
    ...plain,
    normalise: (maxSim, { maxSimNone, maxSimFull }) => Math.max(0, (maxSim - maxSimNone) / (maxSimFull - maxSimNone)),
    spread: ({ maxSimSpread }) => maxSimSpread,
    isLate: true,
  },
};

const kindOf = (name: string): ScoreKind => scoreKinds[name] ?? plain;

/** One score of a candidate on the common scale. */
export interface NormalisedScore {
  readonly name: string;
  /** 0 and up. */
  readonly value: number;
  /** Its part of the absolute score, 0-1. */
  readonly absolute: number;
}

/** The scores of a candidate by these names on one scale, as the recipe's context and the model's scale say. */
export function normalisedScores(
  candidate: Candidate,
  names: readonly string[],
  { context, scale }: { readonly context: Context; readonly scale: SimilarityScale },
): NormalisedScore[] {
  const scores = withPrecedingQuestion(correctedForMaxOfN(candidate, scale), context);
  const words = scores['words'] ?? 0;
  return names.map((name) => {
    const { normalise, full, isLate } = kindOf(name);
    const raw = scores[name];
    if (raw === undefined) return isLate ? { ...wordScore(words), name } : { name, value: 0, absolute: 0 };
    const value = normalise(raw, scale);
    return { name, value, absolute: unit(value / full) };
  });
}

const wordScore = (words: number) => ({ value: words, absolute: unit(words / kindOf('words').full) });

/**
 * The best of n passages is better than any one by chance alone: for similarities that spread normally by about
 * sqrt(2 ln n) standard deviations (the growth of a normal maximum). Without this, long texts win over the short ones
 * that say the thing itself.
 */
function correctedForMaxOfN(
  { scores, precedingQuestion, passages = 1 }: Candidate,
  scale: SimilarityScale,
): Pick<Candidate, 'scores' | 'precedingQuestion'> {
  if (passages <= 1) return { scores, precedingQuestion };
  const deviations = Math.sqrt(2 * Math.log(passages));
  const corrected = (name: string, score: number | undefined) =>
    score === undefined ? undefined : score - deviations * kindOf(name).spread(scale);
  return {
    scores: Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, corrected(name, score)])),
    precedingQuestion: precedingQuestion && {
      ...precedingQuestion,
      tokens: corrected('tokens', precedingQuestion['tokens']),
    },
  };
}

/** A message takes over part of what the question before it matched: the answer often shares no word with what is asked. */
function withPrecedingQuestion(
  { scores, precedingQuestion: question }: Pick<Candidate, 'scores' | 'precedingQuestion'>,
  context: Context,
): Scores {
  if (!question) return scores;
  const { words = 0, vector, tokens } = scores;
  return {
    ...scores,
    words: Math.min(1, words + context.words * (question['words'] ?? 0)),
    vector: vector === undefined ? undefined : vector + context.vector * Math.max(0, question['vector'] ?? 0),
    tokens: context.tokens > 0 ? (question['tokens'] ?? tokens) : tokens,
  };
}
