import type { KnowledgeBaseId, PrincipalId, TeamId } from '@cairn/contracts';
import { isMalformedChannel, maySpeakFor, peerChannelKind, sharedChannelOf } from './channels.ts';
import type { Principal } from './principal.ts';

/** Fields of a knowledge base that decide who may read it. */
export interface BaseAccess {
  readonly isActive: boolean;
  /** Channel of the base; null: none. */
  readonly scope: string | null;
  readonly peerScopePolicy: 'strict' | 'permissive';
  /** Principals on the access list; an empty list admits everyone. */
  readonly agentIds: readonly PrincipalId[];
}

/**
 * Tells whether a call reaches a knowledge base; only such a call reads its chunks. A call without a channel reaches bases
 * without a scope. A call for a malformed channel reaches no base. A call for a peer channel reaches the bases of that
 * channel and, if they are permissive, those of the shared room and those without a scope. A call for a channel that is
 * closed to the caller reaches no base. Every call checks this, so that a changed policy takes effect at once.
 */
export function mayReachBase(principal: Principal, access: BaseAccess, channel?: string | null): boolean {
  const { isActive, agentIds, scope, peerScopePolicy } = access;
  if (!isActive) return false;
  if (agentIds.length > 0 && !agentIds.includes(principal.principalId)) return false;
  if ([scope, channel].some((place) => place && principal.closedChannels?.includes(place))) return false;
  if (channel === undefined || channel === null) return scope === null;
  if (isMalformedChannel(channel, principal.peerPrefixes)) return false;
  if (peerChannelKind(channel, principal.peerPrefixes) !== 'peer') return scope === null || scope === channel;
  if (!maySpeakFor(principal, channel)) return false;
  const isShared = scope === null || scope === sharedChannelOf(channel);
  return scope === channel || (isShared && peerScopePolicy === 'permissive');
}

/**
 * Makes the principal that reads a base which its call reaches. Items of a base belong to a team whose id is that of the
 * base; the principal becomes a member for this call.
 */
export function asBaseMember(principal: Principal, id: KnowledgeBaseId): Principal {
  const own = { teamId: id as string as TeamId, name: id };
  return { ...principal, teams: [...(principal.teams ?? []), own] };
}
