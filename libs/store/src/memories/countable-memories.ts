import type { ItemId, OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { prepared, type PlaceOf } from '../kit/prepared.ts';
import type { Transaction } from '../kit/transaction.ts';

const queriesOf = ofDialect((dialect) => {
  /** Selects the given items that are not forgotten. On Postgres their rows stay locked. */
  const rowsOf = (place: PlaceOf<{ orgId: OrgId; ids: List }>) => {
    const rows = itemsOf(dialect, place('ids'))
      .select(['item.id', 'item.kind'])
      .where('item.org_id', '=', place('orgId'))
      .where('item.state', '<>', 'deleted');
    return dialect.name === 'postgres' ? rows.modifyEnd(sql`for key share of item skip locked`) : rows;
  };
  return { present: prepared<{ orgId: OrgId; ids: List }>()(rowsOf) };
});

/**
 * Finds the given items that exist and that no other transaction is writing. None of them is forgotten before the commit:
 * rows that another transaction has locked are skipped, because a transaction that forgets an item locks its row before it
 * deletes what names the item.
 */
export async function lockedItems(tx: Transaction, orgId: OrgId, ids: readonly ItemId[]): Promise<ReadonlySet<string>> {
  return new Set((await lockedRows(tx, orgId, ids)).map(({ id }) => id));
}

/** Like `lockedItems`, for those of the given items that are memories. */
export async function countableMemories(
  tx: Transaction,
  orgId: OrgId,
  ids: readonly ItemId[],
): Promise<ReadonlySet<string>> {
  const rows = await lockedRows(tx, orgId, ids);
  return new Set(rows.filter(({ kind }) => kind === 'memory').map(({ id }) => id));
}

const lockedRows = (tx: Transaction, orgId: OrgId, ids: readonly ItemId[]) =>
  tx.all(queriesOf(tx.dialect).present, { orgId, ids: distinctIds(tx.dialect, ids) });
