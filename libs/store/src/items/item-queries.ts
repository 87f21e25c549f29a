import type { IndexState, Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Pointer } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { filterCondition, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Dialect, type List } from '../kit/dialect.ts';
import { itemOf, rowColumns, type ReadRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';

/**
 * Selects the items with the given ids. The ids are looked up first, whatever the planner estimates for other conditions.
 */
export const itemsOf = ({ queries, wantedItems }: Dialect, ids: List) =>
  queries.selectFrom(wantedItems(ids).as('item')).where(sql<SqlBool>`item.id = wanted.value`);

export const distinctIds = ({ listOf }: Dialect, ids: readonly ItemId[]): List => listOf([...new Set(ids)]);

const statusOf = (target: keyof IndexState) =>
  sql<IndexState[typeof target] | null>`(select status from index_state
    where item_seq = item.seq and target = ${sql.lit(target)})`;

/** Selects the index states of the item in the row. */
export const indexStatuses = [statusOf('words').as('words'), statusOf('vectors').as('vectors')];

/** The stored index states of an item; null where none is stored. */
export type Statuses = { [Target in keyof IndexState]: IndexState[Target] | null };

/** Reads the index states from a row; a state that is not stored counts as pending. */
export const indexStateOfRow = ({ words, vectors }: Statuses): IndexState => ({
  words: words ?? 'pending',
  vectors: vectors ?? 'pending',
});

/** Queries that read items. */
export const itemQueries = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
    visibleItem: prepared<ScopeFields & { kind: ItemKind; id: ItemId }>()((place) =>
      queries
        .selectFrom('item')
        .select(rowColumns)
        .select(indexStatuses)
        .where('id', '=', place('id'))
        .where('kind', '=', place('kind'))
        .where(visibilityCondition(scopePlaces(place))),
    ),
    visibleItems: prepared<ScopeFields & { kind: ItemKind; ids: List }>()((place) =>
      itemsOf(dialect, place('ids'))
        .select(rowColumns)
        .where('kind', '=', place('kind'))
        .where('state', '!=', 'deleted')
        .where(visibilityCondition(scopePlaces(place))),
    ),
    idsByEnd: prepared<ScopeFields & { end: string; limit: number }>()((place) =>
      queries
        .selectFrom('item')
        .select('id')
        .where(sql.ref('item.short_id'), '=', place('end'))
        .where(visibilityCondition(scopePlaces(place)))
        .orderBy('seq')
        .limit(place('limit')),
    ),
    newest: (scope: ScopeFields, filter: Filter, limit: number) =>
      queries
        .selectFrom('item')
        .select(rowColumns)
        .where(visibilityCondition(scope))
        .where(filterCondition(dialect, filter))
        .orderBy('effective_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit),
    byPointer: prepared<Pointer>()((place) =>
      queries
        .selectFrom('item')
        .select(rowColumns)
        .where('id', '=', place('id'))
        .where('org_id', '=', place('orgId'))
        .where('kind', '=', place('kind')),
    ),
    ofOrganisation: prepared<{ orgId: OrgId; ids: List }>()((place) =>
      itemsOf(dialect, place('ids')).select(rowColumns).where('org_id', '=', place('orgId')),
    ),
  };
});

/** Builds an item with its index states from a row. */
export const foundItemOf = (row: ReadRow & Statuses): Item & { index: IndexState } => ({
  ...itemOf(row),
  index: indexStateOfRow(row),
});

/** Builds the item that a subscriber reads, or for a tombstone its deletion. */
export function loadedItemOf(row: ReadRow): Item | { deletedAt: number; version: number } {
  return row.state === 'deleted' ? { deletedAt: row.deleted_at ?? 0, version: row.version } : itemOf(row);
}
