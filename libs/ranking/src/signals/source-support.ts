import { unit } from './unit.ts';
import type { PoolSignal } from './pool-signal.ts';

/**
 * Two records of one thing support each other: the words of a message, and what somebody thought worth keeping of it. The
 * strength is what the best of its source links is worth alone, so that a candidate can only be lifted.
 */
export const sourceSupport = {
  name: 'lineage',
  strengthsIn:
    (_, scoreAlone) =>
    ({ candidate: { sourceLinks = [] } }) =>
      unit(Math.max(0, ...sourceLinks.map((linked) => scoreAlone(linked).rankScore))),
} as const satisfies PoolSignal;
