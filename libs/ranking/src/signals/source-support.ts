import { clampToUnit } from './unit.ts';
import type { PoolSignal } from './pool-signal.ts';

/**
 * Signal: a memory and the messages from which it was made support each other. The strength is the best score among the
 * source links. Each link is scored without such support, so that the signal can only lift a candidate.
 */
export const sourceSupport = {
  name: 'lineage',
  strengthsIn:
    (_, scoreAlone) =>
    ({ candidate: { sourceLinks = [] } }) =>
      clampToUnit(Math.max(0, ...sourceLinks.map((linked) => scoreAlone(linked).rankScore))),
} as const satisfies PoolSignal;
