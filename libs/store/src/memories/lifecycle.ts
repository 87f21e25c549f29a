import { CairnError, type ItemId, type Visibility } from '@cairn/contracts';
import { isImportedUnread, requireMayChange } from '@cairn/domain';
import type { Derived, NewItem } from '@cairn/ports';
import { sql } from 'kysely';
import { declaredQueries, declaredRowsOf } from '../graph/declaring.ts';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { foundItemOf, itemQueries } from '../items/item-queries.ts';
import { requireNotForgotten, sourceLocksOf } from '../items/marks.ts';
import { fieldsOf } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { rowOf, type ItemRow } from '../kit/item-rows.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { formerStatements } from './former-statements.ts';
import { prepared } from '../kit/prepared.ts';
import type { Lock, ReadTransaction, Transaction } from '../kit/transaction.ts';
import type { MemoryAct, MemoryFields, ActOutcome } from './acts.ts';
import { confirmationBy } from './confirmations.ts';
import { setStrength } from './feedback.ts';
import { inheritForgottenSources } from './forgotten-sources.ts';
import { activeToOf, changesFeatures, obstacleTo, requireSuccessor, requireWider, textOf } from './lifecycle.rules.ts';
import { columnsOf, type Columns } from './memory-columns.ts';
import { freeMergeKey, requireFree, requireOwnExternalId } from './memory-keys.ts';
import { alreadyDecided } from './proposals.rules.ts';
import { formerTextsAt, revision, listRevisions } from './revisions.ts';
import {
  isSuccessor,
  endSuccession,
  keepSuccession,
  standingSuccessor,
  succession,
  successionsOf,
  successorOf,
} from './successions.ts';
import { writeOver } from './write-over.ts';
import { insertItems } from '../kit/store-items.ts';
import { auditActs } from '../kit/audit.ts';

const queriesOf = ofDialect((dialect) => ({
  proposed: prepared<{ orgId: string; id: string }>()((place) =>
    dialect.queries
      .selectFrom('proposal')
      .select('status')
      .where('org_id', '=', place('orgId'))
      .where('memory_id', '=', place('id')),
  ),
  /**
   * Locks the rows, so that no other transaction changes or forgets them. The order is fixed, so that two transactions do
   * not deadlock.
   */
  lockedRows: prepared<{ orgId: string; ids: List }>()((place) => {
    const rows = dialect.queries
      .selectFrom('item')
      .select('seq')
      .where(dialect.checked('org_id'), '=', place('orgId'))
      .where(dialect.isAmong(sql.ref('id'), place('ids')))
      .orderBy('seq');
    return dialect.name === 'postgres' ? rows.forUpdate() : rows;
  }),
}));

/** A row joined with its index state. */
type FoundRow = Parameters<typeof foundItemOf>[0];

/** Reads the memory that an act concerns; returns the outcome instead if something prevents the act. */
async function findActedMemory(tx: Transaction, act: MemoryAct): Promise<FoundRow | ActOutcome> {
  const { visibleItem } = itemQueries(tx.dialect);
  const row = await tx.get(visibleItem, { ...fieldsOf(act.scope), kind: 'memory', id: act.id });
  if (!row) return { outcome: 'unknown' };
  requireMayChange(act.author, [row.principal_id], 'change a memory');
  await requireNoProposal(tx, row);
  const successor = row.state === 'superseded' ? await standingSuccessor(tx, act.scope, act.id) : undefined;
  return obstacleTo(row, { ifVersion: act.ifVersion, successor }) ?? row;
}

/**
 * Refuses to change a memory that is a waiting proposal, or a proposal that a review did not keep: a review decides on
 * both.
 */
async function requireNoProposal(tx: ReadTransaction, { state, org_id: orgId, id }: FoundRow): Promise<void> {
  if (state === 'proposed')
    throw new CairnError('proposal/waiting', 'The memory is a proposal. Keep or reject it first: cairn review.');
  if (state !== 'archived') return;
  const found = await tx.get(queriesOf(tx.dialect).proposed, { orgId, id });
  if (found && found.status !== 'kept') throw alreadyDecided(found.status);
}

interface ChangeCommand extends MemoryAct {
  readonly fields: MemoryFields;
  readonly derived: Derived;
}

/** Sets fields of a memory. `derived` are the values derived from its new text. */
async function changeMemory(tx: Transaction, { fields, derived, ...act }: ChangeCommand): Promise<ActOutcome> {
  const row = await findActedMemory(tx, act);
  if ('outcome' in row) return row;
  const { strength, ...said } = fields;
  const outcome = hasAnyField(said)
    ? await rewriteMemory(tx, { ...act, fields: said, derived }, row)
    : await keepUnchanged(tx, { ...act, as: 'change' }, row);
  if (strength !== undefined && outcome.outcome === 'done')
    await setStrength(tx, { orgId: act.author.orgId, memoryId: act.id }, strength);
  return outcome;
}

const hasAnyField = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

interface UnchangingAct extends MemoryAct {
  readonly as: 'change' | 'restore' | 'archive';
}

async function keepUnchanged(tx: Transaction, { author, id, as }: UnchangingAct, row: FoundRow): Promise<ActOutcome> {
  const { version, state } = row;
  await auditActs(tx, { author, action: as, kind: 'memory', id, version });
  return { outcome: 'done', version, state, index: foundItemOf(row).index };
}

async function rewriteMemory(
  tx: Transaction,
  { fields, derived, ...act }: ChangeCommand,
  row: ItemRow,
): Promise<ActOutcome> {
  const isActive = row.state === 'active';
  const changed = columnsOf(fields);
  const isOther = textOf({ ...row, ...changed }) !== textOf(row);
  const columns = {
    ...changed,
    merge_key: isActive ? await freeMergeKey(tx, row, derived.mergeKey) : null,
    ...confirmationAfter(row, changed, { author: act.author, now: tx.now }),
    ...(isOther && row.statement !== null && { statement: derived.statement ?? null }),
  };
  const fresh = { ...row, ...columns };
  if (isOther) await requireNotForgotten(tx, { rows: [{ ...fresh, external_id: null }], ...act });
  if (isActive) await requireFree(tx, fresh, row.id);
  return writeOver(tx, act, { row, columns, as: 'change', features: derived });
}

/**
 * Returns the columns of the confirmation that a change sets. A confirmation applies only to the text and the norms that
 * were confirmed, so that an agent's change of either ends it. A person who rewrites an imported text stands for it, but
 * not for norms of the import that nobody confirmed and that the change leaves alone, since a text does not show them.
 */
function confirmationAfter(
  row: ItemRow,
  changed: Columns,
  { author, now }: { readonly author: MemoryAct['author']; readonly now: number },
): Columns {
  const fresh = { ...row, ...changed };
  if (!changesFeatures(row, fresh)) return {};
  const isByPerson = author.kind === 'person';
  if (isByPerson && textOf(fresh) === textOf(row)) return {};
  const isRead = row.confirmed_by !== null || givenNorms.every((name) => row[name] === null || name in changed);
  return {
    ...{ confirmed_by: null, confirmed_at: null },
    ...(isRead &&
      isImportedUnread({ provenance: JSON.parse(row.provenance) as Record<string, string> }) &&
      confirmationBy(author, now)),
  };
}

/** The columns of norms that a writer gives beside the text. */
const givenNorms = ['action_triggers', 'forbids', 'instead'] as const;

interface StateCommand extends MemoryAct {
  readonly state: 'active' | 'archived';
  readonly mergeKey?: string | undefined;
}

/**
 * Archives a memory, or activates an archived one. `mergeKey` is the memory's merge key. Repeating the call changes
 * nothing.
 */
async function setState(tx: Transaction, { state, mergeKey, ...act }: StateCommand): Promise<ActOutcome> {
  const row = await findActedMemory(tx, act);
  if ('outcome' in row) return row;
  if (row.state === state) return keepUnchanged(tx, { ...act, as: state === 'active' ? 'restore' : 'archive' }, row);
  if (state === 'active') {
    await requireNotForgotten(tx, { rows: [row], ...act });
    await requireFree(tx, row, row.id);
  }
  const key = state === 'active' ? await freeMergeKey(tx, row, mergeKey) : null;
  const as = state === 'active' ? 'restore' : 'archive';
  const columns = { state, merge_key: key, active_to: activeToOf(row, state, tx.now) };
  const outcome = await writeOver(tx, act, { row, columns, as });
  if (outcome.outcome === 'done' && row.state === 'superseded') await endSuccession(tx, row);
  return outcome;
}

interface ShareCommand extends MemoryAct {
  readonly visibility: Visibility;
  readonly mergeKey?: string | undefined;
}

/**
 * Gives a memory more readers: a private memory to a team or to everyone, a memory of a team to everyone. Throws
 * `request/invalid` for any other change, and `item/conflict` if the new readers already have another memory with the
 * same external id or merge key.
 */
async function shareMemory(tx: Transaction, { visibility, mergeKey, ...act }: ShareCommand): Promise<ActOutcome> {
  const row = await findActedMemory(tx, act);
  if ('outcome' in row) return row;
  requireWider(row.visibility, visibility);
  const shared = { ...row, visibility };
  for (const lock of readerLocksOf([shared])) await tx.lock(lock);
  await requireReaders(tx, [shared]);
  await requireNotForgotten(tx, { rows: [shared], ...act });
  await requireOwnExternalId(tx, shared);
  if (row.state === 'active') await requireFree(tx, shared, row.id);
  const key = row.state === 'active' ? await freeMergeKey(tx, shared, mergeKey) : null;
  return writeOver(tx, act, { row, columns: { visibility, merge_key: key }, as: 'change' });
}

interface SupersedeCommand extends MemoryAct {
  readonly successor: NewItem & { readonly kind: 'memory' };
}

/**
 * Stores a new memory as the successor of an old one, which becomes superseded. The successor gets the readers of the old
 * memory. Returns the outcome for the old memory.
 */
async function supersedeMemory(tx: Transaction, { successor, ...act }: SupersedeCommand): Promise<ActOutcome> {
  const row = await findActedMemory(tx, act);
  if ('outcome' in row) return row;
  await requireFree(tx, rowOf(successor, act.author, tx.now, null), row.id);
  const outcome = await replaceMemory(tx, act, { row, by: successor.id });
  if (outcome.outcome !== 'done') return outcome;
  await insertSuccessor(tx, act, successor);
  await inheritForgottenSources(tx, row, successor);
  return outcome;
}

/** Marks a memory as superseded and links it to its successor. */
async function replaceMemory(
  tx: Transaction,
  act: MemoryAct,
  { row, by }: { readonly row: ItemRow; readonly by: ItemId },
): Promise<ActOutcome> {
  const active_to = activeToOf(row, 'superseded', tx.now);
  const columns = { state: 'superseded', merge_key: null, active_to } as const;
  const outcome = await writeOver(tx, act, { row, columns, as: 'supersede' });
  if (outcome.outcome === 'done')
    await keepSuccession(tx, { org_id: row.org_id, old_id: row.id, new_id: by, at: tx.now });
  return outcome;
}

async function insertSuccessor(
  tx: Transaction,
  { author, overwrite }: MemoryAct,
  successor: SupersedeCommand['successor'],
): Promise<void> {
  const row = { ...rowOf(successor, author, tx.now, null), active_from: tx.now };
  // These locks delay a concurrent forgetting of the source, which would otherwise miss the new successor.
  for (const lock of sourceLocksOf(author.orgId, [row.source])) await tx.lock(lock);
  await requireNotForgotten(tx, { rows: [row], author, overwrite });
  const written = await insertItems(tx, [{ row, features: successor.derived }], author);
  if (written.size === 0)
    throw new CairnError(
      'item/conflict',
      'Another active memory has the same text and readers. Supersede that one, or change the text.',
    );
  const declared = declaredRowsOf(successor, row.org_id, successor.id);
  if (declared.length > 0) await tx.all(declaredQueries(tx.dialect).insert, { rows: JSON.stringify(declared) });
}

interface SupersedeByCommand extends MemoryAct {
  readonly successor: ItemId;
}

/** Makes commands on successors run one after another: two concurrent commands together could link memories in a circle. */
const successionLocks = ({ author }: SupersedeByCommand): Lock[] => [
  { what: 'organisation', orgId: author.orgId, key: 'successions' },
];

/**
 * Makes a stored memory the successor of another memory, the old one, which becomes superseded. Either memory may be
 * archived before. Throws `item/unknown` if the scope does not see the successor; `request/invalid` if a reader of the
 * old memory cannot read the successor, or if the old memory is itself a direct or indirect successor of the new one.
 * Repeating the call changes nothing. Returns the outcome for the old memory.
 */
async function supersedeBy(tx: Transaction, { successor, ...act }: SupersedeByCommand): Promise<ActOutcome> {
  const { orgId } = act.author;
  await tx.all(queriesOf(tx.dialect).lockedRows, { orgId, ids: tx.dialect.listOf([act.id, successor]) });
  const row = await findActedMemory(tx, act);
  if ('outcome' in row && row.outcome !== 'superseded') return row;
  const { visibleItem } = itemQueries(tx.dialect);
  const next = await tx.get(visibleItem, { ...fieldsOf(act.scope), kind: 'memory', id: successor });
  if (!next) throw new CairnError('item/unknown', `no memory ${successor}`);
  await requireNoProposal(tx, next);
  if ((await successorOf(tx, { org_id: orgId, id: act.id })) === successor) return supersededOutcome(tx, act);
  if ('outcome' in row) return row;
  const succession = { orgId: row.org_id, later: row.id as ItemId, earlier: next.id as ItemId };
  requireSuccessor(row, next, { isEarlier: await isSuccessor(tx, succession) });
  return replaceMemory(tx, act, { row, by: successor });
}

/** Returns the outcome for a memory that already has the wanted successor. */
async function supersededOutcome(tx: Transaction, { scope, id }: MemoryAct): Promise<ActOutcome> {
  const row = await tx.get(itemQueries(tx.dialect).visibleItem, { ...fieldsOf(scope), kind: 'memory', id });
  if (!row) return { outcome: 'unknown' };
  const { version, state } = row;
  return { outcome: 'done', version, state, index: foundItemOf(row).index };
}

/**
 * Changes of a memory after it was written. Each change is one commit of the row, its revision, links, events and audit.
 * Writers may change their own memories, managers and admins all memories that their scope sees; other callers get
 * `auth/forbidden`. The content hash stays the hash of the text as first sent.
 */
export const lifecycle = feature('lifecycle', {
  tables: [revision, succession],
  reads: { revisions: listRevisions, textsAt: formerTextsAt, successions: successionsOf, former: formerStatements },
  writes: { change: changeMemory, setState, share: shareMemory, supersede: supersedeMemory, supersedeBy },
  locks: { supersedeBy: successionLocks },
});
export type Lifecycle = CallsOf<typeof lifecycle>;
