import { indexTargets, type IndexTarget, type StatsResponse } from '@cairn/contracts';
import { sql, type Compilable, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { visibilityCondition, type ScopeFields } from './conditions.ts';
import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

const DAY_MS = 86_400_000;
const STRONGEST_MEMORIES_MAX = 5;

/** The status is a literal rather than a parameter, so that the planner can use the partial index. */
export const isBehind = sql<SqlBool>`index_state.status <> 'indexed'`;

/** The values are literals, so that the planner can use the partial index on strength. */
const isOfStrength = sql<SqlBool>`kind = 'memory' and state = 'active'`;

const strongestMemoriesQuery = <Seen extends SelectQueryBuilder<Tables, 'item', object>>(
  memories: Seen,
  strength: RawBuilder<number>,
) =>
  memories
    .select(['item.id as memoryId', 'item.title', strength.as('strength')])
    .where(isOfStrength)
    .orderBy(strength, 'desc')
    .orderBy('item.effective_at', 'desc')
    .orderBy('item.seq', 'desc')
    .limit(STRONGEST_MEMORIES_MAX);

/** Queries for the statistics of a store; `now` is epoch ms. */
export function statsQueries({ queries }: Dialect, scope: ScopeFields, now: number) {
  const fresh = sql<number>`count(*) filter (where created_at >= ${now - DAY_MS})`;
  const seen = queries.selectFrom('item').where(visibilityCondition(scope));
  /**
   * Memories whose strength feedback has changed. They are few and sorted separately, so that the index on strength
   * serves all other memories.
   */
  const moved = seen.innerJoin('memory_strength', (join) =>
    join.onRef('memory_strength.org_id', '=', 'item.org_id').onRef('memory_strength.memory_id', '=', 'item.id'),
  );
  const sessions = seen
    .select(['channel', 'session_key', fresh.as('fresh')])
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .where('kind', '=', 'message')
    .groupBy(['channel', 'session_key']);
  return {
    memories: seen
      .select(['state', 'store', 'category', fresh.as('fresh')])
      .select((eb) => [eb.fn.countAll<number>().as('number'), eb.fn.sum<number>('strength').as('strength')])
      .where('kind', '=', 'memory')
      .where('state', '<>', sql.lit('proposed'))
      .groupBy(['state', 'store', 'category']),
    messages: queries
      .selectFrom(sessions.as('session'))
      .select(({ fn }) => [
        fn.coalesce(fn.sum<number>('number'), sql.lit(0)).as('total'),
        fn.coalesce(fn.sum<number>('fresh'), sql.lit(0)).as('last24h'),
        fn.count<number>('channel').distinct().as('channels'),
        fn.count<number>('session_key').distinct().as('sessions'),
      ]),
    notes: seen
      .select(({ fn }) => [
        fn.count<number>('session_key').distinct().as('total'),
        fn.countAll<number>().as('sections'),
        fn.count<number>('subchannel').distinct().as('workspaces'),
        fn
          .count<number>('session_key')
          .distinct()
          .filterWhere('created_at', '>=', now - DAY_MS)
          .as('last24h'),
      ])
      .where('kind', '=', 'note')
      .where('state', '=', sql.lit('active')),
    behind: queries
      .selectFrom('index_state')
      .crossJoin('item')
      .whereRef('item.seq', '=', 'index_state.item_seq')
      .select(['index_state.target', 'index_state.status'])
      .select((eb) => eb.fn.countAll<number>().as('number'))
      .where(isBehind)
      .where('index_state.target', 'in', indexTargets)
      .where(visibilityCondition(scope))
      .groupBy(['index_state.target', 'index_state.status']),
    strongest: strongestMemoriesQuery(seen, sql<number>`item.strength`)
      .where(sql<SqlBool>`not exists (select 1 from memory_strength as moved
      where moved.org_id = item.org_id and moved.memory_id = item.id)`),
    strongestMoved: strongestMemoriesQuery(moved, sql<number>`memory_strength.strength`),
    movedBy: moved.select(sql<number>`coalesce(sum(memory_strength.strength - item.strength), 0)`.as('strength')),
  };
}

type RowsOf<Query> = Query extends Compilable<infer Row> ? readonly Row[] : never;

/** The rows of each query in `statsQueries`. */
export type StatsRows = { readonly [Part in keyof Queries]: RowsOf<Queries[Part]> };
type Queries = ReturnType<typeof statsQueries>;

export const statsOf = ({ memories, messages, notes, behind, ...rows }: StatsRows): StatsResponse => ({
  memories: memoryStats(memories, rows.movedBy[0]?.strength ?? 0),
  messages: { ...(messages[0] ?? { total: 0, last24h: 0, channels: 0, sessions: 0 }) },
  notes: { ...(notes[0] ?? { total: 0, sections: 0, workspaces: 0, last24h: 0 }) },
  index: indexStats(behind),
  strongest: [...rows.strongestMoved, ...rows.strongest]
    .map(({ memoryId, title, strength }) => ({ memoryId, title: title ?? '', strength: strength ?? 0 }))
    .sort((one, other) => other.strength - one.strength)
    .slice(0, STRONGEST_MEMORIES_MAX),
});

function memoryStats(groups: StatsRows['memories'], movedBy: number): StatsResponse['memories'] {
  const total = sumOf(groups, ({ number }) => number);
  return {
    total,
    archived: sumOf(groups, ({ state, number }) => (state === 'active' ? 0 : number)),
    byStore: sumsBy(groups, ({ store }) => store),
    byCategory: sumsBy(groups, ({ category }) => category),
    meanStrength: total === 0 ? 0 : roundMean((sumOf(groups, ({ strength }) => strength) + movedBy) / total),
    last24h: sumOf(groups, ({ fresh }) => fresh),
  };
}

/** Rounds a mean to 6 decimals: stores add numbers in different orders, which changes the last digits of a sum. */
const roundMean = (mean: number): number => Math.round(mean * 1e6) / 1e6;

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0);

function sumsBy<Row extends { number: number }>(rows: readonly Row[], key: (row: Row) => string | null) {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[key(row) ?? ''] = (sums[key(row) ?? ''] ?? 0) + row.number;
  return sums;
}

function indexStats(behind: StatsRows['behind']): StatsResponse['index'] {
  const none = { words: 0, vectors: 0 };
  const counts = { pending: { ...none }, dead: { ...none }, off: { ...none } };
  for (const { target, status, number } of behind)
    counts[status as keyof typeof counts][target as IndexTarget] = number;
  return counts;
}
