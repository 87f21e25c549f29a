import { Best } from './best.ts';
import type { Selection } from './item-columns.ts';

/** A row that may be among the best, with the estimate of its best chunk. */
export interface Candidate {
  readonly row: number;
  readonly estimate: number;
}

/**
 * The rows that the estimates cannot exclude, the greatest first: both their estimates and those of the best `limit` rows may be off by
 * `errorMost`. One pass keeps rows that the best so far do not exclude, hardly more than the final best would.
 */
export function candidatesOf(
  { rows, starts, ends }: Selection,
  estimates: Float32Array,
  errorMost: number,
  limit: number,
): Candidate[] {
  const best = new Best(Math.min(limit, rows.length));
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
