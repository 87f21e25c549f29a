import { GreatestNumbers } from '../generations/best.ts';
import { enlarged } from '../generations/enlarged.ts';
import type { Selection } from '../generations/item-columns.ts';

/** Row that may be among the best, with the estimate of its best chunk. */
export interface Candidate {
  readonly row: number;
  readonly estimate: number;
}

const KEPT_FIRST = 1_024;

/**
 * Returns the rows that the estimates cannot exclude, greatest estimate first. A row's estimate and the estimates of
 * the best `limit` rows may each be wrong by `errorMost`. A single pass keeps the rows that the best rows seen so far
 * do not exclude; these are some times more than the best rows at the end leave.
 */
export function candidatesOf(
  { rows, starts, ends }: Selection,
  estimates: Float32Array,
  errorMost: number,
  limit: number,
): Candidate[] {
  const best = new GreatestNumbers(Math.min(limit, rows.length));
  // Positions in the selection that the best rows seen so far do not exclude, with their estimates.
  let positions = new Uint32Array(KEPT_FIRST);
  let greatest = new Float64Array(KEPT_FIRST);
  let kept = 0;
  let least = -Infinity;
  for (let index = 0; index < rows.length; index++) {
    const end = ends[index] as number;
    let at = starts[index] as number;
    let estimate = estimates[at] as number;
    while (++at < end) if ((estimates[at] as number) > estimate) estimate = estimates[at] as number;
    if (estimate < least) continue;
    if (kept === positions.length) {
      positions = enlarged(positions, 2 * kept);
      greatest = enlarged(greatest, 2 * kept);
    }
    positions[kept] = index;
    greatest[kept++] = estimate;
    best.offer(estimate);
    least = best.least - 2 * errorMost;
  }
  const candidates: Candidate[] = [];
  for (let at = 0; at < kept; at++) {
    const estimate = greatest[at] as number;
    if (estimate >= least) candidates.push({ row: rows[positions[at] as number] as number, estimate });
  }
  return candidates.sort((a, b) => b.estimate - a.estimate);
}
