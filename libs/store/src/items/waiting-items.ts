import type { Item } from '@cairn/contracts';
import type { WaitingBounds } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { sql, type Selectable, type SqlBool } from 'kysely';
import { filterCondition, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect } from '../kit/dialect.ts';
import { itemOf, rowColumns } from '../kit/item-rows.ts';
import { statementOf } from '../kit/prepared.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import type { ItemTable } from '../kit/tables.ts';

/** The maximum number of the organisation's waiting items that are examined, newest first. */
const ITEMS_EXAMINED_MAX = 300;

interface WaitingItemsQuery extends WaitingBounds {
  readonly scope: ScopeFields;
  readonly filter: Filter;
}

/** Starts the join at the index of waiting items: in another order, Postgres scans all items of the organisation. */
const itemOfWaiting = {
  sqlite: sql`cross join item`,
  postgres: sql`cross join lateral (select * from item as one where one.seq = waiting.item_seq offset 0)`,
};

/**
 * Queries whether any item of the organisation lacks vectors. SQLite queries this first: usually no item does, and the query
 * of the items, which is compiled for each filter, costs 20 times as much.
 */
const anyWaiting = ofDialect((dialect) =>
  statementOf<Pick<ScopeFields, 'orgId'>>(dialect)(
    (place) => sql<{ one: number }>`select 1 as one from index_state
      where status = 'pending' and org_id = ${place('orgId')} and target = 'vectors' limit 1`,
  ),
);

/** Reads the newest items without vectors. */
export async function readWaitingItems(tx: ReadTransaction, asked: WaitingItemsQuery): Promise<Item[]> {
  const { dialect } = tx;
  if (dialect.name === 'sqlite' && !(await tx.get(anyWaiting(dialect), { orgId: asked.scope.orgId }))) return [];
  return (await tx.all(waitingItems(dialect, asked))).map(itemOf);
}

/** Selects the newest items without vectors, through the index of waiting items. */
function waitingItems(dialect: Dialect, { scope, filter, limit, charsMax }: WaitingItemsQuery) {
  const waiting = dialect.queries
    .selectFrom('index_state')
    .select('item_seq')
    .where(sql<SqlBool>`index_state.status = 'pending'`)
    .where('index_state.org_id', '=', scope.orgId)
    .where('target', '=', 'vectors')
    .orderBy('behind_since', 'desc')
    .limit(ITEMS_EXAMINED_MAX);
  return dialect.queries
    .selectFrom(sql<Selectable<ItemTable>>`(${waiting}) as waiting ${itemOfWaiting[dialect.name]}`.as('item'))
    .select(rowColumns)
    .where(sql<SqlBool>`item.seq = waiting.item_seq`)
    .where('item.state', '<>', 'deleted')
    .where('item.length', '<=', charsMax)
    .where(visibilityCondition(scope))
    .where(filterCondition(dialect, filter))
    .orderBy('item.seq', 'desc')
    .limit(limit);
}
