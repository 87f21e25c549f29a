/** Times of visits, epoch ms: `seenUntil` is the end of the visit before this one, `at` the last sign of this one. */
export interface Visits {
  readonly seenUntil: number;
  readonly at: number;
}

/** A pause in ms after which the next look is a new visit. */
const PAUSE_MS = 30 * 60_000;

/** Computes the visits after a look. A look within the pause continues the same visit. */
export function visitsAfter(before: Visits | undefined, now: number): Visits {
  if (!before) return { seenUntil: 0, at: now };
  return { seenUntil: now - before.at > PAUSE_MS ? before.at : before.seenUntil, at: now };
}
