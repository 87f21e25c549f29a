import type { Ranked } from './signals/candidate.ts';
import { softmaxOf } from './confidence.ts';

/** The returned hits must cover at least this share of the softmax. */
const COVERED_SHARE_MIN = 0.9;
/** Minimum number of hits: an answer often needs two or three, even when the first hit is clear. */
const ANSWER_HITS_MIN = 3;

/**
 * Number of hits to return when the caller gives no limit: from 3 to `most`. Hits are added until they cover nine
 * tenths of the softmax over the first `most` hits, so a clear answer is short and a vague answer is long.
 */
export function answerLength(ranked: readonly Ranked[], most: number): number {
  const shares = softmaxOf(ranked.slice(0, most));
  let covered = 0;
  const enough = shares.findIndex((share) => (covered += share) >= COVERED_SHARE_MIN) + 1;
  return Math.min(most, Math.max(ANSWER_HITS_MIN, enough || shares.length));
}
