import {
  REPOSITORY_SOURCE,
  exportedChats,
  type Category,
  type ItemId,
  type Memory,
  type OrgId,
  type PrincipalId,
} from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { filterCondition, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import { itemOf, rowColumns } from '../kit/item-rows.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** A session and the time of its end. */
export interface SessionEnd {
  readonly sessionKey: string;
  /** The time at which the last message of the session was stored, in epoch ms. */
  readonly endedAt: number;
}

/** The number of memories, the last to arrive, that are searched for new ones. */
const ARRIVALS_MAX = 500;
/** The number of newest messages that are searched for long sessions. */
const SESSION_MESSAGES_MAX = 2_000;
/** The maximum number of a person's agents whose sessions are searched. */
const AGENTS_MAX = 20;

/** The values are literals rather than parameters, so that the planner can choose the partial index. */
const isActiveMemory = sql<SqlBool>`item.kind = 'memory' and item.state = 'active'`;
const isStanding = sql<SqlBool>`standing.standing_at is not null`;
const isOfSession = sql<SqlBool>`item.kind = 'message' and item.session_key is not null`;
const isNoExport = sql<SqlBool>`item.source not in (${sql.join(exportedChats.map((source) => sql.lit(source)))})`;
/** SQL condition: leaves out memories that a repository import made from files, but keeps decisions, which people wrote. */
export const isNoFile = sql<SqlBool>`(item.source not like ${sql.lit(`${REPOSITORY_SOURCE}%`)} or item.category = 'decision')`;

interface Query {
  readonly scope: ScopeFields;
  readonly filter: Filter;
  readonly limit: number;
}

const itemsIn = ({ queries }: Dialect) => queries.selectFrom('item').select(rowColumns);

/** Finds the session to which the scope's principal wrote last. Ignores imported chats and, if given, one session. */
async function lastSession(
  tx: ReadTransaction,
  { scope, filter, except }: Pick<Query, 'scope' | 'filter'> & { readonly except: string | undefined },
): Promise<SessionEnd | undefined> {
  const newest = tx.dialect.queries
    .selectFrom('item')
    .select(['item.session_key', 'item.created_at'])
    .where('item.org_id', '=', scope.orgId)
    .where('item.principal_id', '=', scope.principalId)
    .where(isOfSession)
    .where(isNoExport)
    .where(visibilityCondition(scope))
    .where(filterCondition(tx.dialect, filter))
    .orderBy('item.seq', 'desc')
    .limit(1);
  const row = await tx.get(except === undefined ? newest : newest.where('item.session_key', '<>', except));
  return row && { sessionKey: row.session_key!, endedAt: Number(row.created_at) };
}

/** Lists the agents that a person owns. */
async function agentsOf(
  tx: ReadTransaction,
  { orgId, ownerId }: { readonly orgId: OrgId; readonly ownerId: PrincipalId },
): Promise<PrincipalId[]> {
  const rows = await tx.all(
    tx.dialect.queries
      .selectFrom('principal')
      .select('id')
      .where('org_id', '=', orgId)
      .where('owner_id', '=', ownerId)
      .orderBy('id')
      .limit(AGENTS_MAX),
  );
  return rows.map(({ id }) => id as PrincipalId);
}

interface LongSession extends Pick<Query, 'scope' | 'filter'> {
  /** The principals whose sessions are searched; undefined means all principals. */
  readonly writers: readonly string[] | undefined;
  readonly except: string | undefined;
  /** The minimum number of messages of a session. */
  readonly messages: number;
}

/**
 * Among the sessions with at least `messages` messages, finds the session that got a message last. Searches only the
 * newest messages of each writer, or of the organisation if `writers` is undefined. Ignores imported chats and, if given,
 * one session.
 */
async function lastLongSession(tx: ReadTransaction, query: LongSession): Promise<SessionEnd | undefined> {
  const { writers = [undefined] } = query;
  const found = [];
  for (const writer of writers) found.push(await tx.get(longSessions(tx.dialect, query, writer)));
  const [last] = found.flatMap((row) => row ?? []).sort((one, other) => other.seq - one.seq);
  return last && { sessionKey: last.session_key!, endedAt: Number(last.ended_at) };
}

function longSessions({ queries, ...dialect }: Dialect, query: LongSession, writer: string | undefined) {
  const { scope, filter, except, messages } = query;
  const newest = queries
    .selectFrom('item as said')
    .select('said.seq')
    .where('said.org_id', '=', scope.orgId)
    .where(sql<SqlBool>`said.kind = 'message' and said.session_key is not null`)
    .$if(writer !== undefined, (some) => some.where('said.principal_id', '=', writer!))
    .orderBy('said.seq', 'desc')
    .limit(SESSION_MESSAGES_MAX);
  return queries
    .selectFrom('item')
    .select((eb) => [
      'item.session_key',
      eb.fn.max<number>('item.seq').as('seq'),
      eb.fn.max<number>('item.created_at').as('ended_at'),
    ])
    .where('item.seq', 'in', queries.selectFrom(newest.as('newest')).select('newest.seq'))
    .where(isNoExport)
    .where(visibilityCondition(scope))
    .where(filterCondition({ queries, ...dialect }, filter))
    .$if(except !== undefined, (some) => some.where('item.session_key', '<>', except!))
    .groupBy('item.session_key')
    .having((eb) => eb.fn.countAll<number>(), '>=', messages)
    .orderBy('seq', 'desc')
    .limit(1);
}

/** Selects the newest active memories of a category by effective time, at most `limit`. */
async function newestOf(
  tx: ReadTransaction,
  { scope, filter, category, limit }: Query & { readonly category: Category },
): Promise<Memory[]> {
  const rows = await tx.all(
    itemsIn(tx.dialect)
      .where('item.org_id', '=', scope.orgId)
      .where(isActiveMemory)
      .where('item.category', '=', category)
      .where(visibilityCondition(scope))
      .where(filterCondition(tx.dialect, filter))
      .orderBy('item.effective_at', 'desc')
      .orderBy('item.seq', 'desc')
      .limit(limit),
  );
  return rows.map((row) => itemOf(row) as Memory);
}

/** An item in one of its versions. */
interface ItemVersion {
  readonly id: ItemId;
  readonly version: number;
}

/** Selects the newest messages in which a person gives a standing instruction, at most `limit`. */
async function standingInstructions(tx: ReadTransaction, { scope, filter, limit }: Query): Promise<ItemVersion[]> {
  const rows = await tx.all(
    tx.dialect.queries
      .selectFrom('text_features as standing')
      .crossJoin('item')
      .select(['item.id', 'item.version'])
      .where('standing.org_id', '=', scope.orgId)
      .whereRef('item.id', '=', 'standing.item_id')
      .where(isStanding)
      .where(visibilityCondition(scope))
      .where(filterCondition(tx.dialect, filter))
      .orderBy('standing.standing_at', 'desc')
      .orderBy('item.seq', 'desc')
      .limit(limit),
  );
  return rows.map(({ id, version }) => ({ id: id as ItemId, version }));
}

type Since = Query & { readonly since: number };

/**
 * Selects memories stored after `since`, newest first, at most `limit`; searches only the last `ARRIVALS_MAX` memories.
 * Leaves out memories made from files of a repository, as `changedSince` does: no person said them, and one import stores
 * hundreds.
 */
async function arrivedSince(tx: ReadTransaction, { scope, filter, since, limit }: Since): Promise<Memory[]> {
  const last = tx.dialect.queries
    .selectFrom('item as arrived')
    .select('arrived.seq')
    .where('arrived.org_id', '=', scope.orgId)
    .where(sql<SqlBool>`arrived.kind = 'memory'`)
    .orderBy('arrived.seq', 'desc')
    .limit(ARRIVALS_MAX);
  const rows = await tx.all(
    itemsIn(tx.dialect)
      .where('item.seq', 'in', tx.dialect.queries.selectFrom(last.as('last')).select('last.seq'))
      .where('item.created_at', '>', since)
      .where(isNoFile)
      .where(visibilityCondition(scope))
      .where(filterCondition(tx.dialect, filter))
      .orderBy('item.seq', 'desc')
      .limit(limit),
  );
  return rows.map((row) => itemOf(row) as Memory);
}

/**
 * Selects memories whose text or state was changed after `since`, each with the time of its last change, the last change
 * first, at most `limit`.
 */
async function changedSince(
  tx: ReadTransaction,
  { scope, filter, since, limit }: Since,
): Promise<{ id: ItemId; at: number }[]> {
  const rows = await tx.all(
    tx.dialect.queries
      .selectFrom('revision')
      .innerJoin('item', (join) =>
        join.onRef('item.id', '=', 'revision.item_id').onRef('item.org_id', '=', 'revision.org_id'),
      )
      .select(['item.id', 'revision.at'])
      .where('revision.org_id', '=', scope.orgId)
      .where('revision.at', '>', since)
      .where(isNoFile)
      .where(visibilityCondition(scope))
      .where(filterCondition(tx.dialect, { ...filter, includeArchived: true }))
      .orderBy('revision.at', 'desc')
      .limit(limit * 2),
  );
  const byId = new Map(rows.toReversed().map(({ id, at }) => [id as ItemId, Number(at)]));
  return [...byId]
    .map(([id, at]) => ({ id, at }))
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
}

/** Queries of a briefing. Each reads a bounded number of rows, however much is stored. */
export const briefings = feature('briefings', {
  tables: [],
  reads: { lastSession, agentsOf, lastLongSession, newestOf, standingInstructions, arrivedSince, changedSince },
  writes: {},
});
export type Briefings = CallsOf<typeof briefings>;
