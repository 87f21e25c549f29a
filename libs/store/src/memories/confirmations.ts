import { CairnError, type Confirmation, type ItemId, type OrgId } from '@cairn/contracts';
import { mayChange } from '@cairn/domain';
import { itemQueries } from '../items/item-queries.ts';
import { announceEvent } from '../kit/announce.ts';
import { auditActs } from '../kit/audit.ts';
import { fieldsOf } from '../kit/conditions.ts';
import type { Author, ItemRow } from '../kit/item-rows.ts';
import type { Transaction } from '../kit/transaction.ts';
import type { Review } from './proposal-reading.ts';

interface ConfirmCommand extends Review {
  readonly id: ItemId;
}

/**
 * Stores that a person confirmed an active memory, without making a new version. Returns undefined if the scope sees no
 * such memory. Throws `auth/forbidden` for an agent, and names the state of a memory that is not active.
 */
export async function confirmMemory(tx: Transaction, command: ConfirmCommand): Promise<Confirmation | undefined> {
  const memory = await findConfirmable(tx, command);
  if (memory && memory.confirmed_by !== command.reviewer.principalId) await confirm(tx, command, memory);
  return memory && findConfirmation(tx, command);
}

/**
 * Takes the confirmation of an active memory back. Allows it to the person who confirmed the memory and to those who may
 * change the memory; throws `auth/forbidden` otherwise.
 */
export async function unconfirmMemory(tx: Transaction, command: ConfirmCommand): Promise<Confirmation | undefined> {
  const memory = await findConfirmable(tx, command);
  if (!memory) return undefined;
  const { reviewer, id } = command;
  if (memory.confirmed_by !== null) {
    if (memory.confirmed_by !== reviewer.principalId && !mayChange(reviewer, memory.principal_id))
      throw new CairnError('auth/forbidden', 'Another person confirmed this memory, and you may not change it.');
    const none = { confirmed_by: null, confirmed_at: null };
    await tx.run(tx.dialect.queries.updateTable('item').set(none).where('seq', '=', memory.seq));
    await auditActs(tx, { author: reviewer, action: 'change', kind: 'memory', id, version: memory.version });
  }
  return findConfirmation(tx, command);
}

const findMemory = (tx: Transaction, { scope, id }: ConfirmCommand) =>
  tx.get(itemQueries(tx.dialect).visibleItem, { ...fieldsOf(scope), kind: 'memory', id });

async function findConfirmable(tx: Transaction, command: ConfirmCommand): Promise<ItemRow | undefined> {
  requirePerson(command.reviewer);
  const memory = await findMemory(tx, command);
  if (memory?.state === 'proposed')
    throw new CairnError('proposal/waiting', 'The memory is a proposal. Keep or reject it first: cairn review.');
  if (memory && memory.state !== 'active')
    throw new CairnError('request/invalid', `The memory is ${memory.state}, so that nobody confirms it.`, {
      issues: [{ field: 'id', message: `is ${memory.state}`, value: command.id, allowed: 'an active memory' }],
    });
  return memory;
}

/** Refuses an agent, since only a person confirms. */
export function requirePerson({ kind }: Pick<Review['reviewer'], 'kind'>): void {
  if (kind === 'person') return;
  throw new CairnError('auth/forbidden', 'Only a person confirms a memory; this key belongs to an agent.');
}

async function findConfirmation(tx: Transaction, command: ConfirmCommand): Promise<Confirmation> {
  const memory = await findMemory(tx, command);
  const at = memory?.confirmed_at ?? null;
  return {
    memoryId: command.id as Confirmation['memoryId'],
    confirmedBy: (memory?.confirmed_by ?? null) as Confirmation['confirmedBy'],
    confirmedAt: at === null ? null : Number(at),
  };
}

/** Returns the columns that store a confirmation by a person; none for an agent, who cannot confirm. */
export const confirmationBy = ({ kind, principalId }: Pick<Review['reviewer'], 'kind' | 'principalId'>, now: number) =>
  kind === 'person' ? { confirmed_by: principalId, confirmed_at: now } : {};

/** Stores that a person confirmed an active memory, without making a new version. Does nothing for an agent. */
export async function confirm(
  tx: Transaction,
  { reviewer }: { readonly reviewer: Author & Pick<Review['reviewer'], 'kind'> },
  { seq, id, version }: Pick<ItemRow, 'seq' | 'id' | 'version'>,
): Promise<void> {
  if (reviewer.kind !== 'person') return;
  const confirmed = confirmationBy(reviewer, tx.now);
  await tx.run(tx.dialect.queries.updateTable('item').set(confirmed).where('seq', '=', seq));
  await auditActs(tx, { author: reviewer, action: 'change', kind: 'memory', id, version });
  await announceConfirmed(tx, { org_id: reviewer.orgId, id });
}

export const announceConfirmed = (tx: Transaction, { org_id, id }: Pick<ItemRow, 'org_id' | 'id'>): Promise<void> =>
  announceEvent(tx, { event: 'memory.confirmed', orgId: org_id as OrgId, body: { memoryId: id } });
