import type { Ranked } from './signals/candidate.ts';
import { softmaxOf } from './confidence.ts';

/** An answer holds so much of the weight of all that was found. */
const SHARE = 0.9;
/** Two or three pieces of evidence are often needed even where the first is clear. */
const LEAST = 3;

/**
 * How many hits to hand over where the caller has named no number: as many as hold nine tenths of the softmax of what
 * could be shown, so that a clear answer is short and a vague one as long as it may be. At least 3, at most `most`.
 */
export function answerLength(ranked: readonly Ranked[], most: number): number {
  const shares = softmaxOf(ranked.slice(0, most));
  let held = 0;
  const enough = shares.findIndex((share) => (held += share) >= SHARE) + 1;
  return Math.min(most, Math.max(LEAST, enough || shares.length));
}
