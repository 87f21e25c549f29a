import type { PrincipalId } from '@cairn/contracts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { currentFactsFor, factLocksOf } from './facts.ts';
import { handedOver } from './lifecycle.rules.ts';
import { mergedAmong, namedAmong } from './memory-keys.ts';
import { keptColumns, writeOverEach, type ManyAct } from './write-over.ts';

/**
 * Transfers private memories to another principal on behalf of the organisation. A memory whose external id the recipient has loses
 * it, and one whose fact an active memory of theirs states is archived. The rows must be locked, or the caller the only writer.
 */
export async function giveRows(
  session: Transaction,
  act: ManyAct,
  { rows, to }: { readonly rows: readonly ItemRow[]; readonly to: PrincipalId },
): Promise<void> {
  const given = rows.map((row) => ({ ...row, principal_id: to }));
  const active = given.filter(({ state }) => state === 'active');
  const named = await namedAmong(session, given);
  await session.lock(...factLocksOf(active));
  const stated = await currentFactsFor(session, active);
  const keyed = active.flatMap((row) =>
    row.merge_key === null || row.external_id !== null ? [] : [{ row, key: row.merge_key }],
  );
  const merged = await mergedAmong(session, keyed);
  const written = rows.map((row) => {
    const met = { isStated: stated.has(row.id), isMerged: merged.has(row.id), isNamed: named.has(row.id) };
    return { row, columns: { ...keptColumns(row), principal_id: to, ...handedOver(row, met, session.now) } };
  });
  await writeOverEach(session, act, { written, as: 'change' });
}
