import type { Category, DigestAct, MemoryId, PrincipalId } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { filterCondition, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { isNoFile } from './briefings.ts';

/** One act on a memory, as a digest counts it. */
export interface ToldAct {
  readonly act: DigestAct;
  readonly memoryId: MemoryId;
  readonly title: string;
  readonly category: Category;
  /** Time of the act, epoch ms. For stops, the beginning of the day on which they happened. */
  readonly at: number;
  readonly principalId: PrincipalId;
  readonly name: string;
  readonly times: number;
  /** Title of the memory that superseded this one, if the scope sees it. */
  readonly successor: string | null;
}

interface DigestActs {
  /** The newest first within each kind of act. */
  readonly acts: readonly ToldAct[];
  /** Whether all acts since `since` were read; false if some kind of act has `ACTS_MAX` acts or more. */
  readonly isComplete: boolean;
}

/** The most acts of each kind that are read. */
const ACTS_MAX = 2_000;
const DAY_MS = 86_400_000;

interface Query {
  readonly scope: ScopeFields;
  /** The filter for memories, with archived and superseded ones. */
  readonly filter: Filter;
  readonly since: number;
  /** Whether to include only memories that everyone in the organisation may read. */
  readonly isShared: boolean;
}

/** SQL condition: everyone in the organisation may read the memory. */
const isReadByAll = ({ queries }: Dialect, { orgId }: ScopeFields) => {
  const closed = queries.selectFrom('closed_channel').select('channel').where('org_id', '=', orgId);
  return sql<SqlBool>`(item.visibility in ('org', 'team', 'channel') and (item.channel is null or item.channel not in ${closed}))`;
};

/** The memories that may be part of a digest, with the columns that all acts have. */
function memoriesIn(dialect: Dialect, { scope, filter, isShared }: Query) {
  const all = dialect.queries
    .selectFrom('item')
    .select(['item.id', 'item.title', 'item.category'])
    .where('item.org_id', '=', scope.orgId)
    .where(isNoFile)
    .where(visibilityCondition(scope))
    .where(filterCondition(dialect, filter))
    .limit(ACTS_MAX);
  return isShared ? all.where(isReadByAll(dialect, scope)) : all;
}

/**
 * Selects the active memories that were stored since `since`, with their writers. Starts after the newest memory stored
 * before `since`, since memories are numbered in the order of arrival.
 */
function storedIn(dialect: Dialect, query: Query) {
  const { orgId } = query.scope;
  const lastBefore = dialect.queries
    .selectFrom('item as before')
    .select('before.seq')
    .where('before.org_id', '=', orgId)
    .where(sql<SqlBool>`before.kind = 'memory'`)
    .where('before.created_at', '<', query.since)
    .orderBy('before.seq', 'desc')
    .limit(1);
  return memoriesIn(dialect, query)
    .where('item.seq', '>', sql<number>`coalesce(${lastBefore}, 0)`)
    .where('item.created_at', '>=', query.since)
    .where('item.state', '=', 'active')
    .innerJoin('principal', 'principal.id', 'item.principal_id')
    .select(['item.created_at as at', 'principal.id as principal_id', 'principal.name'])
    .select([sql<number>`1`.as('times'), sql<string | null>`null`.as('successor')])
    .orderBy('item.seq', 'desc');
}

/** Selects the memories that a person confirmed since `since`, each with the last person who did. */
const confirmedIn = (dialect: Dialect, query: Query) =>
  memoriesIn(dialect, query)
    .innerJoin('principal', 'principal.id', 'item.confirmed_by')
    .select(['item.confirmed_at as at', 'principal.id as principal_id', 'principal.name'])
    .select([sql<number>`1`.as('times'), sql<string | null>`null`.as('successor')])
    .where('item.confirmed_at', 'is not', null)
    .where('item.confirmed_at', '>=', query.since)
    .orderBy('item.confirmed_at', 'desc');

/** Selects the memories that were superseded since `since`, each with the principal who superseded it. */
function supersededIn(dialect: Dialect, query: Query) {
  const { orgId } = query.scope;
  return memoriesIn(dialect, query)
    .innerJoin('revision', (join) =>
      join.onRef('revision.item_id', '=', 'item.id').onRef('revision.at', '=', 'item.active_to'),
    )
    .innerJoin('principal', 'principal.id', 'revision.principal_id')
    .leftJoin('succession', (join) =>
      join.onRef('succession.old_id', '=', 'item.id').onRef('succession.org_id', '=', 'item.org_id'),
    )
    .leftJoin('item as next', (join) =>
      join.onRef('next.id', '=', 'succession.new_id').on(visibilityCondition(query.scope, 'next')),
    )
    .select(['revision.at', 'principal.id as principal_id', 'principal.name'])
    .select([sql<number>`1`.as('times'), 'next.title as successor'])
    .where('revision.org_id', '=', orgId)
    .where('revision.at', '>=', query.since)
    .where('item.state', '=', 'superseded')
    .orderBy('revision.at', 'desc');
}

/** Selects the rules that stopped a principal on the day of `since` or later, each with the principal whom it stopped. */
const stoppedIn = (dialect: Dialect, query: Query) =>
  memoriesIn(dialect, query)
    .innerJoin('rule_stop', (join) =>
      join.onRef('rule_stop.memory_id', '=', 'item.id').onRef('rule_stop.org_id', '=', 'item.org_id'),
    )
    .innerJoin('principal', 'principal.id', 'rule_stop.principal_id')
    .select([
      sql<number>`rule_stop.day * cast(${sql.lit(DAY_MS)} as bigint)`.as('at'),
      'principal.id as principal_id',
      'principal.name',
    ])
    .select(['rule_stop.times', sql<string | null>`null`.as('successor')])
    .where('rule_stop.org_id', '=', query.scope.orgId)
    .where('rule_stop.day', '>=', Math.floor(query.since / DAY_MS))
    .orderBy('rule_stop.day', 'desc');

const queriesByAct = {
  stored: storedIn,
  confirmed: confirmedIn,
  superseded: supersededIn,
  stopped: stoppedIn,
} as const;

/**
 * Lists the acts on memories since a time, for memories that the scope sees. Leaves out memories made from files of a
 * repository.
 */
async function listActs(tx: ReadTransaction, query: Query): Promise<DigestActs> {
  const told: ToldAct[] = [];
  let isComplete = true;
  for (const [act, queryOf] of Object.entries(queriesByAct)) {
    const rows = await tx.all(queryOf(tx.dialect, query));
    isComplete &&= rows.length < ACTS_MAX;
    told.push(...rows.map((row) => actOf(act as DigestAct, row)));
  }
  return { acts: told, isComplete };
}

interface Row {
  readonly id: string;
  readonly title: string | null;
  readonly category: string | null;
  readonly at: number | null;
  readonly principal_id: string;
  readonly name: string;
  readonly times: number;
  readonly successor: string | null;
}

const actOf = (act: DigestAct, { id, title, category, at, principal_id, name, times, successor }: Row): ToldAct => ({
  ...{ act, memoryId: id as MemoryId, title: title ?? '', category: (category ?? 'fact') as Category, at: Number(at) },
  ...{ principalId: principal_id as PrincipalId, name, times, successor },
});

/** Queries of a digest. Each reads a bounded number of rows. */
export const digests = feature('digests', { tables: [], reads: { acts: listActs }, writes: {} });
export type Digests = CallsOf<typeof digests>;
