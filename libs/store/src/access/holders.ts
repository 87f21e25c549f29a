import type { KeyId, OrgId, PrincipalId, PrincipalKind, Role, OrganisationSettings } from '@cairn/contracts';
import type { Principal, TeamOfPrincipal } from '@cairn/domain';
import { closedChannelNames } from './closed-channels.ts';
import { quotasOf } from '../items/item-limits.ts';
import { openBasesFor } from '../knowledge/knowledge-bases.ts';
import { agentsOf } from './owners.ts';
import { teamsOfPrincipal } from './teams.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

/** Columns that describe the principal of a key or of a sign-in. */
export interface HolderRow {
  readonly keyId: string;
  readonly orgId: string;
  readonly principalId: string;
  readonly name: string;
  readonly kind: PrincipalKind;
  readonly role: Role;
  readonly ownerId: string | null;
  readonly peers: string;
  readonly prefixes: string;
  readonly masking: OrganisationSettings['masking'];
  readonly recallLimit: number | null;
  readonly callsPerMinute: number | null;
}

function principalOf(row: HolderRow): Principal {
  const { keyId, orgId, principalId, name, kind, role, ownerId } = row;
  const ids = { keyId: keyId as KeyId, orgId: orgId as OrgId, principalId: principalId as PrincipalId };
  const told = {
    ...(ownerId !== null && { ownerId: ownerId as PrincipalId }),
    ...(row.masking === 'off' && { masking: row.masking }),
    ...(row.recallLimit !== null && { recallLimit: row.recallLimit }),
    ...(row.callsPerMinute !== null && { callsPerMinute: row.callsPerMinute }),
  };
  return { ...ids, name, kind, role, peers: JSON.parse(row.peers), peerPrefixes: JSON.parse(row.prefixes), ...told };
}

/** A valid key or sign-in, with its expiry time and its last recorded use. */
export interface FoundKey {
  readonly principal: Principal;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/**
 * Builds the principal from its row, and adds its current teams, the permissive knowledge bases that it may read and the
 * channels that are closed to it.
 */
export async function holderOf(tx: ReadTransaction, row: HolderRow): Promise<Principal> {
  const principal = principalOf(row);
  const teams = await tx.all(teamsOfPrincipal(tx.dialect)(principal.orgId, principal.principalId));
  const openBases = await openBasesFor(tx, principal);
  const closedChannels = await closedChannelNames(tx, principal, teams);
  const quotas = await quotasOf(tx, principal.orgId);
  const agents = await agentsOf(tx, principal.orgId, principal.principalId);
  return {
    ...principal,
    ...(agents.length > 0 && { agents: agents.map(({ id }) => id as PrincipalId) }),
    ...(teams.length > 0 && { teams: teams as TeamOfPrincipal[] }),
    ...(openBases.length > 0 && { openBases }),
    ...(closedChannels.length > 0 && { closedChannels }),
    ...(quotas.length > 0 && { quotas }),
  };
}
