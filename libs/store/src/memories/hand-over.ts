import type { PrincipalId } from '@cairn/contracts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { currentFactsFor, factLocksOf } from './facts.ts';
import { columnsAfterTransfer } from './lifecycle.rules.ts';
import { idsWithTakenMergeKey, idsWithTakenExternalId } from './memory-keys.ts';
import { keptColumns, writeOverEach, type BulkAct } from './write-over.ts';

/**
 * Transfers private memories to another principal on behalf of the organisation. A memory loses its external id if a
 * memory of the recipient has the same external id; it is archived if an active memory of the recipient states the same
 * fact. The caller has locked the rows or is the only writer.
 */
export async function giveRows(
  tx: Transaction,
  act: BulkAct,
  { rows, to }: { readonly rows: readonly ItemRow[]; readonly to: PrincipalId },
): Promise<void> {
  const given = rows.map((row) => ({ ...row, principal_id: to }));
  const active = given.filter(({ state }) => state === 'active');
  const named = await idsWithTakenExternalId(tx, given);
  await tx.lock(...factLocksOf(active));
  const stated = await currentFactsFor(tx, active);
  const keyed = active.flatMap((row) =>
    row.merge_key === null || row.external_id !== null ? [] : [{ row, key: row.merge_key }],
  );
  const merged = await idsWithTakenMergeKey(tx, keyed);
  const written = rows.map((row) => {
    const met = { isStated: stated.has(row.id), isMerged: merged.has(row.id), isNamed: named.has(row.id) };
    return { row, columns: { ...keptColumns(row), principal_id: to, ...columnsAfterTransfer(row, met, tx.now) } };
  });
  await writeOverEach(tx, act, { written, as: 'change' });
}
