import type { ItemId, OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { prepared } from '../kit/prepared.ts';
import type { Transaction } from '../kit/transaction.ts';

const queriesOf = ofDialect((dialect) => ({
  /**
   * Selects the given items that are memories and can be counted. On Postgres their rows stay locked, so that none is
   * forgotten before its count is stored. Rows that another transaction has locked are skipped, because a transaction
   * that forgets an item locks its row before it deletes the counts.
   */
  countable: prepared<{ orgId: OrgId; ids: List }>()((place) => {
    const rows = itemsOf(dialect, place('ids'))
      .select('item.id')
      .where('item.org_id', '=', place('orgId'))
      .where('item.kind', '=', 'memory')
      .where('item.state', '<>', 'deleted');
    return dialect.name === 'postgres' ? rows.modifyEnd(sql`for key share of item skip locked`) : rows;
  }),
}));

/**
 * Finds the given memories that exist and that no other transaction is writing. None of them is forgotten before the
 * commit.
 */
export async function countableMemories(
  tx: Transaction,
  orgId: OrgId,
  ids: readonly ItemId[],
): Promise<ReadonlySet<string>> {
  const values = { orgId, ids: distinctIds(tx.dialect, ids) };
  return new Set((await tx.all(queriesOf(tx.dialect).countable, values)).map(({ id }) => id));
}
