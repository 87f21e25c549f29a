import type { ItemId, OrgId, UseKind, Uses } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import { sql } from 'kysely';
import { fieldsOf, filterCondition, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { givenRowsInserter } from '../kit/given-rows.ts';
import { itemsOf, distinctIds } from '../items/item-queries.ts';
import { prepared } from '../kit/prepared.ts';
import { countableMemories } from './countable-memories.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { feature, type CallsOf } from '../kit/feature.ts';

/** The number of uses of one memory in one kind of answer since the counts were last stored. */
export interface CountedUses {
  readonly memoryId: ItemId;
  readonly kind: UseKind;
  readonly times: number;
}

/** The number of answers, by kind, that returned a memory. */
const memoryUse = defineTable({
  name: 'memory_use',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    kind: column.text<UseKind>(),
    times: column.int(),
    /** The time at which the first of these answers was counted. */
    since: column.time(),
  },
  key: ['org_id', 'memory_id', 'kind'],
  indexes: { memory_use_most: '(org_id, times desc, memory_id)' },
  itemColumns: ['memory_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    memory_use: RowOf<typeof memoryUse>;
  }
}

const useColumns = { org_id: 'uuid', memory_id: 'uuid', kind: 'text', times: 'int', since: 'bigint' } as const;

const queriesOf = ofDialect((dialect) => {
  const { queries } = dialect;
  return {
    add: givenRowsInserter(
      dialect,
      'memory_use',
      useColumns,
      sql`on conflict (org_id, memory_id, kind) do update set times = memory_use.times + excluded.times`,
    ),
    of: prepared<ScopeFields & { ids: List }>()((place) =>
      itemsOf(dialect, place('ids'))
        .innerJoin('memory_use', (join) =>
          join.onRef('memory_use.memory_id', '=', 'item.id').onRef('memory_use.org_id', '=', 'item.org_id'),
        )
        .select(['item.id', 'memory_use.kind', 'memory_use.times', 'memory_use.since'])
        .where(visibilityCondition(scopePlaces(place)))
        .orderBy('item.id'),
    ),
    most: (scope: ScopeFields, filter: Filter, limit: number) =>
      queries
        .selectFrom('memory_use')
        .select('memory_id')
        .where('org_id', '=', scope.orgId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('item')
              .select('item.seq')
              .whereRef('item.id', '=', 'memory_use.memory_id')
              .where(visibilityCondition(scope))
              .where(filterCondition(dialect, filter)),
          ),
        )
        .orderBy('times', 'desc')
        .orderBy('memory_id')
        .limit(limit),
  };
});

interface AddCommand {
  readonly orgId: OrgId;
  readonly uses: readonly CountedUses[];
}

async function addUses(tx: Transaction, { orgId, uses }: AddCommand): Promise<void> {
  const queries = queriesOf(tx.dialect);
  const countable = await countableMemories(
    tx,
    orgId,
    uses.map(({ memoryId }) => memoryId),
  );
  const rows = uses
    .filter(({ memoryId }) => countable.has(memoryId))
    .map(({ memoryId, kind, times }) => ({ org_id: orgId, memory_id: memoryId, kind, times, since: tx.now }))
    .toSorted(compareByKey);
  await queries.add(tx, rows);
}

/** Orders rows so that all processes lock them in the same order. */
const compareByKey = (one: RowOf<typeof memoryUse>, other: RowOf<typeof memoryUse>): number =>
  one.memory_id < other.memory_id || (one.memory_id === other.memory_id && one.kind < other.kind) ? -1 : 1;

interface OfCommand {
  readonly scope: ScopeFields;
  readonly memoryIds: readonly ItemId[];
}

async function countUses(tx: ReadTransaction, { scope, memoryIds }: OfCommand): Promise<(Uses & { id: ItemId })[]> {
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, memoryIds) };
  const rows = await tx.all(queriesOf(tx.dialect).of, values);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, kinds]) => ({
    id: id as ItemId,
    times: kinds.reduce((sum, { times }) => sum + times, 0),
    since: Math.min(...kinds.map(({ since }) => since)),
    by: Object.fromEntries(kinds.map(({ kind, times }) => [kind, times])),
  }));
}

interface MostCommand {
  readonly scope: ScopeFields;
  readonly filter: Filter;
  readonly limit: number;
}

async function listMostUsed(tx: ReadTransaction, { scope, filter, limit }: MostCommand): Promise<ItemId[]> {
  const rows = await tx.all(queriesOf(tx.dialect).most(scope, filter, limit));
  return [...new Set(rows.map(({ memory_id }) => memory_id as ItemId))];
}

/**
 * Counts the answers that returned each memory. Counting makes no version and no event. The counts are approximate: a
 * killed process loses counts that it has not stored, and a memory is not counted while it is being written.
 */
export const useCounts = feature('useCounts', {
  tables: [memoryUse],
  reads: { of: countUses, most: listMostUsed },
  writes: { add: addUses },
  repeatable: ['add'],
});
export type UseCounts = CallsOf<typeof useCounts>;
