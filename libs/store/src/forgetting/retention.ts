import {
  CairnError,
  limits,
  type OrgId,
  type PrincipalId,
  type RetentionCount,
  type RetentionRule,
  type RetentionRun,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Retentions, type RetentionDays, type RetentionPlace } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { agedItems, toArchive, toForget, type Ageing, type AgeingRule } from './retention-items.ts';
import { rowColumns, type Author, type ItemRow } from '../kit/item-rows.ts';
import { asFarAsTimeAllows } from '../kit/as-far-as-time-allows.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import { begin as beginForgetting } from './forgetting.ts';
import { archiveRows } from '../memories/write-over.ts';
import { announce } from '../kit/announce.ts';
import { audit } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

const rule = defineTable({
  name: 'retention_rule',
  columns: {
    org_id: column.id(),
    kind: column.text<RetentionRule['kind']>(),
    /** The channel to which the rule applies; '' for none. */
    channel: column.text(),
    archive_days: column.nullable(column.int()),
    forget_days: column.nullable(column.int()),
    principal_id: column.id(),
    at: column.time(),
  },
  key: ['org_id', 'kind', 'channel'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

const run = defineTable({
  name: 'retention_run',
  columns: {
    org_id: column.id(),
    id: column.id(),
    principal_id: column.id(),
    /** JSON list of the rules that the run applies; null once the run has ended. */
    rules: column.nullable(column.text()),
    archived: column.int(),
    forget_id: column.nullable(column.id()),
    begun_at: column.time(),
    ended_at: column.nullable(column.time()),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert, update',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    retention_rule: RowOf<typeof rule>;
    retention_run: RowOf<typeof run>;
  }
}

const ARCHIVED_AT_ONCE = 100;

interface Ours {
  readonly orgId: OrgId;
}
interface RunName extends Ours {
  readonly id: string;
}

async function rules(session: ReadTransaction, { orgId }: Ours): Promise<RetentionRule[]> {
  const rows = await session.all(
    session.dialect.queries
      .selectFrom('retention_rule')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy('kind')
      .orderBy('channel'),
  );
  return rows.map(({ kind, channel, archive_days, forget_days, principal_id, at }) => ({
    kind,
    channel: channel === '' ? null : channel,
    archiveAfterDays: archive_days,
    forgetAfterDays: forget_days,
    setBy: principal_id as PrincipalId,
    setAt: Number(at),
  }));
}

interface SetCommand {
  readonly author: Author;
  readonly rule: RetentionPlace & RetentionDays;
}

async function set(session: Transaction, { author, rule: given }: SetCommand): Promise<void> {
  const { orgId, principalId } = author;
  await session.lock({ what: 'organisation', orgId, key: 'retention' });
  const days = { archive_days: given.archiveAfterDays, forget_days: given.forgetAfterDays };
  const said = { ...days, principal_id: principalId, at: session.now };
  const place = { org_id: orgId, kind: given.kind, channel: given.channel ?? '' };
  await session.run(
    session.dialect.queries
      .insertInto('retention_rule')
      .values({ ...place, ...said })
      .onConflict((clash) => clash.columns(['org_id', 'kind', 'channel']).doUpdateSet(said)),
  );
  const count = (await rules(session, { orgId })).length;
  const { max } = limits.retentionRules;
  if (count > max) {
    const message = `There are ${max} rules of retention already, which is the limit.`;
    throw new CairnError('request/invalid', message, {
      issues: [{ field: 'body.channel', value: given.channel, message, allowed: `${max} rules` }],
    });
  }
  await audited(session, author, count);
}

async function remove(
  session: Transaction,
  { author, place }: { readonly author: Author; readonly place: RetentionPlace },
): Promise<boolean> {
  await session.lock({ what: 'organisation', orgId: author.orgId, key: 'retention' });
  const removed = await session.run(
    session.dialect.queries
      .deleteFrom('retention_rule')
      .where('org_id', '=', author.orgId)
      .where('kind', '=', place.kind)
      .where('channel', '=', place.channel ?? ''),
  );
  if (removed > 0) await audited(session, author, (await rules(session, author)).length);
  return removed > 0;
}

async function audited(session: Transaction, author: Author, count: number): Promise<void> {
  const act = { author, action: 'switch', kind: 'retention', id: author.orgId, version: count } as const;
  await audit(session, act);
}

async function preview(session: ReadTransaction, { orgId }: Ours): Promise<RetentionCount[]> {
  const all = await rules(session, { orgId });
  const context = { rules: all, now: session.now };
  const counts: RetentionCount[] = [];
  for (const one of all) {
    const forget = await counted(session, orgId, toForget(one, context));
    const archive = await counted(session, orgId, toArchive(one, context));
    counts.push({ kind: one.kind, channel: one.channel, archive, forget });
  }
  return counts;
}

async function counted(session: ReadTransaction, orgId: OrgId, [ageing]: readonly Ageing[]): Promise<number> {
  if (!ageing) return 0;
  const aged = agedItems(session.dialect, orgId, ageing);
  return Number((await session.get(aged.select((eb) => eb.fn.countAll<number>().as('number'))))?.number ?? 0);
}

async function begin(session: Transaction, { author, id }: { author: Author; id: string }): Promise<void> {
  const { orgId, principalId } = author;
  const row = {
    org_id: orgId,
    id,
    principal_id: principalId,
    rules: JSON.stringify(await rules(session, { orgId })),
    ...{ archived: 0, forget_id: null, begun_at: session.now, ended_at: null },
  };
  await session.run(session.dialect.queries.insertInto('retention_run').values(row));
  await announce(session, { event: 'retention.begun', orgId, body: { retentionId: id } });
}

interface Times {
  readonly settledBefore: number;
  readonly lastBefore: number;
}

/** Selects the organisations whose rules are due to run, each with the principal who set its newest rule. */
async function due(session: ReadTransaction, { settledBefore, lastBefore }: Times): Promise<Author[]> {
  const { queries } = session.dialect;
  const rows = await session.all(
    queries
      .selectFrom('retention_rule')
      .select(['org_id', 'principal_id', 'at'])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('retention_run')
              .select('retention_run.id')
              .whereRef('retention_run.org_id', '=', 'retention_rule.org_id')
              .where('retention_run.begun_at', '>=', lastBefore),
          ),
        ),
      )
      .orderBy('at'),
  );
  const newest = new Map(rows.map((row) => [row.org_id, row]));
  return [...newest.values()]
    .filter(({ at }) => Number(at) < settledBefore)
    .map(({ org_id, principal_id }) => ({ orgId: org_id as OrgId, principalId: principal_id as PrincipalId }));
}

/** Begins a run if one is due. When several processes try at once, only one begins it. */
async function beginIfDue(
  session: Transaction,
  { author, id, times }: { readonly author: Author; readonly id: string; readonly times: Times },
): Promise<boolean> {
  const { orgId } = author;
  await session.lock({ what: 'organisation', orgId, key: 'retention' });
  if (!(await due(session, times)).some((other) => other.orgId === orgId)) return false;
  await begin(session, { author, id });
  return true;
}

const findRun = (session: ReadTransaction, { orgId, id }: RunName) =>
  session.get(
    session.dialect.queries.selectFrom('retention_run').selectAll().where('org_id', '=', orgId).where('id', '=', id),
  );

const newestRun = (session: ReadTransaction, { orgId }: Ours) =>
  session.get(
    session.dialect.queries
      .selectFrom('retention_run')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy('id', 'desc')
      .limit(1),
  );

type RunRow = RowOf<typeof run>;

/** The rules of a run and the time at which it began: an item that becomes due later belongs to the next run. */
function contextOf(row: RunRow): { readonly rules: AgeingRule[]; readonly now: number } {
  return { rules: JSON.parse(row.rules ?? '[]') as AgeingRule[], now: Number(row.begun_at) };
}

/** Selects a page of memories to archive. */
async function archivable(session: ReadTransaction, name: RunName): Promise<string[]> {
  const row = await findRun(session, name);
  if (!row) return [];
  const context = contextOf(row);
  const ids: string[] = [];
  for (const ageing of context.rules.flatMap((one) => toArchive(one, context))) {
    const aged = agedItems(session.dialect, name.orgId, ageing).select('item.id').orderBy('item.seq');
    ids.push(...(await session.all(aged.limit(ARCHIVED_AT_ONCE - ids.length))).map(({ id }) => id));
    if (ids.length >= ARCHIVED_AT_ONCE) break;
  }
  return ids;
}

interface ArchiveCommand extends RunName {
  readonly ids: readonly string[];
}

/** Archives the given memories that are still due; ends the run if no ids are given. */
async function archivePage(session: Transaction, { ids, ...name }: ArchiveCommand): Promise<RetentionRun['state']> {
  await session.lock({ what: 'organisation', orgId: name.orgId, key: `retention ${name.id}` });
  const row = await findRun(session, name);
  if (!row || row.ended_at !== null) return 'done';
  if (ids.length === 0) return end(session, row);
  const author = { orgId: name.orgId, principalId: row.principal_id as PrincipalId };
  const due = await stillDue(session, row, ids);
  const archived = await asFarAsTimeAllows(due, (some) => archiveRows(session, { author, reason: 'retention' }, some));
  await changeRun(session, row, { archived: row.archived + archived });
  return 'running';
}

async function stillDue(session: Transaction, row: RunRow, ids: readonly string[]): Promise<ItemRow[]> {
  const context = contextOf(row);
  const found: ItemRow[] = [];
  for (const ageing of context.rules.flatMap((one) => toArchive(one, context))) {
    const aged = agedItems(session.dialect, row.org_id, ageing).select(rowColumns).where('item.id', 'in', ids);
    found.push(...((await session.all(aged.orderBy('item.seq').modifyEnd(session.dialect.forUpdate))) as ItemRow[]));
  }
  return found;
}

/** Begins the act of forgetting that deletes the items of the run, unless the run has begun one. */
async function handOver(session: Transaction, name: RunName & { readonly forgetId: string }): Promise<void> {
  await session.lock({ what: 'organisation', orgId: name.orgId, key: `retention ${name.id}` });
  const row = await findRun(session, name);
  if (!row || row.rules === null || row.forget_id !== null) return;
  const context = contextOf(row);
  const ageings = context.rules.flatMap((one) => toForget(one, context));
  let some = 0;
  for (const ageing of ageings) some += await counted(session, name.orgId, [ageing]);
  if (some === 0) return;
  const scope = {
    orgId: name.orgId,
    principalId: row.principal_id as PrincipalId,
    peerChannel: null,
    teamWords: '',
    closedChannels: '',
  };
  const plan = { scope, role: 'admin', selection: { lineage: false }, ageings } as const;
  await beginForgetting(session, { orgId: name.orgId, id: name.forgetId, plan });
  await changeRun(session, row, { forget_id: name.forgetId });
}

async function end(session: Transaction, row: RunRow): Promise<'done'> {
  await changeRun(session, row, { ended_at: session.now, rules: null });
  const author = { orgId: row.org_id as OrgId, principalId: row.principal_id as PrincipalId };
  const act = { author, action: 'archive', kind: 'retention', id: row.id, version: row.archived } as const;
  await audit(session, act);
  return 'done';
}

async function changeRun(session: Transaction, { org_id, id }: RunRow, columns: Partial<RunRow>): Promise<void> {
  await session.run(
    session.dialect.queries.updateTable('retention_run').set(columns).where('org_id', '=', org_id).where('id', '=', id),
  );
}

export const retentionStore = {
  name: 'retention',
  tables: [rule, run],
  reads: { rules, preview, due, archivable, findRun, newestRun },
  writes: { set, remove, begin, beginIfDue, archivePage, handOver },
  port: portOf(Retentions, (store) => new SqlRetentions(store)),
};

export class SqlRetentions extends Retentions {
  private readonly calls: CallsOf<typeof retentionStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(retentionStore, store);
  }

  rules(orgId: OrgId): Promise<RetentionRule[]> {
    return this.calls.rules(orgId, { orgId });
  }

  set({ orgId, principalId }: Principal, given: RetentionPlace & RetentionDays): Promise<void> {
    return this.calls.set(orgId, { author: { orgId, principalId }, rule: given });
  }

  remove({ orgId, principalId }: Principal, place: RetentionPlace): Promise<boolean> {
    return this.calls.remove(orgId, { author: { orgId, principalId }, place });
  }

  preview(orgId: OrgId): Promise<RetentionCount[]> {
    return this.calls.preview(orgId, { orgId });
  }

  begin({ orgId, principalId }: Principal, id: string): Promise<void> {
    return this.calls.begin(orgId, { author: { orgId, principalId }, id });
  }

  async beginDue(times: Times): Promise<number> {
    let begun = 0;
    for (const author of await this.calls.due('all', times))
      begun += (await this.calls.beginIfDue(author.orgId, { author, id: uuidv7(), times })) ? 1 : 0;
    return begun;
  }

  async goOn(orgId: OrgId, id: string): Promise<RetentionRun['state'] | undefined> {
    const row = await this.calls.findRun(orgId, { orgId, id });
    if (!row) return undefined;
    if (row.ended_at !== null) return 'done';
    if (row.forget_id === null && row.archived === 0)
      await this.calls.handOver(orgId, { orgId, id, forgetId: uuidv7() });
    return this.calls.archivePage(orgId, { orgId, id, ids: await this.calls.archivable(orgId, { orgId, id }) });
  }

  async lastRun(orgId: OrgId): Promise<RetentionRun | undefined> {
    const row = await this.calls.newestRun(orgId, { orgId });
    if (!row) return undefined;
    return {
      id: row.id,
      state: row.ended_at === null ? 'running' : 'done',
      by: row.principal_id as PrincipalId,
      begunAt: Number(row.begun_at),
      endedAt: row.ended_at === null ? null : Number(row.ended_at),
      archived: row.archived,
      forgetId: row.forget_id,
    };
  }
}
