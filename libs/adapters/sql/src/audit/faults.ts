import { limits, type AuditFault } from '@cairn/contracts';
import { hashOfAct, type SealedAct } from './chain.ts';

/** A seal, and what is there of its act; without one, `at` is null. */
export interface SealedRow {
  readonly number: number;
  readonly hash: string;
  readonly at: number | null;
}

interface Part {
  readonly orgId: string;
  /** The number before the first row. */
  readonly after: number;
  /** Its hash; absent when that seal is gone. */
  readonly before: string | undefined;
  /** Where the chain must end, if the rows go up to the end. */
  readonly head: { readonly number: number; readonly hash: string } | undefined;
}

/** Where a part of a chain does not hold. Each entry is held against the seal before it as it stands, so that one change is one fault. */
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
