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

async function rules(tx: ReadTransaction, { orgId }: Ours): Promise<RetentionRule[]> {
  const rows = await tx.all(
    tx.dialect.queries
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

async function set(tx: Transaction, { author, rule: given }: SetCommand): Promise<void> {
  const { orgId, principalId } = author;
  await tx.lock({ what: 'organisation', orgId, key: 'retention' });
  const days = { archive_days: given.archiveAfterDays, forget_days: given.forgetAfterDays };
  const said = { ...days, principal_id: principalId, at: tx.now };
  const place = { org_id: orgId, kind: given.kind, channel: given.channel ?? '' };
  await tx.run(
    tx.dialect.queries
      .insertInto('retention_rule')
      .values({ ...place, ...said })
      .onConflict((clash) => clash.columns(['org_id', 'kind', 'channel']).doUpdateSet(said)),
  );
  const count = (await rules(tx, { orgId })).length;
  const { max } = limits.retentionRules;
  if (count > max) {
    const message = `There are ${max} rules of retention already, which is the limit.`;
    throw new CairnError('request/invalid', message, {
      issues: [{ field: 'body.channel', value: given.channel, message, allowed: `${max} rules` }],
    });
  }
  await audited(tx, author, count);
}

async function remove(
  tx: Transaction,
  { author, place }: { readonly author: Author; readonly place: RetentionPlace },
): Promise<boolean> {
  await tx.lock({ what: 'organisation', orgId: author.orgId, key: 'retention' });
  const removed = await tx.run(
    tx.dialect.queries
      .deleteFrom('retention_rule')
      .where('org_id', '=', author.orgId)
      .where('kind', '=', place.kind)
      .where('channel', '=', place.channel ?? ''),
  );
  if (removed > 0) await audited(tx, author, (await rules(tx, author)).length);
  return removed > 0;
}

async function audited(tx: Transaction, author: Author, count: number): Promise<void> {
  const act = { author, action: 'switch', kind: 'retention', id: author.orgId, version: count } as const;
  await audit(tx, act);
}

async function preview(tx: ReadTransaction, { orgId }: Ours): Promise<RetentionCount[]> {
  const all = await rules(tx, { orgId });
  const context = { rules: all, now: tx.now };
  const counts: RetentionCount[] = [];
  for (const one of all) {
    const forget = await counted(tx, orgId, toForget(one, context));
    const archive = await counted(tx, orgId, toArchive(one, context));
    counts.push({ kind: one.kind, channel: one.channel, archive, forget });
  }
  return counts;
}

async function counted(tx: ReadTransaction, orgId: OrgId, [ageing]: readonly Ageing[]): Promise<number> {
  if (!ageing) return 0;
  const aged = agedItems(tx.dialect, orgId, ageing);
  return Number((await tx.get(aged.select((eb) => eb.fn.countAll<number>().as('number'))))?.number ?? 0);
}

async function begin(tx: Transaction, { author, id }: { author: Author; id: string }): Promise<void> {
  const { orgId, principalId } = author;
  const row = {
    org_id: orgId,
    id,
    principal_id: principalId,
    rules: JSON.stringify(await rules(tx, { orgId })),
    ...{ archived: 0, forget_id: null, begun_at: tx.now, ended_at: null },
  };
  await tx.run(tx.dialect.queries.insertInto('retention_run').values(row));
  await announce(tx, { event: 'retention.begun', orgId, body: { retentionId: id } });
}

interface Times {
  readonly settledBefore: number;
  readonly lastBefore: number;
}

/** Selects the organisations whose rules are due to run, each with the principal who set its newest rule. */
async function due(tx: ReadTransaction, { settledBefore, lastBefore }: Times): Promise<Author[]> {
  const { queries } = tx.dialect;
  const rows = await tx.all(
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
  tx: Transaction,
  { author, id, times }: { readonly author: Author; readonly id: string; readonly times: Times },
): Promise<boolean> {
  const { orgId } = author;
  await tx.lock({ what: 'organisation', orgId, key: 'retention' });
  if (!(await due(tx, times)).some((other) => other.orgId === orgId)) return false;
  await begin(tx, { author, id });
  return true;
}

const findRun = (tx: ReadTransaction, { orgId, id }: RunName) =>
  tx.get(tx.dialect.queries.selectFrom('retention_run').selectAll().where('org_id', '=', orgId).where('id', '=', id));

const newestRun = (tx: ReadTransaction, { orgId }: Ours) =>
  tx.get(
    tx.dialect.queries
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
async function archivable(tx: ReadTransaction, name: RunName): Promise<string[]> {
  const row = await findRun(tx, name);
  if (!row) return [];
  const context = contextOf(row);
  const ids: string[] = [];
  for (const ageing of context.rules.flatMap((one) => toArchive(one, context))) {
    const aged = agedItems(tx.dialect, name.orgId, ageing).select('item.id').orderBy('item.seq');
    ids.push(...(await tx.all(aged.limit(ARCHIVED_AT_ONCE - ids.length))).map(({ id }) => id));
    if (ids.length >= ARCHIVED_AT_ONCE) break;
  }
  return ids;
}

interface ArchiveCommand extends RunName {
  readonly ids: readonly string[];
}

/** Archives the given memories that are still due; ends the run if no ids are given. */
async function archivePage(tx: Transaction, { ids, ...name }: ArchiveCommand): Promise<RetentionRun['state']> {
  await tx.lock({ what: 'organisation', orgId: name.orgId, key: `retention ${name.id}` });
  const row = await findRun(tx, name);
  if (!row || row.ended_at !== null) return 'done';
  if (ids.length === 0) return end(tx, row);
  const author = { orgId: name.orgId, principalId: row.principal_id as PrincipalId };
  const due = await stillDue(tx, row, ids);
  const archived = await asFarAsTimeAllows(due, (some) => archiveRows(tx, { author, reason: 'retention' }, some));
  await changeRun(tx, row, { archived: row.archived + archived });
  return 'running';
}

async function stillDue(tx: Transaction, row: RunRow, ids: readonly string[]): Promise<ItemRow[]> {
  const context = contextOf(row);
  const found: ItemRow[] = [];
  for (const ageing of context.rules.flatMap((one) => toArchive(one, context))) {
    const aged = agedItems(tx.dialect, row.org_id, ageing).select(rowColumns).where('item.id', 'in', ids);
    found.push(...((await tx.all(aged.orderBy('item.seq').modifyEnd(tx.dialect.forUpdate))) as ItemRow[]));
  }
  return found;
}

/** Begins the act of forgetting that deletes the items of the run, unless the run has begun one. */
async function handOver(tx: Transaction, name: RunName & { readonly forgetId: string }): Promise<void> {
  await tx.lock({ what: 'organisation', orgId: name.orgId, key: `retention ${name.id}` });
  const row = await findRun(tx, name);
  if (!row || row.rules === null || row.forget_id !== null) return;
  const context = contextOf(row);
  const ageings = context.rules.flatMap((one) => toForget(one, context));
  let some = 0;
  for (const ageing of ageings) some += await counted(tx, name.orgId, [ageing]);
  if (some === 0) return;
  const scope = {
    orgId: name.orgId,
    principalId: row.principal_id as PrincipalId,
    agentIds: '',
    peerChannel: null,
    teamWords: '',
    closedChannels: '',
  };
  const plan = { scope, role: 'admin', selection: { lineage: false }, ageings } as const;
  await beginForgetting(tx, { orgId: name.orgId, id: name.forgetId, plan });
  await changeRun(tx, row, { forget_id: name.forgetId });
}

async function end(tx: Transaction, row: RunRow): Promise<'done'> {
  await changeRun(tx, row, { ended_at: tx.now, rules: null });
  const author = { orgId: row.org_id as OrgId, principalId: row.principal_id as PrincipalId };
  const act = { author, action: 'archive', kind: 'retention', id: row.id, version: row.archived } as const;
  await audit(tx, act);
  return 'done';
}

async function changeRun(tx: Transaction, { org_id, id }: RunRow, columns: Partial<RunRow>): Promise<void> {
  await tx.run(
    tx.dialect.queries.updateTable('retention_run').set(columns).where('org_id', '=', org_id).where('id', '=', id),
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
