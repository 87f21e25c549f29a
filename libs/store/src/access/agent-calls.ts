import {
  limits,
  type AgentCall,
  type HookEvent,
  type ItemId,
  type OrgId,
  type PrincipalId,
  type UseKind,
} from '@cairn/contracts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { givenRowsInserter, type GivenColumns } from '../kit/given-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { lockedItems } from '../memories/countable-memories.ts';

const DAY_MS = 86_400_000;
/** Days for which the numbers of an agent are kept. */
const DAYS_KEPT = 30;
const EXPIRED_AT_ONCE = 1_000;

/** A question of an agent, and the answer that it got. */
export interface NewAgentCall extends AgentCall {
  readonly principalId: PrincipalId;
  /**
   * Late answers that the agent's hook counted since its last call. The hook sees more of them than the server, so its number
   * replaces the server's in the numbers of the day. Absent: an agent or a hook that counts none.
   */
  readonly lateReported?: number;
}

const LEFT_BEHIND = 'Recent questions of agents. The target records new ones.';

/** The number of questions of an agent on one day. */
const agentDay = defineTable({
  name: 'agent_day',
  columns: {
    org_id: column.id(),
    principal_id: column.id(),
    /** The day (UTC), as the number of days since 1970-01-01. */
    day: column.int(),
    asked: column.int(),
    late: column.int(),
    /** The time of the last question of a hook; null if no hook asked. */
    hook_at: column.nullable(column.time()),
    /** The project of the last question that named one. */
    project: column.nullable(column.text()),
  },
  key: ['org_id', 'principal_id', 'day'],
  appMay: 'select, insert, update, delete',
  moves: { leftBehind: LEFT_BEHIND },
});

/** One of the last questions of an agent. Its owner reads it, and nobody else. */
const agentCall = defineTable({
  name: 'agent_call',
  columns: {
    org_id: column.id(),
    principal_id: column.id(),
    id: column.id(),
    at: column.time(),
    act: column.text<UseKind>(),
    question: column.text(),
    project: column.nullable(column.text()),
    hits: column.int(),
    took_ms: column.int(),
    hook: column.nullable(column.text<HookEvent>()),
    is_late: column.int(),
  },
  key: ['org_id', 'principal_id', 'id'],
  unique: [['id']],
  indexes: { agent_call_by_time: '(at)' },
  appMay: 'select, insert, delete',
  moves: { leftBehind: LEFT_BEHIND },
});

/** Deletes a question with the first of its items that is forgotten, since the question may repeat the item. */
const forgettingOfCalls = {
  sqlite: `create trigger agent_call_is_forgotten after delete on agent_call_item begin
    delete from agent_call where id = old.call_id;
    delete from agent_call_item where call_id = old.call_id;
  end;`,
  postgres: `create function forget_agent_call() returns trigger language plpgsql as $$
  begin
    delete from agent_call where id in (select call_id from gone);
    delete from agent_call_item where call_id in (select call_id from gone);
    return null;
  end $$;
  create trigger agent_call_is_forgotten after delete on agent_call_item
    referencing old table as gone for each statement when (pg_trigger_depth() = 0) execute function forget_agent_call();`,
};

/** An item in the answer to a question of an agent. */
const agentCallItem = defineTable({
  name: 'agent_call_item',
  columns: { org_id: column.id(), call_id: column.id(), place: column.int(), item_id: column.id() },
  key: ['call_id', 'place'],
  indexes: { agent_call_item_by_item: '(org_id, item_id)' },
  itemColumns: ['item_id'],
  appMay: 'select, insert, delete',
  moves: { leftBehind: LEFT_BEHIND },
  afterwards: forgettingOfCalls,
});

/** The organisations that keep no questions of agents. */
const agentSetting = defineTable({
  name: 'agent_setting',
  columns: { org_id: column.id(), calls: column.text<'on' | 'off'>() },
  key: ['org_id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    agent_day: RowOf<typeof agentDay>;
    agent_call: RowOf<typeof agentCall>;
    agent_call_item: RowOf<typeof agentCallItem>;
    agent_setting: RowOf<typeof agentSetting>;
  }
}

const dayColumns = {
  ...{ org_id: 'uuid', principal_id: 'uuid', day: 'int', asked: 'int', late: 'int', hook_at: 'bigint' },
  project: 'text',
} as const satisfies GivenColumns;
const callColumns = {
  ...{ org_id: 'uuid', principal_id: 'uuid', id: 'uuid', at: 'bigint', act: 'text', question: 'text' },
  ...{ project: 'text', hits: 'int', took_ms: 'int', hook: 'text', is_late: 'int' },
} as const satisfies GivenColumns;
const itemColumns = { org_id: 'uuid', call_id: 'uuid', place: 'int', item_id: 'uuid' } as const satisfies GivenColumns;

const inserters = ofDialect((dialect) => ({
  days: givenRowsInserter(
    dialect,
    'agent_day',
    dayColumns,
    sql`on conflict (org_id, principal_id, day) do update set asked = agent_day.asked + excluded.asked,
      late = agent_day.late + excluded.late, hook_at = coalesce(excluded.hook_at, agent_day.hook_at),
      project = coalesce(excluded.project, agent_day.project)`,
  ),
  calls: givenRowsInserter(dialect, 'agent_call', callColumns),
  items: givenRowsInserter(dialect, 'agent_call_item', itemColumns),
}));

/** Whether an organisation keeps the questions of its agents. */
export async function keepsAgentCalls(tx: ReadTransaction, orgId: OrgId): Promise<'on' | 'off'> {
  const row = await tx.get(tx.dialect.queries.selectFrom('agent_setting').select('calls').where('org_id', '=', orgId));
  return row?.calls ?? 'on';
}

/** Stores whether an organisation keeps the questions of its agents; `off` also forgets those that it has. */
export async function setAgentCalls(tx: Transaction, orgId: OrgId, calls: 'on' | 'off'): Promise<void> {
  await tx.run(
    tx.dialect.queries
      .insertInto('agent_setting')
      .values({ org_id: orgId, calls })
      .onConflict((known) => known.column('org_id').doUpdateSet({ calls })),
  );
  if (calls === 'on') return;
  await tx.run(tx.dialect.queries.deleteFrom('agent_call').where('org_id', '=', orgId));
  await tx.run(tx.dialect.queries.deleteFrom('agent_call_item').where('org_id', '=', orgId));
}

interface AddCommand {
  readonly orgId: OrgId;
  /** Calls in the order of their times. */
  readonly calls: readonly NewAgentCall[];
}

/**
 * Counts questions of agents, and keeps the last of each agent. A question is not kept if an item of its answer was
 * forgotten meanwhile, or is just being written.
 */
async function add(tx: Transaction, { orgId, calls }: AddCommand): Promise<void> {
  const insert = inserters(tx.dialect);
  await insert.days(tx, daysOf(orgId, calls));
  const agents = [...new Set(calls.map(({ principalId }) => principalId))].toSorted();
  if ((await keepsAgentCalls(tx, orgId)) === 'on') await keep(tx, orgId, calls);
  for (const agent of agents) await dropOld(tx, orgId, agent);
}

function daysOf(orgId: OrgId, calls: readonly NewAgentCall[]): RowOf<typeof agentDay>[] {
  const keyOf = ({ principalId, at }: NewAgentCall) => `${principalId} ${Math.floor(at / DAY_MS)}`;
  const days = [...Map.groupBy(calls, keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return days.map(([, some]) => ({
    org_id: orgId,
    principal_id: some[0]!.principalId,
    day: Math.floor(some[0]!.at / DAY_MS),
    asked: some.length,
    late: some.reduce((sum, { lateReported, isLate }) => sum + (lateReported ?? Number(isLate)), 0),
    hook_at: some.findLast(({ hook }) => hook !== null)?.at ?? null,
    project: some.findLast(({ project }) => project !== null)?.project ?? null,
  }));
}

async function keep(tx: Transaction, orgId: OrgId, calls: readonly NewAgentCall[]): Promise<void> {
  const insert = inserters(tx.dialect);
  const present = await lockedItems(
    tx,
    orgId,
    calls.flatMap(({ itemIds }) => itemIds as ItemId[]),
  );
  const kept = calls
    .filter(({ itemIds }) => itemIds.every((id) => present.has(id)))
    .map((call) => ({ ...call, id: uuidv7() }));
  const rows = kept.map(({ principalId, id, at, act, question, project, hits, tookMs, hook, isLate }) => ({
    ...{ org_id: orgId, principal_id: principalId, id, at, act, question, project, hits },
    ...{ took_ms: tookMs, hook, is_late: isLate ? 1 : 0 },
  }));
  await insert.calls(tx, rows);
  const items = kept.flatMap(({ id, itemIds }) =>
    itemIds.map((item_id, place) => ({ org_id: orgId, call_id: id, place, item_id })),
  );
  await insert.items(tx, items);
}

/** Deletes the questions of an agent that are beyond the last ones, and its numbers of former months. */
async function dropOld(tx: Transaction, orgId: OrgId, principalId: string): Promise<void> {
  const { queries } = tx.dialect;
  const own = queries
    .selectFrom('agent_call')
    .select('id')
    .where('org_id', '=', orgId)
    .where('principal_id', '=', principalId);
  const newest = own.orderBy('id', 'desc').limit(limits.agentCalls.max);
  const old = await tx.all(own.where('id', 'not in', queries.selectFrom(newest.as('newest')).select('id')));
  await dropCalls(
    tx,
    orgId,
    old.map(({ id }) => id),
  );
  await tx.run(
    queries
      .deleteFrom('agent_day')
      .where('org_id', '=', orgId)
      .where('principal_id', '=', principalId)
      .where('day', '<', Math.floor(tx.now / DAY_MS) - DAYS_KEPT),
  );
}

/**
 * Deletes the questions of all organisations that are too old: older than `agentCallDays`, or than the rule of retention
 * for messages allows.
 */
async function expire(tx: Transaction): Promise<void> {
  const { queries } = tx.dialect;
  const dayAfter = (days: RawBuilder<number>) =>
    sql<SqlBool>`agent_call.at < ${tx.now} - ${days} * cast(${sql.lit(DAY_MS)} as bigint)`;
  const isOld = sql<SqlBool>`(${dayAfter(sql.lit(limits.agentCallDays.max))} or exists (select 1 from retention_rule as rule
    where rule.org_id = agent_call.org_id and rule.kind = 'message' and rule.channel = ''
      and ${dayAfter(sql`rule.forget_days`)}))`;
  const old = (await tx.all(queries.selectFrom('agent_call').select('id').where(isOld).limit(EXPIRED_AT_ONCE))).map(
    ({ id }) => id,
  );
  if (old.length === 0) return;
  await tx.run(queries.deleteFrom('agent_call_item').where('call_id', 'in', old));
  await tx.run(queries.deleteFrom('agent_call').where('id', 'in', old));
}

async function dropCalls(tx: Transaction, orgId: OrgId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { queries } = tx.dialect;
  await tx.run(queries.deleteFrom('agent_call_item').where('org_id', '=', orgId).where('call_id', 'in', ids));
  await tx.run(queries.deleteFrom('agent_call').where('org_id', '=', orgId).where('id', 'in', ids));
}

interface OneAgent {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
}

interface AgentCalls {
  readonly isKept: boolean;
  readonly calls: readonly AgentCall[];
}

/** Lists the kept questions of an agent, the newest first. Its caller checks that the reader owns the agent. */
async function list(tx: ReadTransaction, { orgId, principalId }: OneAgent): Promise<AgentCalls> {
  const { queries } = tx.dialect;
  const rows = await tx.all(
    queries
      .selectFrom('agent_call')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('principal_id', '=', principalId)
      .where('at', '>', tx.now - limits.agentCallDays.max * DAY_MS)
      .orderBy('id', 'desc')
      .limit(limits.agentCalls.max),
  );
  const items = Map.groupBy(
    await itemsOf(
      tx,
      orgId,
      rows.map(({ id }) => id),
    ),
    ({ call_id }) => call_id,
  );
  const calls = rows.map(({ id, at, act, question, project, hits, took_ms, hook, is_late }) => ({
    ...{ at: Number(at), act, question, project, hits, tookMs: took_ms, hook, isLate: is_late === 1 },
    itemIds: (items.get(id) ?? []).map(({ item_id }) => item_id as ItemId),
  }));
  return { isKept: (await keepsAgentCalls(tx, orgId)) === 'on', calls };
}

const itemsOf = async (tx: ReadTransaction, orgId: OrgId, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx.all(
        tx.dialect.queries
          .selectFrom('agent_call_item')
          .select(['call_id', 'item_id'])
          .where('org_id', '=', orgId)
          .where('call_id', 'in', ids)
          .orderBy('place'),
      );

/** Deletes the kept questions of an agent, and returns their number. */
export async function forgetAgentCalls(tx: Transaction, { orgId, principalId }: OneAgent): Promise<number> {
  const own = tx.dialect.queries
    .selectFrom('agent_call')
    .select('id')
    .where('org_id', '=', orgId)
    .where('principal_id', '=', principalId);
  const ids = (await tx.all(own)).map(({ id }) => id);
  await dropCalls(tx, orgId, ids);
  return ids.length;
}

/** The numbers of an agent: those of today, and the last hook and project of the last days. */
interface AgentNumbers {
  readonly principalId: PrincipalId;
  readonly asked: number;
  readonly late: number;
  readonly stored: number;
  readonly hookAt: number | null;
  readonly project: string | null;
}

/** Reads the numbers of all agents of an organisation that asked or stored something. */
async function numbers(tx: ReadTransaction, { orgId }: { readonly orgId: OrgId }): Promise<AgentNumbers[]> {
  const today = Math.floor(tx.now / DAY_MS);
  const days = await tx.all(
    tx.dialect.queries
      .selectFrom('agent_day')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('day', '>=', today - DAYS_KEPT)
      .orderBy('day'),
  );
  const byAgent = Map.groupBy(days, ({ principal_id }) => principal_id);
  const stored = new Map((await storedSince(tx, orgId, today * DAY_MS)).map(({ writer, number }) => [writer, number]));
  return [...new Set([...byAgent.keys(), ...stored.keys()])].map((id) => {
    const own = byAgent.get(id) ?? [];
    const last = own.find(({ day }) => day === today);
    return {
      ...{ principalId: id as PrincipalId, asked: last?.asked ?? 0, late: last?.late ?? 0 },
      stored: Number(stored.get(id) ?? 0),
      hookAt: timeOf(own.findLast(({ hook_at }) => hook_at !== null)?.hook_at),
      project: own.findLast(({ project }) => project !== null)?.project ?? null,
    };
  });
}

const timeOf = (at: number | null | undefined): number | null => (at === null || at === undefined ? null : Number(at));

/**
 * Counts the memories that agents stored or proposed since a time. Starts after the newest memory stored before, since
 * memories are numbered in the order of arrival.
 */
function storedSince(tx: ReadTransaction, orgId: OrgId, since: number) {
  const { queries } = tx.dialect;
  const lastBefore = queries
    .selectFrom('item as before')
    .select('before.seq')
    .where('before.org_id', '=', orgId)
    .where(sql<SqlBool>`before.kind = 'memory'`)
    .where('before.created_at', '<', since)
    .orderBy('before.seq', 'desc')
    .limit(1);
  const writer = sql<string>`coalesce(proposal.writer_id, item.principal_id)`;
  return tx.all(
    queries
      .selectFrom('item')
      .leftJoin('proposal', (join) =>
        join.onRef('proposal.memory_id', '=', 'item.id').onRef('proposal.org_id', '=', 'item.org_id'),
      )
      .select(writer.as('writer'))
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('item.org_id', '=', orgId)
      .where(sql<SqlBool>`item.kind = 'memory' and item.state <> 'deleted'`)
      .where('item.seq', '>', sql<number>`coalesce(${lastBefore}, 0)`)
      .where('item.created_at', '>=', since)
      .groupBy(writer),
  );
}

/**
 * Questions of agents: numbers of each day, and the last questions with the items of their answers, for the owner of the
 * agent. They are approximate: a killed process loses those of its last second.
 */
export const agentCalls = feature('agentCalls', {
  tables: [agentDay, agentCall, agentCallItem, agentSetting],
  reads: { list, numbers },
  writes: { add, forget: forgetAgentCalls, expire },
  acrossOrganisations: ['expire'],
});
export type AgentCallsStore = CallsOf<typeof agentCalls>;
