import {
  ENDING_DAYS,
  IMPORT_ID,
  limits,
  type ImportedMemory,
  type ItemId,
  type ListedRule,
  type PrincipalKind,
  type ReportedMemory,
  type ReviewList,
  type RulesQuery,
} from '@cairn/contracts';
import { demoFilterFor, type Filter } from '@cairn/domain';
import { sql, type Expression, type SqlBool } from 'kysely';
import { filterCondition, isOfImport, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { itemOf, rowColumns, type ReadRow } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { isNoFile } from './briefings.ts';
import { confirm, requirePerson } from './confirmations.ts';
import type { Review } from './proposal-reading.ts';
import { isAwaitingConfirmation, isTrustedMemory } from './rulings.ts';

const DAY_MS = 86_400_000;
/** Lists of the review leave out samples, as other lists do. */
const listed: Filter = { kind: 'memory', ...demoFilterFor(undefined) };
const one = sql<number>`1`.as('one');

/** Selects the active memories that the scope sees, with their writers. */
const activeMemories = (dialect: Dialect, scope: ScopeFields) =>
  dialect.queries
    .selectFrom('item')
    .innerJoin('principal as writer', 'writer.id', 'item.principal_id')
    .where('item.org_id', '=', scope.orgId)
    .where(filterCondition(dialect, listed))
    .where(visibilityCondition(scope));

/** SQL condition: an agent wrote the memory, and no person confirmed it. */
const isUnconfirmedByAgent = sql<SqlBool>`(writer.kind = 'agent' and item.confirmed_at is null)`;

/** SQL condition: the feedback calls the memory wrong or outdated, and the memory was neither changed nor confirmed since. */
const isOpenReport = sql<SqlBool>`(feedback.kind in ('wrong', 'outdated')
  and (item.confirmed_at is null or item.confirmed_at < feedback.at)
  and not exists (select 1 from revision where revision.org_id = feedback.org_id and revision.item_id = feedback.memory_id
    and revision.at >= feedback.at))`;

const reportedIn = (dialect: Dialect, scope: ScopeFields) =>
  activeMemories(dialect, scope).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('feedback')
        .select('feedback.kind')
        .whereRef('feedback.org_id', '=', 'item.org_id')
        .whereRef('feedback.memory_id', '=', 'item.id')
        .where(isOpenReport),
    ),
  );

const rulesIn = (dialect: Dialect, scope: ScopeFields) =>
  activeMemories(dialect, scope)
    .where(sql<SqlBool>`item.category = 'rule'`)
    .where(isNoFile);

interface ImportOf {
  readonly scope: ScopeFields;
  /** Only memories of this import. */
  readonly importId?: string | undefined;
  /** Only these memories. */
  readonly ids?: readonly ItemId[] | undefined;
}

const importedIn = (dialect: Dialect, { scope, importId, ids }: ImportOf) =>
  activeMemories(dialect, scope)
    .where(isAwaitingConfirmation())
    .$if(importId !== undefined, (found) => found.where(isOfImport(importId!)))
    .$if(ids !== undefined, (found) => found.where('item.id', 'in', ids!));

/** Selects pairs of linked memories that are both active and visible to the scope. */
const pairsIn = (dialect: Dialect, scope: ScopeFields, kind: 'contradicts' | 'restates') =>
  dialect.queries
    .selectFrom('memory_link')
    .innerJoin('item', 'item.id', 'memory_link.newer_id')
    .innerJoin('item as linked', 'linked.id', 'memory_link.older_id')
    .where('memory_link.org_id', '=', scope.orgId)
    .where('memory_link.kind', '=', kind)
    .where(filterCondition(dialect, listed))
    .where(filterCondition(dialect, listed, 'linked'))
    .where(visibilityCondition(scope))
    .where(visibilityCondition(scope, 'linked'));

interface CountsQuery {
  readonly scope: ScopeFields;
}

type Counts = Readonly<Record<Exclude<ReviewList, 'proposals'>, number>>;

/** Counts the memories of each list of the review that the scope sees, up to the limit `reviewCount`. */
async function counts(tx: ReadTransaction, { scope }: CountsQuery): Promise<Counts> {
  const { dialect } = tx;
  const ending = activeMemories(dialect, scope)
    .where('item.valid_to', 'is not', null)
    .where('item.valid_to', '<=', tx.now + ENDING_DAYS * DAY_MS);
  const [agentRules, imported, contradictions, repetitions, endingCount, reported] = await Promise.all([
    countOf(tx, rulesIn(dialect, scope).where(isUnconfirmedByAgent).select(one)),
    countOf(tx, importedIn(dialect, { scope }).select(one)),
    countOf(tx, pairsIn(dialect, scope, 'contradicts').select(one)),
    countOf(tx, pairsIn(dialect, scope, 'restates').select(one)),
    countOf(tx, ending.select(one)),
    countOf(tx, reportedIn(dialect, scope).select(one)),
  ]);
  return { agentRules, imported, contradictions, repetitions, ending: endingCount, reported };
}

async function countOf(tx: ReadTransaction, rows: Expression<unknown>): Promise<number> {
  const { queries } = tx.dialect;
  const counted = sql<{
    number: number;
  }>`select count(*) as number from (select 1 from ${rows} as listed limit ${limits.reviewCount.max}) as counted`;
  const row = await tx.get({ compile: () => counted.compile(queries) });
  return Number(row?.number ?? 0);
}

interface PageQuery {
  readonly scope: ScopeFields;
  readonly limit: number;
  readonly before?: string | undefined;
}

type Row = ReadRow & { readonly writer_kind: PrincipalKind; readonly writer_name: string };

const writerColumns = ['writer.kind as writer_kind', 'writer.name as writer_name'] as const;

/** Lists memories with open reports, the newest first. */
async function reported(tx: ReadTransaction, { scope, limit, before }: PageQuery): Promise<ReportedMemory[]> {
  let page = reportedIn(tx.dialect, scope).select(rowColumns).select(writerColumns).orderBy('item.id', 'desc');
  if (before !== undefined) page = page.where('item.id', '<', before);
  const rows = (await tx.all(page.limit(limit))) as Row[];
  const reports = Map.groupBy(await reportsOf(tx, scope, rows), ({ memory_id }) => memory_id);
  return rows.map((row) => ({
    ...shownOf(row),
    reports: (reports.get(row.id) ?? []).map(({ kind, at, principal_id, name }) => ({
      ...{ kind, at: Number(at), by: { principalId: principal_id, name } },
    })),
  })) as unknown as ReportedMemory[];
}

const reportsOf = async (tx: ReadTransaction, { orgId }: ScopeFields, rows: readonly Row[]) =>
  rows.length === 0
    ? []
    : tx.all(
        tx.dialect.queries
          .selectFrom('feedback')
          .innerJoin('item', 'item.id', 'feedback.memory_id')
          .innerJoin('principal', 'principal.id', 'feedback.principal_id')
          .select(['feedback.memory_id', 'feedback.kind', 'feedback.at', 'feedback.principal_id', 'principal.name'])
          .where('feedback.org_id', '=', orgId)
          .where('feedback.memory_id', 'in', idsOf(rows))
          .where(isOpenReport)
          .orderBy('feedback.at', 'desc')
          .orderBy('feedback.principal_id'),
      );

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

/** A listed memory without what a service reads in its text. */
type StoredImported = Omit<ImportedMemory, 'norms' | 'signals'>;

/** Lists memories that imports brought and that bind nobody until a person confirms them, the newest first, each with its import. */
async function imported(
  tx: ReadTransaction,
  { limit, before, ...of }: ImportOf & PageQuery,
): Promise<StoredImported[]> {
  const { scope } = of;
  let page = importedIn(tx.dialect, of).select(rowColumns).select(writerColumns).orderBy('item.id', 'desc');
  if (before !== undefined) page = page.where('item.id', '<', before);
  const rows = (await tx.all(page.limit(limit))) as Row[];
  const nameOf = await namesOfImports(tx, scope, rows);
  return rows.map((row) => ({
    ...shownOf(row),
    importedBy: { importId: importIdOf(row), ...nameOf(row) },
  })) as unknown as StoredImported[];
}

const importIdOf = ({ provenance }: Pick<Row, 'provenance'>) =>
  (JSON.parse(provenance) as Record<string, string>)[IMPORT_ID] ?? '';

/** Finds the names and formats of imports by their memories. An import that its client did not report has none. */
async function namesOfImports(tx: ReadTransaction, { orgId }: ScopeFields, rows: readonly Row[]) {
  const ids = [...new Set(rows.map(importIdOf))];
  const found =
    ids.length === 0
      ? []
      : await tx.all(
          tx.dialect.queries
            .selectFrom('import_run')
            .select(['principal_id', 'import_id', 'name', 'format'])
            .where('org_id', '=', orgId)
            .where('import_id', 'in', ids),
        );
  const byKey = new Map(
    found.map(({ name, format, ...key }) => [`${key.principal_id} ${key.import_id}`, { name, format }]),
  );
  return (row: Row) => byKey.get(`${row.principal_id} ${importIdOf(row)}`);
}

interface ConfirmImportedCommand extends Review {
  readonly importId: string;
  /** Memories with the versions that the person read. */
  readonly memories: readonly { readonly id: ItemId; readonly version: number }[];
}

/**
 * Stores that a person confirmed memories of an import. Leaves out those that the scope does not see, that wait no longer or
 * that have another version, and returns the ids of the others. Throws `auth/forbidden` for an agent.
 */
async function confirmImported(tx: Transaction, command: ConfirmImportedCommand): Promise<ItemId[]> {
  const { scope, reviewer, importId, memories } = command;
  requirePerson(reviewer);
  if (memories.length === 0) return [];
  const { dialect } = tx;
  const versionOf = new Map(memories.map(({ id, version }) => [id as string, version]));
  const ids = memories.map(({ id }) => id);
  // Locked first, so that no other writer changes a text between the comparison of its version and its confirmation.
  const locked = dialect.queries.selectFrom('item').select('seq').where('org_id', '=', scope.orgId);
  await tx.all(locked.where('id', 'in', ids).orderBy('seq').modifyEnd(dialect.forUpdate));
  const waiting = importedIn(dialect, { scope, importId, ids }).orderBy('item.id');
  const rows = await tx.all(waiting.select(['item.seq', 'item.id', 'item.version']));
  const unchanged = rows.filter(({ id, version }) => versionOf.get(id) === version);
  for (const row of unchanged) await confirm(tx, { reviewer }, row);
  return unchanged.map(({ id }) => id as ItemId);
}

interface RulesPageQuery extends PageQuery {
  readonly query: Pick<RulesQuery, 'project' | 'by'>;
}

/** A listed rule with its fields in the store, from which a service describes how it was understood. */
type StoredRule = Omit<ListedRule, 'understood'> & { readonly memory: ReturnType<typeof itemOf> };

/** Lists active rules, the newest first, each with the stops of all principals. */
async function rules(tx: ReadTransaction, { scope, query, limit, before }: RulesPageQuery): Promise<StoredRule[]> {
  let page = rulesIn(tx.dialect, scope)
    .leftJoin('principal as confirmer', 'confirmer.id', 'item.confirmed_by')
    .select(rowColumns)
    .select(writerColumns)
    .select('confirmer.name as confirmer_name')
    .select(sql<number>`case when ${isTrustedMemory} then 1 else 0 end`.as('is_binding'))
    .orderBy('item.id', 'desc');
  if (before !== undefined) page = page.where('item.id', '<', before);
  if (query.by === 'unconfirmed-agents') page = page.where(isUnconfirmedByAgent);
  if (query.project !== undefined)
    page = page.where(sql<SqlBool>`(item.project is null or item.project = ${query.project})`);
  const rows = (await tx.all(page.limit(limit))) as (Row & { confirmer_name: string | null; is_binding: number })[];
  const stops = Map.groupBy(await stopsOf(tx, scope, rows), ({ memory_id }) => memory_id);
  return rows.map((row) => ({
    ...shownOf(row),
    memory: itemOf(row),
    isBinding: Number(row.is_binding) === 1,
    ...(row.confirmed_by !== null && {
      confirmed: {
        by: { principalId: row.confirmed_by, name: row.confirmer_name ?? '' },
        at: Number(row.confirmed_at),
      },
    }),
    ...stopsField(stops.get(row.id)),
  })) as unknown as StoredRule[];
}

const stopsOf = async (tx: ReadTransaction, { orgId }: ScopeFields, rows: readonly Row[]) =>
  rows.length === 0
    ? []
    : tx.all(
        tx.dialect.queries
          .selectFrom('rule_stop')
          .innerJoin('principal', 'principal.id', 'rule_stop.principal_id')
          .select(['rule_stop.memory_id', 'rule_stop.principal_id', 'principal.name'])
          .select(({ fn }) => [fn.sum<number>('rule_stop.times').as('times'), fn.max('rule_stop.day').as('day')])
          .where('rule_stop.org_id', '=', orgId)
          .where('rule_stop.memory_id', 'in', idsOf(rows))
          .groupBy(['rule_stop.memory_id', 'rule_stop.principal_id', 'principal.name']),
      );

function stopsField(rows: Awaited<ReturnType<typeof stopsOf>> = []) {
  if (rows.length === 0) return {};
  const whom = rows
    .map(({ principal_id: principalId, name, times }) => ({ principalId, name, times: Number(times) }))
    .toSorted((one, other) => other.times - one.times || (one.name < other.name ? -1 : 1));
  const times = whom.reduce((sum, each) => sum + each.times, 0);
  return { stops: { times, lastAt: Math.max(...rows.map(({ day }) => Number(day))) * DAY_MS, whom } };
}

/** Fields of a memory that a person needs for a decision. */
function shownOf(row: Row) {
  const memory = itemOf(row);
  if (memory.kind !== 'memory') throw new Error('A review lists memories.');
  const { id: memoryId, category, title, content, project, channel, visibility, version, createdAt, validTo } = memory;
  const { actionTriggers, forbids, instead, principalId } = memory;
  return {
    ...{ memoryId, category, title, content, channel, visibility, version, createdAt, validTo },
    ...(project !== undefined && { project }),
    ...(actionTriggers && { actionTriggers }),
    ...(forbids && { forbids }),
    ...(instead && { instead }),
    writtenBy: { principalId, name: row.writer_name, kind: row.writer_kind },
  };
}

/** Lists of memories about which a person has to decide, and of rules, and a decision on a whole import. Each shows what the scope sees. */
export const reviews = feature('reviews', {
  tables: [],
  reads: { counts, reported, imported, rules },
  writes: { confirmImported },
});
export type Reviews = CallsOf<typeof reviews>;
