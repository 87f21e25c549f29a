import {
  CairnError,
  type Decision,
  type ItemId,
  type MemoryId,
  type ProposalAct,
  type ProposalStatus,
  type Visibility,
} from '@cairn/contracts';
import { mayChange } from '@cairn/domain';
import type { Derived, Overwrite } from '@cairn/ports';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { findExisting, sameKeyOf } from '../items/find-existing.ts';
import { itemQueries } from '../items/item-queries.ts';
import { requireNotForgotten } from '../items/marks.ts';
import { auditActs } from '../kit/audit.ts';
import { fieldsOf, isReadByReadersOf } from '../kit/conditions.ts';
import { itemColumns, type ItemRow } from '../kit/item-rows.ts';
import { storeItem } from '../kit/store-items.ts';
import type { Lock, Transaction } from '../kit/transaction.ts';
import { markNormsOutdated } from '../kit/text-features.ts';
import { announceConfirmed, confirm, confirmationBy } from './confirmations.ts';
import { columnsOf, type Columns } from './memory-columns.ts';
import type { MemoryFields } from './acts.ts';
import { setSources } from './evidence.ts';
import { currentFactsFor, factLocksOf, factOf, factTaken } from './facts.ts';
import { activeToOf, changesFeatures, textOf } from './lifecycle.rules.ts';
import { joinMessages } from './proposal-evidence.ts';
import { reviewedProposal, type Review, type SeenRow } from './proposal-reading.ts';
import { alreadyDecided, requirePerson } from './proposals.rules.ts';
import { liftRejections } from './rejections.ts';
import { endSuccession, keepSuccession, successorOf } from './successions.ts';
import { writeOver } from './write-over.ts';

export interface DecideCommand extends Review {
  readonly id: ItemId;
  readonly act: ProposalAct;
  /** The fields that a correction sets. */
  readonly fields?: MemoryFields | undefined;
  /** Values derived from the text, the readers and the owner that the memory has once it is kept. */
  readonly derived?: Derived | undefined;
  /** Readers of the memory once it is kept. */
  readonly visibility?: Visibility | undefined;
  /** The memory that a merge adds the evidence to. */
  readonly into?: ItemId | undefined;
  readonly reason?: string | undefined;
  readonly overwrite?: Overwrite | undefined;
}

/** The data needed to take a decision back. */
interface Undo {
  /** The version of the memory after the decision. A decision is not taken back once the memory has another version. */
  readonly version: number;
  /** The former values of the columns that the decision changed. */
  readonly columns: Columns;
  /** The memory that the decision superseded. */
  readonly replaced?: ItemId | undefined;
  /** The memory that got the evidence, the sources added to it, and its former confirmation. */
  readonly into?: {
    readonly id: ItemId;
    readonly added: readonly string[];
    readonly confirmed_by: string | null;
    readonly confirmed_at: number | null;
  };
}

/** Decisions of an organisation run one after another, since each may supersede or confirm another memory. */
export const decideLocks = ({ scope: { orgId } }: DecideCommand): Lock[] => [
  { what: 'organisation', orgId, key: 'successions' },
];

/**
 * Decides on a proposal, or takes the last decision back. Returns undefined if the caller neither owns nor reviews such a
 * proposal. Throws `proposal/decided` if the proposal is decided already or, for `undo`, if it is not decided.
 */
export async function decide(tx: Transaction, command: DecideCommand): Promise<Decision | undefined> {
  const row = await reviewedProposal(tx, command, command.id);
  if (!row) return undefined;
  if ((row.status === 'waiting') === (command.act === 'undo')) throw alreadyDecided(row.status);
  switch (command.act) {
    case 'undo':
      return undo(tx, command, row);
    case 'reject':
      return reject(tx, command, row);
    case 'merge':
      return merge(tx, command, row);
    case 'keep':
    case 'correct':
    case 'mine':
      return keep(tx, command, row);
  }
}

async function keep(tx: Transaction, command: DecideCommand, row: SeenRow): Promise<Decision> {
  const { fields = {}, derived, overwrite, reviewer } = command;
  const visibility = command.act === 'mine' ? 'private' : (command.visibility ?? row.readers);
  const changed = columnsOf(fields);
  const fresh: ItemRow = { ...row, ...changed, visibility };
  requirePerson(reviewer, row.proposal_kind, fresh);
  await tx.lock(...readerLocksOf([fresh]), ...factLocksOf([fresh]));
  await requireReaders(tx, [fresh]);
  const author = { orgId: reviewer.orgId, principalId: row.principal_id as typeof reviewer.principalId };
  await requireNotForgotten(tx, { rows: [{ ...fresh, external_id: null }], author, overwrite });
  const said = { ...fresh, statement: derived?.statement ?? row.statement };
  await liftRejections(tx, { orgId: row.org_id, ownerId: row.principal_id, rows: [said] });
  const same = await sameActive(tx, command, fresh);
  if (same) return joinInto(tx, command, { row, into: same, status: 'confirmed' });
  const met = await supersede(tx, command, { row, fresh });
  const columns: Columns = {
    ...changed,
    ...{ state: 'active', visibility, active_to: null, ...confirmationBy(reviewer, tx.now) },
    merge_key: derived?.mergeKey ?? null,
    statement: said.statement,
    ...(met.replaced && { active_from: tx.now }),
  };
  const version = await writeDecided(tx, row, { columns, derived, as: 'restore', command });
  const { replaced } = met;
  if (reviewer.kind === 'person') await announceConfirmed(tx, row);
  await setStatus(tx, command, { status: 'kept', undo: { version, columns: formerOf(row, columns), replaced } });
  if (replaced) await keepSuccession(tx, { org_id: row.org_id, old_id: replaced, new_id: row.id, at: tx.now });
  return { ...decisionOf(row, 'kept'), state: 'active', version, visibility, ...met };
}

/** Finds the active memory that has the text and the readers that the proposal will have once it is kept. */
async function sameActive(
  tx: Transaction,
  { scope, derived }: DecideCommand,
  fresh: ItemRow,
): Promise<ItemRow | undefined> {
  const key = derived?.mergeKey;
  if (key === undefined) return undefined;
  const wanted = { ...fresh, merge_key: key, external_id: null };
  const found = (await findExisting(tx, scope, [wanted])).get(sameKeyOf(wanted)!);
  return found && lockedRow(tx, found.id);
}

const lockedRow = async (tx: Transaction, id: string): Promise<ItemRow | undefined> =>
  (await tx.get(
    tx.dialect.queries
      .selectFrom('item')
      .select(['seq', ...itemColumns])
      .where('id', '=', id)
      .modifyEnd(tx.dialect.forUpdate),
  )) as ItemRow | undefined;

/**
 * Supersedes the memory that a proposal contradicts: the memory that states the same fact, or the memory that the
 * proposal replaces. If some reader would lose the old memory, or the reviewer may not change it, a memory with the same
 * fact is an error; any other memory stays active and is returned as `contradicts`.
 */
async function supersede(
  tx: Transaction,
  command: DecideCommand,
  { row, fresh }: { readonly row: SeenRow; readonly fresh: ItemRow },
): Promise<{ replaced?: MemoryId; contradicts?: MemoryId }> {
  const { scope, reviewer } = command;
  const stated = (await currentFactsFor(tx, [fresh])).get(fresh.id);
  const id = stated ?? row.replaces;
  if (!id) return {};
  const values = { ...fieldsOf(scope), kind: 'memory' as const, id: id as ItemId };
  const old = await tx.get(itemQueries(tx.dialect).visibleItem, values);
  if (old?.state !== 'active') return {};
  const isAllowed = mayChange(reviewer, old.principal_id) && isReadByReadersOf(fresh, old);
  if (!isAllowed && stated) throw factTaken(factOf(fresh)!, stated);
  if (!isAllowed) return { contradicts: id as MemoryId };
  const columns = { state: 'superseded', merge_key: null, active_to: activeToOf(old, 'superseded', tx.now) } as const;
  await writeOver(
    tx,
    { id: old.id as ItemId, author: reviewer, reason: command.reason },
    { row: old, columns, as: 'supersede' },
  );
  return { replaced: id as MemoryId };
}

async function reject(tx: Transaction, command: DecideCommand, row: SeenRow): Promise<Decision> {
  const columns: Columns = { state: 'archived', active_to: tx.now };
  const version = await writeDecided(tx, row, { columns, as: 'archive', command });
  await setStatus(tx, command, { status: 'rejected', undo: { version, columns: formerOf(row, columns) } });
  return { ...decisionOf(row, 'rejected'), state: 'archived', version };
}

async function merge(tx: Transaction, command: DecideCommand, row: SeenRow): Promise<Decision> {
  const { scope, into } = command;
  const values = { ...fieldsOf(scope), kind: 'memory' as const, id: into as ItemId };
  const found = into === undefined ? undefined : await tx.get(itemQueries(tx.dialect).visibleItem, values);
  const target = found?.state === 'active' ? await lockedRow(tx, found.id) : undefined;
  if (!target) {
    const message = 'names no active memory that the caller sees';
    throw new CairnError('request/invalid', `into ${message}`, { issues: [{ field: 'into', message, value: into }] });
  }
  return joinInto(tx, command, { row, into: target, status: 'merged' });
}

/** Adds the evidence of a proposal to an active memory, which the reviewer confirms. The proposal is archived. */
async function joinInto(
  tx: Transaction,
  command: DecideCommand,
  { row, into, status }: { readonly row: SeenRow; readonly into: ItemRow; readonly status: ProposalStatus },
): Promise<Decision> {
  const added = await joinMessages(tx, into, await quotedMessages(tx, row));
  await confirm(tx, command, into);
  const columns: Columns = { state: 'archived', active_to: tx.now };
  const version = await writeDecided(tx, row, { columns, as: 'archive', command });
  const { confirmed_by, confirmed_at } = into;
  const target = { id: into.id as ItemId, added, confirmed_by, confirmed_at };
  await setStatus(tx, command, { status, undo: { version, columns: formerOf(row, columns), into: target } });
  return { ...decisionOf(row, status), state: 'archived', version, into: into.id as MemoryId };
}

async function quotedMessages(tx: Transaction, { org_id, id }: ItemRow): Promise<ItemRow[]> {
  const messages = tx.dialect.queries
    .selectFrom('proposal_quote')
    .innerJoin('item', (join) =>
      join.onRef('item.id', '=', 'proposal_quote.message_id').onRef('item.org_id', '=', 'proposal_quote.org_id'),
    )
    .select(['item.seq', ...itemColumns.map((column) => `item.${column}` as const)])
    .where('proposal_quote.org_id', '=', org_id)
    .where('proposal_quote.memory_id', '=', id)
    .where('item.state', '<>', 'deleted');
  return (await tx.all(messages)) as ItemRow[];
}

async function undo(tx: Transaction, command: DecideCommand, row: SeenRow): Promise<Decision> {
  const former = JSON.parse(row.undo ?? 'null') as Undo | null;
  if (!former) throw alreadyDecided(row.status);
  if (row.version !== former.version)
    throw new CairnError('item/stale-version', `The memory was changed since: it has version ${row.version} now.`);
  const version = await writeDecided(tx, row, { columns: former.columns, as: 'restore', command });
  const replaced = former.replaced && (await reinstate(tx, command, { row, id: former.replaced }));
  if (former.into) await withdrawEvidence(tx, former.into);
  await setStatus(tx, command, { status: 'waiting', undo: undefined });
  return {
    ...decisionOf(row, 'waiting'),
    ...{ state: 'proposed', version, visibility: 'private' },
    ...(replaced && { replaced: former.replaced as MemoryId }),
  };
}

/** Activates the memory that a proposal superseded. Returns false if that memory has another state or successor by now. */
async function reinstate(
  tx: Transaction,
  { reviewer, reason }: DecideCommand,
  { row, id }: { readonly row: ItemRow; readonly id: ItemId },
): Promise<boolean> {
  const old = await lockedRow(tx, id);
  if (old?.state !== 'superseded' || (await successorOf(tx, { org_id: row.org_id, id })) !== row.id) return false;
  await writeOver(
    tx,
    { id, author: reviewer, reason },
    { row: old, columns: { state: 'active', active_to: null }, as: 'restore' },
  );
  await endSuccession(tx, { org_id: row.org_id, id });
  return true;
}

/** Removes from a memory the sources that a merge added, and restores the former confirmation. */
async function withdrawEvidence(
  tx: Transaction,
  { id, added, ...confirmed }: NonNullable<Undo['into']>,
): Promise<void> {
  const target = await lockedRow(tx, id);
  if (!target || target.state === 'deleted') return;
  const sources = JSON.parse(target.source_ids ?? '[]') as string[];
  await setSources(tx, target, JSON.stringify(sources.filter((ref) => !added.includes(ref))));
  await tx.run(tx.dialect.queries.updateTable('item').set(confirmed).where('seq', '=', target.seq));
}

/** Reads the values that a row has now in the columns that a decision sets. */
const formerOf = (row: ItemRow, columns: Columns): Columns =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, row[name as keyof ItemRow]]));

interface DecidedColumns {
  readonly columns: Columns;
  readonly derived?: Derived | undefined;
  readonly as: 'archive' | 'restore';
  readonly command: DecideCommand;
}

/**
 * Writes columns of a proposed memory and returns its new version. Stores no revision: the history of a memory begins
 * when the memory is kept, so that it never shows text that a reviewer removed.
 */
async function writeDecided(
  tx: Transaction,
  row: ItemRow,
  { columns, derived, as, command }: DecidedColumns,
): Promise<number> {
  const version = row.version + 1;
  const fresh: ItemRow = { ...row, ...columns, version };
  const changed = await tx.run(
    tx.dialect.queries
      .updateTable('item')
      .set({ ...columns, version })
      .where('seq', '=', row.seq)
      .where('version', '=', row.version),
  );
  if (changed === 0)
    throw new CairnError('item/stale-version', 'Somebody else decided at the same time. Read it again.');
  const isNew = changesFeatures(row, fresh);
  const text = textOf(fresh) === textOf(row) ? 'same' : 'changed';
  await storeItem(tx, fresh, { text, features: isNew ? derived : undefined });
  if (isNew && !derived) await markNormsOutdated(tx, [row]);
  await auditActs(tx, { author: command.reviewer, action: as, kind: 'memory', id: row.id, version });
  return version;
}

/** Stores the status of a proposal after a decision. */
async function setStatus(
  tx: Transaction,
  { reviewer, id, reason }: DecideCommand,
  { status, undo }: { readonly status: ProposalStatus; readonly undo: Undo | undefined },
): Promise<void> {
  const decided = status !== 'waiting';
  await tx.run(
    tx.dialect.queries
      .updateTable('proposal')
      .set({
        status,
        decided_by: decided ? reviewer.principalId : null,
        decided_at: decided ? tx.now : null,
        reason: decided ? (reason ?? null) : null,
        undo: undo ? JSON.stringify(undo) : null,
      })
      .where('org_id', '=', reviewer.orgId)
      .where('memory_id', '=', id),
  );
  // Failpoint: decide/before-commit
}

const decisionOf = (row: SeenRow, status: ProposalStatus) => ({
  memoryId: row.id as MemoryId,
  status,
  visibility: row.visibility,
});
