import {
  Proposal,
  type ItemId,
  type OrgId,
  type ProposalKind,
  type ProposalsQuery,
  type Quote,
} from '@cairn/contracts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { reviewPolicyOf } from './review-policy.ts';
import { itemQueries, distinctIds } from '../items/item-queries.ts';
import { fieldsOf, isOfTeams, openChannelCondition, isOwn, type ScopeFields } from '../kit/conditions.ts';
import type { RowOf } from '../kit/ddl.ts';
import type { Condition, Dialect } from '../kit/dialect.ts';
import { itemOf, rowColumns, type ReadRow } from '../kit/item-rows.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { needsPerson, reviewsOthers, type Reviewer } from './proposals.rules.ts';
import type { proposal, proposalQuote, proposalSighting } from './proposals.tables.ts';

export type ProposalRow = RowOf<typeof proposal>;

/** The columns of a proposal, under names that no column of its item has. */
const proposalColumns = [
  'proposal.writer_id',
  'proposal.kind as proposal_kind',
  'proposal.status',
  'proposal.certainty',
  'proposal.visibility as readers',
  'proposal.replaces',
  'proposal.decided_by',
  'proposal.decided_at',
  'proposal.reason',
  'proposal.undo',
] as const;

export interface Review {
  readonly scope: ScopeFields;
  readonly reviewer: Reviewer;
}

/** SQL condition: the proposal belongs to the caller. */
const isOwnProposal = (scope: ScopeFields): Condition => isOwn(sql.ref('item.principal_id'), scope);

/** SQL condition: once the memory is kept, it is shared, and the caller is one of its readers. */
const wouldRead = (scope: ScopeFields): Condition => {
  const readers = sql.ref('proposal.visibility');
  return sql<SqlBool>`((${readers} in ('org', 'team', 'channel') or ${isOfTeams(readers, scope)})
    and ${openChannelCondition(sql.ref('item.channel'), scope)})`;
};

/** Selects the proposals that the caller owns, or reviews if `isReviewer`. */
const seenProposals = (dialect: Dialect, scope: ScopeFields, isReviewer: boolean) =>
  dialect.queries
    .selectFrom('proposal')
    .innerJoin('item', (join) =>
      join.onRef('item.id', '=', 'proposal.memory_id').onRef('item.org_id', '=', 'proposal.org_id'),
    )
    .where('proposal.org_id', '=', scope.orgId)
    .where('item.state', '<>', 'deleted')
    .where(isReviewer ? sql<SqlBool>`(${isOwnProposal(scope)} or ${wouldRead(scope)})` : isOwnProposal(scope));

export type SeenRow = ReadRow & {
  readonly writer_id: string;
  readonly proposal_kind: ProposalKind;
  readonly status: ProposalRow['status'];
  readonly certainty: number;
  readonly readers: ProposalRow['visibility'];
  readonly replaces: string | null;
  readonly decided_by: string | null;
  readonly decided_at: number | null;
  readonly reason: string | null;
  readonly undo: string | null;
};

/** Reads the proposal of a memory; undefined if the caller neither owns nor reviews it. */
export async function reviewedProposal(
  tx: ReadTransaction,
  { scope, reviewer }: Review,
  id: ItemId,
): Promise<SeenRow | undefined> {
  const policy = await reviewPolicyOf(tx, scope.orgId);
  const found = seenProposals(tx.dialect, scope, reviewsOthers(policy, reviewer))
    .select(rowColumns)
    .select(proposalColumns)
    .where('proposal.memory_id', '=', id);
  return (await tx.get(found)) as SeenRow | undefined;
}

export interface ListQuery extends Review {
  readonly query: Omit<ProposalsQuery, 'limit' | 'cursor'>;
  readonly limit: number;
  readonly before?: string | undefined;
}

interface Listed {
  readonly proposals: Proposal[];
  readonly counts: Partial<Record<ProposalKind, number>>;
}

/** Lists proposals that the caller owns or reviews, the newest first, and counts them by kind. */
export async function list(tx: ReadTransaction, { query, limit, before, ...review }: ListQuery): Promise<Listed> {
  const policy = await reviewPolicyOf(tx, review.scope.orgId);
  const isReviewer = reviewsOthers(policy, review.reviewer);
  let seen = seenProposals(tx.dialect, review.scope, isReviewer).where('proposal.status', '=', query.status);
  if (query.project !== undefined) seen = seen.where('item.project', '=', query.project);
  if (query.agent !== undefined) seen = seen.where(isProposedBy(query.agent));
  if (query.owner !== undefined) {
    const isOwn = isOwnProposal(review.scope);
    seen = seen.where(query.owner === 'me' ? isOwn : sql<SqlBool>`not ${isOwn}`);
  }
  const counted = seen
    .select('proposal.kind')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .groupBy('proposal.kind');
  let page = seen.select(rowColumns).select(proposalColumns).orderBy('proposal.memory_id', 'desc').limit(limit);
  if (query.kind !== undefined) page = page.where('proposal.kind', '=', query.kind);
  if (before !== undefined) page = page.where('proposal.memory_id', '<', before);
  const rows = (await tx.all(page)) as SeenRow[];
  const counts = (await tx.all(counted)).filter(({ kind }) => query.kind === undefined || kind === query.kind);
  return {
    proposals: await proposalsOf(tx, review, rows),
    counts: Object.fromEntries(counts.map(({ kind, number }) => [kind, Number(number)])),
  };
}

const nameOf = (id: RawBuilder<unknown>) => sql<string | null>`(select name from principal where principal.id = ${id})`;

const isProposedBy = (agent: string): Condition => {
  const writer = sql.ref('proposal.writer_id');
  return sql<SqlBool>`(cast(${writer} as text) = ${agent} or ${nameOf(writer)} = ${agent})`;
};

/** Builds proposals from rows, with those of their quotes that the caller may see. */
export async function proposalsOf(tx: ReadTransaction, review: Review, rows: readonly SeenRow[]): Promise<Proposal[]> {
  if (rows.length === 0) return [];
  const { scope } = review;
  const ids = rows.map(({ id }) => id);
  const [sightings, quotes, names, replaced] = await Promise.all([
    tx.all(ofMemories(tx.dialect, 'proposal_sighting', scope.orgId, ids)) as Promise<RowOf<typeof proposalSighting>[]>,
    tx.all(ofMemories(tx.dialect, 'proposal_quote', scope.orgId, ids)) as Promise<RowOf<typeof proposalQuote>[]>,
    namesOf(tx, scope.orgId, rows),
    visibleRows(
      tx,
      scope,
      'memory',
      rows.flatMap(({ replaces }) => replaces ?? []),
    ),
  ]);
  const messages = await visibleRows(
    tx,
    scope,
    'message',
    quotes.map(({ message_id }) => message_id),
  );
  return rows.map((row) => {
    const own = sightings.filter(({ memory_id }) => memory_id === row.id);
    const isOfCaller = row.principal_id === scope.principalId || scope.agentIds.includes(row.principal_id);
    return {
      ...viewOf(row, names),
      isOwn: isOfCaller,
      ...sightingFields(own[0], isOfCaller),
      ...(!isOfCaller && { sourceIds: [] }),
      sightings: own.length,
      quotes: quotes.filter(({ memory_id }) => memory_id === row.id).map((quote) => quoteOf(quote, messages)),
      ...replacedField(replaced.get(row.replaces ?? '')),
    } as unknown as Proposal;
  });
}

const ofMemories = (
  { queries }: Dialect,
  table: 'proposal_sighting' | 'proposal_quote',
  orgId: OrgId,
  ids: readonly string[],
) => queries.selectFrom(table).selectAll().where('org_id', '=', orgId).where('memory_id', 'in', ids).orderBy('number');

async function visibleRows(
  tx: ReadTransaction,
  scope: ScopeFields,
  kind: 'memory' | 'message',
  ids: readonly string[],
) {
  if (ids.length === 0) return new Map<string, ReadRow>();
  const values = { ...fieldsOf(scope), kind, ids: distinctIds(tx.dialect, ids as ItemId[]) };
  const rows = await tx.all(itemQueries(tx.dialect).visibleItems, values);
  return new Map(rows.map((row) => [row.id, row as ReadRow]));
}

async function namesOf(tx: ReadTransaction, orgId: OrgId, rows: readonly SeenRow[]): Promise<Map<string, string>> {
  const ids = new Set(
    rows.flatMap(({ principal_id, writer_id, decided_by }) => [principal_id, writer_id, decided_by ?? writer_id]),
  );
  const found = await tx.all(
    tx.dialect.queries
      .selectFrom('principal')
      .select(['id', 'name'])
      .where('org_id', '=', orgId)
      .where('id', 'in', [...ids]),
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

function viewOf(row: SeenRow, names: ReadonlyMap<string, string>) {
  const person = (id: string) => ({ principalId: id, name: names.get(id) ?? null });
  return {
    ...shownFields(row),
    memoryId: row.id,
    kind: row.proposal_kind,
    status: row.status,
    certainty: row.certainty,
    owner: person(row.principal_id),
    proposedBy: person(row.writer_id),
    needsPerson: needsPerson(row.proposal_kind, row),
    visibility: row.readers,
    project: row.project,
    ...(row.decided_by !== null && {
      decision: {
        by: person(row.decided_by),
        at: Number(row.decided_at),
        ...(row.reason !== null && { reason: row.reason }),
      },
    }),
  };
}

/** The fields of the memory that a review shows. */
function shownFields(row: SeenRow) {
  const names = new Set(Object.keys(Proposal.shape));
  return Object.fromEntries(Object.entries(itemOf(row)).filter(([name]) => names.has(name)));
}

const sightingFields = (first: RowOf<typeof proposalSighting> | undefined, isOwn: boolean) => ({
  ...(first?.said_by && { saidBy: JSON.parse(first.said_by) as Proposal['saidBy'] }),
  ...(isOwn && first?.session_key && { sessionKey: first.session_key }),
  ...(first?.extractor && { extractor: first.extractor }),
});

function quoteOf(row: RowOf<typeof proposalQuote>, messages: ReadonlyMap<string, unknown>): Quote {
  const { text, message_id: messageId, start_at: start, end_at: end } = row;
  return messages.has(messageId) ? ({ text, messageId, start, end } as Quote) : { text };
}

const replacedField = (row: ReadRow | undefined) =>
  row && { replaces: { memoryId: row.id, title: row.title ?? '', content: row.content, state: row.state } };
