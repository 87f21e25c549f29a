import { IMPORT_KIND, type ItemId, type Memory, type OrgId } from '@cairn/contracts';
import { plantedSignalsOf } from '@cairn/text';
import { sql } from 'kysely';
import { declaredQueries } from '../graph/declaring.ts';
import { isStoredAs } from '../items/idempotency.ts';
import { announceEvent } from '../kit/announce.ts';
import { announcementOf } from '../kit/deliveries.ts';
import { itemColumns, itemOf, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';
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
 * imports the same from files by which a team rules itself: with the norms that those files state and the relations that
 * they declare, in place of the former ones. What reads like planted instructions is left for a person to confirm by itself.
 * Maps the ids of the sent memories that confirmed one to the result. Must be called by a person alone, before the
 * declarations of the sent memories are stored.
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
    if (isLikePlanted(row)) continue;
    await confirm(tx, { reviewer: { ...author, kind: 'person' } }, present as ItemRow);
    const result = await joinNorms(tx, author, { present: present as ItemRow, row });
    await forgetDeclared(tx, author.orgId, { id: id as ItemId, version: result.version });
    confirmed.set(row.id, result);
    byId.delete(id);
  }
  return confirmed;
}

const isOfRulingImport = ({ kind, provenance }: NewItemRow): boolean =>
  kind === 'memory' && (JSON.parse(provenance) as Record<string, string>)[IMPORT_KIND] !== undefined;

/** Whether the sent memory, with the norms that the existing one gets, has signs of planted instructions. */
const isLikePlanted = (row: NewItemRow): boolean =>
  plantedSignalsOf(itemOf({ ...row, seq: 0 } as ItemRow) as Memory).length > 0;

/** Removes what an earlier import declared in a memory, so that nobody confirms what the rule file does not say. */
async function forgetDeclared(
  tx: Transaction,
  orgId: OrgId,
  { id, version }: { readonly id: ItemId; readonly version: number },
): Promise<void> {
  const removed = await tx.run(declaredQueries(tx.dialect).forget, { orgId, id });
  if (removed > 0) await announceEvent(tx, announcementOf({ orgId, kind: 'memory', id, version }));
}

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
