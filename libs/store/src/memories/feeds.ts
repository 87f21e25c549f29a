import {
  IMPORT_ID,
  type FeedEntry,
  type FeedQuery,
  type ItemId,
  type Memory,
  type MemoryId,
  type PrincipalId,
  type PrincipalKind,
  type ProposalKind,
  type Visibility,
} from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import { cutAtWord } from '@cairn/text';
import { sql, type SqlBool } from 'kysely';
import { fieldsOf, filterCondition, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { itemOf, rowColumns, type ReadRow } from '../kit/item-rows.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { listQueries } from '../items/listing.ts';
import { isNoFile } from './briefings.ts';
import { feedVisit, recordVisit } from './visits.ts';

interface Query {
  readonly scope: ScopeFields;
  readonly filter: Filter;
  readonly writer?: FeedQuery['writer'];
  readonly source?: FeedQuery['source'];
  readonly limit: number;
  /** The last memory of the page before. */
  readonly after?: string | undefined;
}

/** Characters of the content that an entry shows. */
const TEXT_CHARS_MAX = 400;

/** The principal who wrote the memory: the proposer of a proposal, since the memory itself belongs to its owner. */
const writerId = sql<string>`coalesce(proposal.writer_id, item.principal_id)`;

/** Selects memories and waiting proposals, each with its writer and the memory that it superseded. */
function entriesIn(dialect: Dialect, { scope, filter }: Query) {
  return dialect.queries
    .selectFrom('item')
    .leftJoin('proposal', (join) =>
      join.onRef('proposal.memory_id', '=', 'item.id').onRef('proposal.org_id', '=', 'item.org_id'),
    )
    .innerJoin('principal as writer', (join) => join.on(sql<SqlBool>`writer.id = ${writerId}`))
    .leftJoin('principal as owner', 'owner.id', 'writer.owner_id')
    .select(rowColumns)
    .select(['writer.id as writer_id', 'writer.name as writer_name', 'writer.kind as writer_kind'])
    .select(['owner.id as owner_id', 'owner.name as owner_name'])
    .select(['proposal.kind as proposal_kind', 'proposal.visibility as readers'])
    .where('item.org_id', '=', scope.orgId)
    .where(isNoFile)
    .where(visibilityCondition(scope))
    .where(filterCondition(dialect, filter))
    .orderBy('item.seq', 'desc');
}

type Row = ReadRow & {
  readonly writer_id: string;
  readonly writer_name: string;
  readonly writer_kind: PrincipalKind;
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  readonly proposal_kind: ProposalKind | null;
  readonly readers: Visibility | null;
};

/** Lists one page of a feed, the newest first by time of storing. Leaves out memories made from files of a repository. */
async function page(tx: ReadTransaction, query: Query): Promise<FeedEntry[]> {
  const { scope, writer, source, limit, after } = query;
  let entries = entriesIn(tx.dialect, query).limit(limit);
  if (writer !== undefined) entries = entries.where(writerId, '=', writer);
  if (source !== undefined) entries = entries.where('item.source', '=', source);
  if (after !== undefined) {
    const place = { orgId: scope.orgId as never, kind: 'memory' as const, id: after as ItemId };
    const found = await tx.get(listQueries(tx.dialect).placed, place);
    entries = entries.where('item.seq', '<', found?.seq ?? 0);
  }
  const rows = (await tx.all(entries)) as unknown as Row[];
  const replaced = await predecessors(tx, scope, rows);
  return rows.map((row) => entryOf(row, replaced.get(row.id)));
}

type Replaced = NonNullable<FeedEntry['replaces']>;

/** Reads the memories that these superseded, by the id of the successor. */
async function predecessors(
  tx: ReadTransaction,
  scope: ScopeFields,
  rows: readonly Row[],
): Promise<Map<string, Replaced>> {
  if (rows.length === 0) return new Map();
  const found = await tx.all(
    tx.dialect.queries
      .selectFrom('succession')
      .innerJoin('item', (join) =>
        join.onRef('item.id', '=', 'succession.old_id').onRef('item.org_id', '=', 'succession.org_id'),
      )
      .select(['succession.new_id', 'item.id', 'item.title'])
      .where('succession.org_id', '=', scope.orgId)
      .where(
        'succession.new_id',
        'in',
        rows.map(({ id }) => id),
      )
      .where(visibilityCondition(fieldsOf(scope))),
  );
  return new Map(found.map(({ new_id, id, title }) => [new_id, { memoryId: id as MemoryId, title: title ?? '' }]));
}

function entryOf(row: Row, replaces: Replaced | undefined): FeedEntry {
  const memory = itemOf(row) as Memory;
  const { id, title, category, project, channel, visibility, version, validTo, confirmedAt, createdAt } = memory;
  const importId = memory.provenance[IMPORT_ID];
  return {
    ...{ memoryId: id, title, category, project, channel, visibility, version, validTo, at: createdAt },
    text: cutAtWord(memory.content, TEXT_CHARS_MAX),
    by: writerOf(row),
    ...proposalOf(row),
    ...(confirmedAt !== undefined && { confirmedAt }),
    ...(replaces && { replaces }),
    ...(typeof importId === 'string' && { importId }),
  };
}

const writerOf = ({ writer_id, writer_name, writer_kind, owner_id, owner_name }: Row): FeedEntry['by'] => ({
  ...{ principalId: writer_id as PrincipalId, name: writer_name, kind: writer_kind },
  owner: owner_id === null ? null : { principalId: owner_id as PrincipalId, name: owner_name ?? '' },
});

const proposalOf = ({ state, proposal_kind, readers }: Row): Pick<FeedEntry, 'state' | 'proposal'> =>
  state === 'proposed' && proposal_kind !== null && readers !== null
    ? { state, proposal: { kind: proposal_kind, readers } }
    : { state: 'active' };

/** Feed of what agents and people learned: memories that hold, and proposals that wait for the caller. */
export const feeds = feature('feeds', { tables: [feedVisit], reads: { page }, writes: { recordVisit } });
export type Feeds = CallsOf<typeof feeds>;
