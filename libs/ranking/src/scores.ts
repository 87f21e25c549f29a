import type { Candidate, Scores } from './signals/candidate.ts';
import { clampToUnit } from './signals/unit.ts';
import type { Context } from './recipes.ts';

/** Raw similarities of a model that count as no relevance (`...None`) and as full relevance (`...Full`). */
export interface SimilarityScale {
  readonly cosineNone: number;
  readonly cosineFull: number;
  readonly maxSimNone: number;
  readonly maxSimFull: number;
  /** Standard deviation of the cosine between one question and the passages of a store. */
  readonly cosineSpread: number;
  /** Standard deviation of the late-interaction similarity between one question and the passages of a store. */
  readonly maxSimSpread: number;
}

/** Normalisation of one kind of raw score. */
interface ScoreKind {
  /** Maps a raw score to 0 for no evidence and 1 for the usual amount; the result may exceed 1. */
  readonly normalise: (raw: number, scale: SimilarityScale) => number;
  /** Standard deviation of the raw score over the passages of a store. */
  readonly spread: (scale: SimilarityScale) => number;
  /** Normalised value of a good answer. */
  readonly full: number;
  /**
   * True for a score whose index is updated after the lexical index. Until it is updated, the lexical score is used
   * instead.
   */
  readonly isLate: boolean;
}

const unchangedScoreKind: ScoreKind = { normalise: (raw) => raw, spread: () => 0, full: 1, isLate: false };

/** Maps the name of a score to its normalisation. Scores without an entry are already 0-1, and 0 if absent. */
const scoreKindByName: Readonly<Record<string, ScoreKind>> = {
  // A good answer contains about .7 of the query's words.
  words: { ...unchangedScoreKind, full: 0.7 },
  vector: {
    ...unchangedScoreKind,
    normalise: (cosine, { cosineNone, cosineFull }) => Math.max(0, (cosine - cosineNone) / (cosineFull - cosineNone)),
    spread: ({ cosineSpread }) => cosineSpread,
    isLate: true,
  },
  tokens: {
    ...unchangedScoreKind,
    normalise: (maxSim, { maxSimNone, maxSimFull }) => Math.max(0, (maxSim - maxSimNone) / (maxSimFull - maxSimNone)),
    spread: ({ maxSimSpread }) => maxSimSpread,
    isLate: true,
  },
};

const kindOf = (name: string): ScoreKind => scoreKindByName[name] ?? unchangedScoreKind;

/** One score of a candidate on the common scale. */
export interface NormalisedScore {
  readonly name: string;
  /** Normalised value, not negative. */
  readonly value: number;
  /** Contribution to the absolute score, 0-1. */
  readonly absolute: number;
}

/**
 * Normalises the scores in `names` for a candidate, after the max-of-n correction and with the preceding question's share
 * added.
 */
export function normaliseScores(
  candidate: Candidate,
  names: readonly string[],
  { context, scale }: { readonly context: Context; readonly scale: SimilarityScale },
): NormalisedScore[] {
  const scores = withPrecedingQuestion(correctForMaxOfN(candidate, scale), context);
  const words = scores['words'] ?? 0;
  return names.map((name) => {
    const { normalise, full, isLate } = kindOf(name);
    const raw = scores[name];
    if (raw === undefined) return isLate ? { ...wordScore(words), name } : { name, value: 0, absolute: 0 };
    const value = normalise(raw, scale);
    return { name, value, absolute: clampToUnit(value / full) };
  });
}

const wordScore = (words: number) => ({ value: words, absolute: clampToUnit(words / kindOf('words').full) });

/**
 * Corrects a long text's scores for its length. By chance alone, the maximum of n normally distributed similarities is
 * about sqrt(2 ln n) standard deviations above their mean. Without the correction, long texts rank above short texts
 * that contain the answer.
 */
function correctForMaxOfN(
  { scores, precedingQuestion, passages = 1 }: Candidate,
  scale: SimilarityScale,
): Pick<Candidate, 'scores' | 'precedingQuestion'> {
  if (passages <= 1) return { scores, precedingQuestion };
  const deviations = Math.sqrt(2 * Math.log(passages));
  const corrected = (name: string, score: number | undefined) =>
    score === undefined ? undefined : score - deviations * kindOf(name).spread(scale);
  const all: Record<string, number | undefined> = {};
  for (const name of Object.keys(scores)) all[name] = corrected(name, scores[name]);
  return {
    scores: all,
    precedingQuestion: precedingQuestion && {
      ...precedingQuestion,
      tokens: corrected('tokens', precedingQuestion['tokens']),
    },
  };
}

/** Adds a share of the preceding question's scores, since an answer often shares no word with the query. */
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
