import { IMPORT_KIND, type ItemId } from '@cairn/contracts';
import { sql } from 'kysely';
import { isStoredAs } from '../items/idempotency.ts';
import { itemColumns, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import { confirm } from './confirmations.ts';
import { joinNorms, type MergeResult } from './evidence.ts';
import { isTrustedMemory } from './rulings.ts';

interface SentAgain {
  /** The existing memory. */
  readonly id: string;
  /** The sent memory, whose external id the existing one has. */
  readonly row: NewItemRow;
}

type StoredRow = ItemRow & { readonly is_trusted: number };

/**
 * Confirms active memories that nobody who is trusted stands for, such as those of an archive of chats, if a person now
 * imports the same from files by which a team rules itself: with the norms that those files state, in place of the former
 * ones. Maps the ids of the sent memories that confirmed one to the result. Must be called by a person alone.
 */
export async function confirmByRulingImport(
  tx: Transaction,
  author: Author,
  again: readonly SentAgain[],
): Promise<ReadonlyMap<string, MergeResult>> {
  const ruling = again.filter(({ row }) => row.external_id !== null && isOfRulingImport(row));
  const byId = new Map((await lockedRows(tx, ruling)).map((row) => [row.id as string, row]));
  const confirmed = new Map<string, MergeResult>();
  for (const { id, row } of ruling) {
    const { is_trusted, ...present } = byId.get(id) ?? { is_trusted: 1 };
    if (is_trusted === 1 || !isStoredAs(present as ItemRow, row, { whateverNorms: true })) continue;
    await confirm(tx, { reviewer: { ...author, kind: 'person' } }, present as ItemRow);
    confirmed.set(row.id, await joinNorms(tx, author, { present: present as ItemRow, row }));
    byId.delete(id);
  }
  return confirmed;
}

const isOfRulingImport = ({ kind, provenance }: NewItemRow): boolean =>
  kind === 'memory' && (JSON.parse(provenance) as Record<string, string>)[IMPORT_KIND] !== undefined;

/** Locks the active memories among the existing ones, ordered by id to avoid deadlocks. */
async function lockedRows(tx: Transaction, again: readonly SentAgain[]): Promise<StoredRow[]> {
  const ids = [...new Set(again.map(({ id }) => id as ItemId))];
  if (ids.length === 0) return [];
  const rows = tx.dialect.queries
    .selectFrom('item')
    .select(['seq', ...itemColumns])
    .select(sql<number>`case when ${isTrustedMemory} then 1 else 0 end`.as('is_trusted'))
    .where('id', 'in', ids)
    .where('state', '=', 'active')
    .orderBy('id')
    .modifyEnd(tx.dialect.forUpdate);
  return (await tx.all(rows)) as StoredRow[];
}
