import { GreatestNumbers } from '../generations/best.ts';
import type { Selection } from '../generations/item-columns.ts';

/** Row that may be among the best, with the estimate of its best chunk. */
export interface Candidate {
  readonly row: number;
  readonly estimate: number;
}

/**
 * Returns the rows that the estimates cannot exclude, greatest estimate first. A row's estimate and the estimates of
 * the best `limit` rows may each be wrong by `errorMost`. A single pass keeps the rows that the best rows seen so far
 * do not exclude; these are hardly more than the best rows at the end would leave.
 */
export function candidatesOf(
  { rows, starts, ends }: Selection,
  estimates: Float32Array,
  errorMost: number,
  limit: number,
): Candidate[] {
  const best = new GreatestNumbers(Math.min(limit, rows.length));
  const kept: Candidate[] = [];
  let least = -Infinity;
  for (let index = 0; index < rows.length; index++) {
    const estimate = greatestOf(estimates, starts[index] as number, ends[index] as number);
    if (estimate < least) continue;
    kept.push({ row: rows[index] as number, estimate });
    best.offer(estimate);
    least = best.least - 2 * errorMost;
  }
  return kept.filter(({ estimate }) => estimate >= least).sort((a, b) => b.estimate - a.estimate);
}

function greatestOf(values: Float32Array, start: number, end: number): number {
  let greatest = values[start] as number;
  for (let at = start + 1; at < end; at++) if ((values[at] as number) > greatest) greatest = values[at] as number;
  return greatest;
}
