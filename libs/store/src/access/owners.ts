import { CairnError, type OrgId, type PrincipalId, type PrincipalKind } from '@cairn/contracts';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { presentPrincipal } from './present-principals.ts';

const ownerQueries = ofDialect(({ queries }) => ({
  principal: (orgId: OrgId, id: string) => presentPrincipal({ queries }, orgId, id).select(['id', 'kind', 'owner_id']),
  agents: (orgId: OrgId, ownerId: string) =>
    queries
      .selectFrom('principal')
      .select(['id', 'role', 'peers', 'left_at'])
      .where('org_id', '=', orgId)
      .where('owner_id', '=', ownerId)
      .orderBy('id'),
  give: (orgId: OrgId, from: string, to: string | null) =>
    queries.updateTable('principal').set({ owner_id: to }).where('org_id', '=', orgId).where('owner_id', '=', from),
}));

/** Lists the agents that a person owns. Includes agents that have left, since their private items are still stored. */
export const agentsOf = (tx: ReadTransaction, orgId: OrgId, ownerId: string) =>
  tx.all(ownerQueries(tx.dialect).agents(orgId, ownerId));

/** Gives all agents of one person to another. */
export const giveAgents = async (tx: Transaction, orgId: OrgId, { from, to }: { from: string; to: string | null }) =>
  tx.run(ownerQueries(tx.dialect).give(orgId, from, to));

interface NewAgent {
  readonly orgId: OrgId;
  readonly kind: PrincipalKind;
  /** The owner that the caller names. */
  readonly ownerId?: PrincipalId | undefined;
  readonly author?: Author | undefined;
}

/**
 * Finds the owner of a new principal: the owner that the caller names, otherwise the person behind the author. Returns
 * null for a person, and for an agent without an author.
 */
export async function ownerOfNew(
  tx: ReadTransaction,
  { orgId, kind, ownerId, author }: NewAgent,
): Promise<string | null> {
  if (ownerId !== undefined) return requireOwner(tx, { orgId, kind, ownerId });
  if (kind === 'person' || author === undefined) return null;
  return personBehind(tx, orgId, author.principalId);
}

/**
 * Finds the person behind a principal: for an agent its owner, for a person the person. Returns null for an unknown
 * principal, and for an agent without an owner.
 */
export async function personBehind(tx: ReadTransaction, orgId: OrgId, id: string): Promise<string | null> {
  const row = await tx.get(ownerQueries(tx.dialect).principal(orgId, id));
  if (!row) return null;
  return row.kind === 'person' ? row.id : row.owner_id;
}

/** Refuses an owner who is no person of the organisation, and an owner of a person. */
export async function requireOwner(
  tx: ReadTransaction,
  { orgId, kind, ownerId }: Pick<NewAgent, 'orgId' | 'kind'> & { readonly ownerId: PrincipalId },
): Promise<string> {
  if (kind === 'person') throw wrongOwner(ownerId, 'goes with agents only: a person has no owner', 'no ownerId');
  const owner = await tx.get(ownerQueries(tx.dialect).principal(orgId, ownerId));
  if (!owner) throw new CairnError('principal/unknown', `no person ${ownerId} is here`);
  if (owner.kind !== 'person') throw wrongOwner(ownerId, 'is an agent', 'the id of a person');
  return owner.id;
}

function wrongOwner(value: PrincipalId, message: string, allowed: string): CairnError {
  return new CairnError('request/invalid', `ownerId ${message}`, {
    issues: [{ field: 'ownerId', message, value, allowed }],
  });
}
