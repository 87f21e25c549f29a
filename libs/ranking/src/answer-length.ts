import type { Ranked } from './signals/candidate.ts';
import { softmaxOf } from './confidence.ts';

/** Share of the softmax that the returned hits must cover. */
const SHARE = 0.9;
/** Least number of hits: two or three are often needed even when the first is clear. */
const LEAST = 3;

/**
 * Number of hits to return when the caller names none: enough to cover nine tenths of the softmax of the first `most`, so that
 * a clear answer is short and a vague one is long. At least 3, at most `most`.
 */
export function answerLength(ranked: readonly Ranked[], most: number): number {
  const shares = softmaxOf(ranked.slice(0, most));
  let covered = 0;
  const enough = shares.findIndex((share) => (covered += share) >= SHARE) + 1;
  return Math.min(most, Math.max(LEAST, enough || shares.length));
}
