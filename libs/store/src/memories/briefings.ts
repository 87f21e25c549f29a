import { REPOSITORY_SOURCE, exportedChats, type Category, type ItemId, type Memory } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import { Briefings, type SessionEnd } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { fieldsOf, passing, visible, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import { itemOf, rowColumns } from '../kit/item-rows.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import type { StoreSession } from '../kit/session.ts';

/** The most recent arrivals that are searched for new memories. */
const ARRIVALS_MAX = 500;

/** Literals rather than parameters, so that the planner can choose the partial index. */
const isActiveMemory = sql<SqlBool>`item.kind = 'memory' and item.state = 'active'`;
const isStanding = sql<SqlBool>`standing.standing_at is not null`;
const isOfSession = sql<SqlBool>`item.kind = 'message' and item.session_key is not null`;
const isNoExport = sql<SqlBool>`item.source not in (${sql.join(exportedChats.map((source) => sql.lit(source)))})`;
/** Leaves out memories that the import of a repository made from files, but keeps its decisions, which people wrote. */
const isNoFile = sql<SqlBool>`(item.source not like ${sql.lit(`${REPOSITORY_SOURCE}%`)} or item.category = 'decision')`;

interface Query {
  readonly scope: ScopeFields;
  readonly filter: Filter;
  readonly limit: number;
}

const itemsIn = ({ queries }: Dialect) => queries.selectFrom('item').select(rowColumns);

async function lastSession(
  session: StoreSession,
  { scope, filter, except }: Pick<Query, 'scope' | 'filter'> & { readonly except: string | undefined },
): Promise<SessionEnd | undefined> {
  const newest = session.dialect.queries
    .selectFrom('item')
    .select(['item.session_key', 'item.created_at'])
    .where('item.org_id', '=', scope.orgId)
    .where('item.principal_id', '=', scope.principalId)
    .where(isOfSession)
    .where(isNoExport)
    .where(visible(scope))
    .where(passing(session.dialect, filter))
    .orderBy('item.seq', 'desc')
    .limit(1);
  const row = await session.get(except === undefined ? newest : newest.where('item.session_key', '<>', except));
  return row && { sessionKey: row.session_key!, endedAt: Number(row.created_at) };
}

async function newestOf(
  session: StoreSession,
  { scope, filter, category, limit }: Query & { readonly category: Category },
): Promise<Memory[]> {
  const rows = await session.all(
    itemsIn(session.dialect)
      .where('item.org_id', '=', scope.orgId)
      .where(isActiveMemory)
      .where('item.category', '=', category)
      .where(visible(scope))
      .where(passing(session.dialect, filter))
      .orderBy('item.effective_at', 'desc')
      .orderBy('item.seq', 'desc')
      .limit(limit),
  );
  return rows.map((row) => itemOf(row) as Memory);
}

async function standingIds(session: StoreSession, { scope, filter, limit }: Query): Promise<ItemId[]> {
  const rows = await session.all(
    session.dialect.queries
      .selectFrom('text_features as standing')
      .crossJoin('item')
      .select('item.id')
      .where('standing.org_id', '=', scope.orgId)
      .whereRef('item.id', '=', 'standing.item_id')
      .where(isStanding)
      .where(visible(scope))
      .where(passing(session.dialect, filter))
      .orderBy('standing.standing_at', 'desc')
      .orderBy('item.seq', 'desc')
      .limit(limit),
  );
  return rows.map(({ id }) => id as ItemId);
}

type Since = Query & { readonly since: number };

async function arrivedSince(session: StoreSession, { scope, filter, since, limit }: Since): Promise<Memory[]> {
  const last = session.dialect.queries
    .selectFrom('item as arrived')
    .select('arrived.seq')
    .where('arrived.org_id', '=', scope.orgId)
    .where(sql<SqlBool>`arrived.kind = 'memory'`)
    .orderBy('arrived.seq', 'desc')
    .limit(ARRIVALS_MAX);
  const rows = await session.all(
    itemsIn(session.dialect)
      .where('item.seq', 'in', session.dialect.queries.selectFrom(last.as('last')).select('last.seq'))
      .where('item.created_at', '>', since)
      .where(isNoFile)
      .where(visible(scope))
      .where(passing(session.dialect, filter))
      .orderBy('item.seq', 'desc')
      .limit(limit),
  );
  return rows.map((row) => itemOf(row) as Memory);
}

async function changedSince(
  session: StoreSession,
  { scope, filter, since, limit }: Since,
): Promise<{ id: ItemId; at: number }[]> {
  const rows = await session.all(
    session.dialect.queries
      .selectFrom('revision')
      .innerJoin('item', (join) =>
        join.onRef('item.id', '=', 'revision.item_id').onRef('item.org_id', '=', 'revision.org_id'),
      )
      .select(['item.id', 'revision.at'])
      .where('revision.org_id', '=', scope.orgId)
      .where('revision.at', '>', since)
      .where(isNoFile)
      .where(visible(scope))
      .where(passing(session.dialect, { ...filter, includeArchived: true }))
      .orderBy('revision.at', 'desc')
      .limit(limit * 2),
  );
  const byId = new Map(rows.toReversed().map(({ id, at }) => [id as ItemId, Number(at)]));
  return [...byId]
    .map(([id, at]) => ({ id, at }))
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
}

export const briefingStore = {
  name: 'briefings',
  tables: [],
  reads: { lastSession, newestOf, standingIds, arrivedSince, changedSince },
  writes: {},
  port: portOf(Briefings, (store) => new SqlBriefings(store)),
};

/** Briefings read from the store of record. */
export class SqlBriefings extends Briefings {
  private readonly calls: CallsOf<typeof briefingStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(briefingStore, store);
  }

  lastSession(scope: Scope, filter: Filter, except: string | undefined): Promise<SessionEnd | undefined> {
    return this.calls.lastSession(scope.orgId, { scope: fieldsOf(scope), filter, except });
  }

  newestOf(scope: Scope, filter: Filter, category: Category, limit: number): Promise<Memory[]> {
    return this.calls.newestOf(scope.orgId, { scope: fieldsOf(scope), filter, category, limit });
  }

  standingInstructionIds(scope: Scope, filter: Filter, limit: number): Promise<ItemId[]> {
    return this.calls.standingIds(scope.orgId, { scope: fieldsOf(scope), filter, limit });
  }

  arrivedSince(scope: Scope, filter: Filter, since: number, limit: number): Promise<Memory[]> {
    return this.calls.arrivedSince(scope.orgId, { scope: fieldsOf(scope), filter, since, limit });
  }

  changedSince(scope: Scope, filter: Filter, since: number, limit: number): Promise<{ id: ItemId; at: number }[]> {
    return this.calls.changedSince(scope.orgId, { scope: fieldsOf(scope), filter, since, limit });
  }
}
