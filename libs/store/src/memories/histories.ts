import {
  limits,
  type ItemId,
  type MemoryHistory,
  type MemoryId,
  type PrincipalId,
  type RestoreHistoryRequest,
} from '@cairn/contracts';
import { declarationsOf } from '@cairn/graph';
import type { Overwrite } from '@cairn/ports';
import { sql } from 'kysely';
import { auditInsertQuery } from '../kit/audit.ts';
import { fieldsOf, isReadByReadersOf, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { givenRowsInserter, type GivenColumns } from '../kit/given-rows.ts';
import { declarationOf, declaredQueries } from '../graph/declaring.ts';
import { itemQueries, distinctIds } from '../items/item-queries.ts';
import { statementKey } from '../items/statement-key.ts';
import type { Author, ItemRow, ReadRow } from '../kit/item-rows.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { isOrWasProposed, proposalHistoryOf, restoreProposal } from './proposal-histories.ts';
import { revisionColumns, revisionOf } from './revisions.ts';
import { requireNotForgotten } from '../items/marks.ts';
import { successionsOf } from './successions.ts';
import { announceEvent } from '../kit/announce.ts';
import { storeItem } from '../kit/store-items.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

interface OfQuery {
  readonly scope: ScopeFields;
  readonly ids: readonly ItemId[];
}

async function historiesOf(tx: ReadTransaction, { scope, ids }: OfQuery): Promise<MemoryHistory[]> {
  const { visibleItems } = itemQueries(tx.dialect);
  const wanted = distinctIds(tx.dialect, ids);
  const seen = await tx.all(visibleItems, { ...fieldsOf(scope), kind: 'memory', ids: wanted });
  const visible = new Map<string, ReadRow>(seen.map((row) => [row.id, row]));
  const histories: MemoryHistory[] = [];
  for (const id of ids) if (visible.has(id)) histories.push(await historyOf(tx, scope, visible.get(id)!));
  return histories;
}

async function historyOf(tx: ReadTransaction, scope: ScopeFields, memory: ReadRow): Promise<MemoryHistory> {
  const id = memory.id as ItemId;
  const { orgId } = scope;
  const { queries } = tx.dialect;
  const ofMemory = { orgId, id };
  const revisions = await tx.all(
    queries
      .selectFrom('revision')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('item_id', '=', id)
      .orderBy('version', 'desc')
      .limit(limits.historyRevisions.max),
  );
  const given = await tx.all(
    queries
      .selectFrom('feedback')
      .select(['principal_id', 'day', 'kind'])
      .where('org_id', '=', orgId)
      .where('memory_id', '=', id)
      .orderBy('day', 'desc')
      .orderBy('principal_id')
      .limit(limits.historyFeedback.max),
  );
  const supersedes = await predecessorsOf(tx, scope, id);
  const proposal = await proposalHistoryOf(tx, { scope, memory });
  const declared = await tx.all(declaredQueries(tx.dialect).ofItem, ofMemory);
  return {
    id: id as MemoryId,
    revisions: revisions.map(revisionOf).reverse(),
    supersedes,
    feedback: given.map(({ principal_id, day, kind }) => ({ by: principal_id as PrincipalId, day, kind })),
    ...declarationsOf(declared.map(declarationOf)),
    ...(proposal && { proposal }),
  };
}

/** Finds the predecessors of a memory, as far as the scope sees them. */
async function predecessorsOf(tx: ReadTransaction, scope: ScopeFields, id: ItemId): Promise<MemoryId[]> {
  const [succession] = await successionsOf(tx, { scope, ids: [id] });
  return (succession?.supersedes ?? []).slice(0, limits.limit.max) as MemoryId[];
}

interface RestoreCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly id: ItemId;
  readonly history: RestoreHistoryRequest;
  readonly overwrite?: Overwrite | undefined;
}

/**
 * Restores the history that a memory had in another store: version, state, proposal, revisions, feedback, and
 * the predecessors that the scope sees. The memory must have version 1. Returns false if the memory has a history or a
 * proposal already, undefined if the memory does not exist.
 */
async function restoreHistory(tx: Transaction, command: RestoreCommand): Promise<boolean | undefined> {
  const { scope, author, id, history, overwrite } = command;
  const { visibleItem } = itemQueries(tx.dialect);
  const row = await tx.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id });
  if (!row) return undefined;
  if (await hasHistory(tx, row, history)) return false;
  const formerTexts = history.revisions.map(({ title, content }) => ({ ...row, title, content, external_id: null }));
  await requireNotForgotten(tx, { rows: formerTexts, author, overwrite });
  const { version, state, activeFrom, activeTo, proposal } = history;
  const isActive = state === 'active';
  const columns = {
    ...{ version, state, active_from: activeFrom, active_to: hasEnded(state) ? (activeTo ?? tx.now) : null },
    ...(state === 'proposed' && { visibility: 'private' as const }),
    merge_key: isActive ? row.merge_key : null,
  };
  const { queries } = tx.dialect;
  const changed = await tx.run(
    queries.updateTable('item').set(columns).where('seq', '=', row.seq).where('version', '=', 1),
  );
  if (changed === 0) return false;
  await storeRevisionsAndFeedback(tx, command);
  const memory = { ...row, ...columns } as ItemRow;
  if (proposal) await restoreProposal(tx, { scope, author, memory, proposal });
  if (version > 1 || !isActive) await storeItem(tx, memory, { text: 'same' });
  const act = { author, action: 'restore', kind: 'memory', id, version } as const;
  await tx.run(auditInsertQuery(tx.dialect, { ...act, now: tx.now }));
  return true;
}

/** Tells whether a memory was changed here, or has a proposal and the history to be restored has one, too. */
const hasHistory = async (tx: Transaction, row: ReadRow, { proposal }: RestoreHistoryRequest): Promise<boolean> =>
  row.version !== 1 || row.state !== 'active' || (proposal !== undefined && (await isOrWasProposed(tx, row)));

const hasEnded = (state: RestoreHistoryRequest['state']): boolean => state === 'archived' || state === 'superseded';

const DAY_MS = 86_400_000;

const keepQueries = ofDialect((dialect) => {
  const unlessThere = sql`on conflict do nothing`;
  const feedback = {
    ...{ org_id: 'uuid', memory_id: 'uuid', principal_id: 'uuid', day: 'int', kind: 'text', at: 'bigint' },
  } as const satisfies GivenColumns;
  return {
    revisions: givenRowsInserter(dialect, 'revision', revisionColumns, unlessThere),
    feedback: givenRowsInserter(dialect, 'feedback', feedback, unlessThere),
  };
});

async function storeRevisionsAndFeedback(tx: Transaction, { scope, id, history }: RestoreCommand): Promise<void> {
  const { revisions, feedback } = keepQueries(tx.dialect);
  const org_id = scope.orgId;
  const former = history.revisions.map(({ version, changedBy, changedAt, reason, ...said }) => {
    const when = { version, principal_id: changedBy, at: changedAt, reason };
    return { org_id, item_id: id, ...when, statement: statementKey(said), former: JSON.stringify(said) };
  });
  await revisions(tx, former);
  const given = history.feedback.map(({ by, day, kind }) => ({
    ...{ org_id, memory_id: id, principal_id: by, day, kind, at: day * DAY_MS },
  }));
  await feedback(tx, given);
  if (history.feedback.length > 0)
    await announceEvent(tx, { event: 'memory.feedback', orgId: org_id, body: { memoryId: id } });
  for (const oldId of history.supersedes) await keepSuccession(tx, scope, { newId: id, oldId: oldId as ItemId });
}

/**
 * Links a superseded memory to its successor, unless a reader of the old memory cannot read the successor: the link hides
 * the old memory from its readers.
 */
async function keepSuccession(
  tx: Transaction,
  scope: ScopeFields,
  { newId, oldId }: { readonly newId: ItemId; readonly oldId: ItemId },
): Promise<void> {
  const { visibleItem } = itemQueries(tx.dialect);
  const [old, own] = await Promise.all(
    [oldId, newId].map((id) => tx.get(visibleItem, { ...fieldsOf(scope), kind: 'memory', id })),
  );
  if (old?.state !== 'superseded' || oldId === newId) return;
  if (!own || !isReadByReadersOf(own, old)) return;
  const link = { org_id: scope.orgId, old_id: oldId, new_id: newId, at: old.active_to ?? tx.now };
  await tx.run(
    tx.dialect.queries
      .insertInto('succession')
      .values(link)
      .onConflict((clash) => clash.doNothing()),
  );
}

/** Histories of memories. An export contains them in addition to the memories, and an import restores them. */
export const histories = feature('histories', {
  tables: [],
  reads: { of: historiesOf },
  writes: { restore: restoreHistory },
});
export type Histories = CallsOf<typeof histories>;
