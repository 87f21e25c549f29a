import type { OrgId, PrincipalId, RetentionCount, RetentionRule, RetentionRun } from '@cairn/contracts';
import { v7 as uuidv7 } from 'uuid';
import { announceEvent } from '../kit/announce.ts';
import { processUntilTimeout } from '../kit/process-until-timeout.ts';
import { auditActs } from '../kit/audit.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { rowColumns, type Author, type ItemRow } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { archiveRows } from '../memories/write-over.ts';
import { beginAct as beginForgetting } from './forgetting.ts';
import { agedItemsQuery } from './retention-items.ts';
import {
  contextOf,
  requireFewRules,
  ruleOf,
  runOf,
  settledSetters,
  archivableAges,
  forgettableAges,
  type Ageing,
  type RetentionDays,
  type RetentionPlace,
} from './retention.rules.ts';
import { retentionRule, retentionRun, type RunRow } from './retention.tables.ts';

const ARCHIVED_AT_ONCE = 100;

interface InOwnOrganisation {
  readonly orgId: OrgId;
}
interface RunName extends InOwnOrganisation {
  readonly id: string;
}

async function listRules(tx: ReadTransaction, { orgId }: InOwnOrganisation): Promise<RetentionRule[]> {
  const ordered = tx.dialect.queries.selectFrom('retention_rule').selectAll().orderBy('kind').orderBy('channel');
  return (await tx.all(ordered.where('org_id', '=', orgId))).map(ruleOf);
}

interface SetCommand {
  readonly author: Author;
  readonly rule: RetentionPlace & RetentionDays;
}

/**
 * Sets the rule for a kind and channel, replacing the former one. Throws `request/invalid` if the organisation would have
 * more rules than `limits.retentionRules`.
 */
async function setRule(tx: Transaction, { author, rule: given }: SetCommand): Promise<void> {
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
  const count = (await listRules(tx, { orgId })).length;
  requireFewRules(count, given.channel);
  await auditChange(tx, author, count);
}

/** Removes a rule. Returns false if it did not exist. */
async function removeRule(
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
  if (removed > 0) await auditChange(tx, author, (await listRules(tx, author)).length);
  return removed > 0;
}

async function auditChange(tx: Transaction, author: Author, count: number): Promise<void> {
  const act = { author, action: 'switch', kind: 'retention', id: author.orgId, version: count } as const;
  await auditActs(tx, act);
}

/** Counts the items that each rule would archive or delete now. */
async function previewRules(tx: ReadTransaction, { orgId }: InOwnOrganisation): Promise<RetentionCount[]> {
  const all = await listRules(tx, { orgId });
  const context = { rules: all, now: tx.now };
  const counts: RetentionCount[] = [];
  for (const one of all) {
    const forget = await countAged(tx, orgId, forgettableAges(one, context));
    const archive = await countAged(tx, orgId, archivableAges(one, context));
    counts.push({ kind: one.kind, channel: one.channel, archive, forget });
  }
  return counts;
}

async function countAged(tx: ReadTransaction, orgId: OrgId, [ageing]: readonly Ageing[]): Promise<number> {
  if (!ageing) return 0;
  const aged = agedItemsQuery(tx.dialect, orgId, ageing);
  return Number((await tx.get(aged.select((eb) => eb.fn.countAll<number>().as('number'))))?.number ?? 0);
}

async function beginRun(tx: Transaction, { author, id }: { author: Author; id: string }): Promise<void> {
  const { orgId, principalId } = author;
  const row = {
    org_id: orgId,
    id,
    principal_id: principalId,
    rules: JSON.stringify(await listRules(tx, { orgId })),
    ...{ archived: 0, forget_id: null, begun_at: tx.now, ended_at: null },
  };
  await tx.run(tx.dialect.queries.insertInto('retention_run').values(row));
  await announceEvent(tx, { event: 'retention.begun', orgId, body: { retentionId: id } });
}

/** Times, in epoch ms, that decide whether a run is due. */
interface Times {
  /** A run is due only if no rule of the organisation changed since this time. */
  readonly settledBefore: number;
  /** A run is due only if no run of the organisation began since this time. */
  readonly lastBefore: number;
}

/** Selects the organisations that have a run due, each with the principal who set its newest rule. */
async function findDue(tx: ReadTransaction, { settledBefore, lastBefore }: Times): Promise<Author[]> {
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
  return settledSetters(rows, settledBefore);
}

/** Begins a run if one is due. When several processes try at once, only one begins it. */
async function beginIfDue(
  tx: Transaction,
  { author, id, times }: { readonly author: Author; readonly id: string; readonly times: Times },
): Promise<boolean> {
  const { orgId } = author;
  await tx.lock({ what: 'organisation', orgId, key: 'retention' });
  if (!(await findDue(tx, times)).some((other) => other.orgId === orgId)) return false;
  await beginRun(tx, { author, id });
  return true;
}

const findRun = (tx: ReadTransaction, { orgId, id }: RunName) =>
  tx.get(tx.dialect.queries.selectFrom('retention_run').selectAll().where('org_id', '=', orgId).where('id', '=', id));

async function lastRun(tx: ReadTransaction, { orgId }: InOwnOrganisation): Promise<RetentionRun | undefined> {
  const newest = tx.dialect.queries.selectFrom('retention_run').selectAll().orderBy('id', 'desc').limit(1);
  const row = await tx.get(newest.where('org_id', '=', orgId));
  return row && runOf(row);
}

/** Selects a page of memories to archive. */
async function findArchivable(tx: ReadTransaction, name: RunName): Promise<string[]> {
  const row = await findRun(tx, name);
  if (!row) return [];
  const context = contextOf(row);
  const ids: string[] = [];
  for (const ageing of context.rules.flatMap((one) => archivableAges(one, context))) {
    const aged = agedItemsQuery(tx.dialect, name.orgId, ageing).select('item.id').orderBy('item.seq');
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
  if (ids.length === 0) return endRun(tx, row);
  const author = { orgId: name.orgId, principalId: row.principal_id as PrincipalId };
  const due = await selectStillDue(tx, row, ids);
  const archived = await processUntilTimeout(due, (some) => archiveRows(tx, { author, reason: 'retention' }, some));
  await changeRun(tx, row, { archived: row.archived + archived });
  return 'running';
}

async function selectStillDue(tx: Transaction, row: RunRow, ids: readonly string[]): Promise<ItemRow[]> {
  const context = contextOf(row);
  const found: ItemRow[] = [];
  for (const ageing of context.rules.flatMap((one) => archivableAges(one, context))) {
    const aged = agedItemsQuery(tx.dialect, row.org_id, ageing).select(rowColumns).where('item.id', 'in', ids);
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
  const ageings = context.rules.flatMap((one) => forgettableAges(one, context));
  let some = 0;
  for (const ageing of ageings) some += await countAged(tx, name.orgId, [ageing]);
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

async function endRun(tx: Transaction, row: RunRow): Promise<'done'> {
  await changeRun(tx, row, { ended_at: tx.now, rules: null });
  const author = { orgId: row.org_id as OrgId, principalId: row.principal_id as PrincipalId };
  const act = { author, action: 'archive', kind: 'retention', id: row.id, version: row.archived } as const;
  await auditActs(tx, act);
  return 'done';
}

async function changeRun(tx: Transaction, { org_id, id }: RunRow, columns: Partial<RunRow>): Promise<void> {
  await tx.run(
    tx.dialect.queries.updateTable('retention_run').set(columns).where('org_id', '=', org_id).where('id', '=', id),
  );
}

/**
 * Retention rules of an organisation. Without a rule nothing is deleted. A run archives items in pages, then begins an act
 * of forgetting for the items to delete; both continue where they stopped, however often a process is killed. Rules apply
 * to all items of the organisation, whoever may read them; only counts are returned.
 */
export const retention = feature('retention', {
  tables: [retentionRule, retentionRun],
  acrossOrganisations: ['due'],
  reads: { rules: listRules, preview: previewRules, due: findDue, archivable: findArchivable, findRun, lastRun },
  writes: { set: setRule, remove: removeRule, begin: beginRun, beginIfDue, archivePage, handOver },
});
export type Retention = CallsOf<typeof retention>;

/** Begins a run for each organisation that has a run due. Returns the number of runs begun. */
export async function beginDueRuns(retention: Retention, times: Times): Promise<number> {
  let begun = 0;
  for (const author of await retention.due(times))
    begun += (await retention.beginIfDue({ author, id: uuidv7(), times })) ? 1 : 0;
  return begun;
}

/** Runs the next page of a run and returns its state; undefined if there is no such run. */
export async function continueRun(retention: Retention, run: RunName): Promise<RetentionRun['state'] | undefined> {
  const row = await retention.findRun(run);
  if (!row) return undefined;
  if (row.ended_at !== null) return 'done';
  if (row.forget_id === null && row.archived === 0) await retention.handOver({ ...run, forgetId: uuidv7() });
  return retention.archivePage({ ...run, ids: await retention.archivable(run) });
}
