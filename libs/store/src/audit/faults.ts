import { limits, type AuditFault } from '@cairn/contracts';
import { hashOfAct, type SealedAct } from './chain.ts';

/** A seal joined with its act; `at` is null if the act was deleted. */
export interface SealedRow {
  readonly number: number;
  readonly hash: string;
  readonly at: number | null;
}

interface Part {
  readonly orgId: string;
  /** The number of the entry before `rows`. */
  readonly after: number;
  /** The hash of the entry before `rows`; absent if its seal was deleted. */
  readonly before: string | undefined;
  /** The last entry of the chain; given if `rows` reach the end of the chain. */
  readonly head: { readonly number: number; readonly hash: string } | undefined;
}

/**
 * Finds the breaks in a part of a chain. Each entry is checked against the stored seal before it, so that one changed entry
 * gives one fault.
 */
export function faultsIn<Row extends SealedRow>(
  rows: readonly Row[],
  { orgId, after, before, head }: Part,
  actOf: (row: Row) => SealedAct | undefined,
): AuditFault[] {
  const faults: AuditFault[] = [];
  const name = (number: number, fault: AuditFault['fault']) => {
    if (faults.length < limits.auditFaults.max) faults.push({ number, fault });
  };
  let last = { number: after, hash: before };
  for (const row of rows) {
    for (let number = last.number + 1; number < row.number; number++) name(number, 'seal-removed');
    const isNext = row.number === last.number + 1 && last.hash !== undefined;
    const act = actOf(row);
    if (!act) name(row.number, 'removed');
    else if (isNext && hashOfAct({ orgId, number: row.number, before: last.hash! }, act) !== row.hash)
      name(row.number, 'changed');
    last = row;
  }
  if (!head) return faults;
  for (let number = last.number + 1; number <= head.number; number++) name(number, 'seal-removed');
  if (last.number > head.number || (last.number === head.number && last.hash !== head.hash))
    name(last.number, 'changed');
  return faults;
}
