import type { KnowledgeBaseId, PrincipalId, TeamId } from '@cairn/contracts';
import { malformedChannel, maySpeakFor, peerChannelKind, sharedChannelOf } from './channels.ts';
import type { Principal } from './principal.ts';

/** Fields of a knowledge base that decide access. */
export interface BaseAccess {
  readonly isActive: boolean;
  /** Channel of the base; null: none. */
  readonly scope: string | null;
  readonly peerScopePolicy: 'strict' | 'permissive';
  /** Principals on the access list; an empty list admits everyone. */
  readonly agentIds: readonly PrincipalId[];
}

/**
 * Tells whether a call reaches a knowledge base; only such calls read its chunks. A call without a channel reaches only bases without a
 * scope, one with a malformed channel none. A peer's call reaches that peer's bases and, if they are permissive, those of the shared
 * room and those without a scope. A channel that is closed to the caller gives access to no base. Each call checks this again, so that a
 * changed policy takes effect at once.
 */
export function mayReachBase(principal: Principal, access: BaseAccess, channel?: string | null): boolean {
  const { isActive, agentIds, scope, peerScopePolicy } = access;
  if (!isActive) return false;
  if (agentIds.length > 0 && !agentIds.includes(principal.principalId)) return false;
  if ([scope, channel].some((place) => place && principal.closedChannels?.includes(place))) return false;
  if (channel === undefined || channel === null) return scope === null;
  if (malformedChannel(channel, principal.peerPrefixes)) return false;
  if (peerChannelKind(channel, principal.peerPrefixes) !== 'peer') return scope === null || scope === channel;
  if (!maySpeakFor(principal, channel)) return false;
  const isShared = scope === null || scope === sharedChannelOf(channel);
  return scope === channel || (isShared && peerScopePolicy === 'permissive');
}

/**
 * Principal of a call for a knowledge base that it reaches. Items of a base belong to a team with the base's id, and only such
 * calls are in that team.
 */
export function withinBase(principal: Principal, id: KnowledgeBaseId): Principal {
  const own = { teamId: id as string as TeamId, name: id };
  return { ...principal, teams: [...(principal.teams ?? []), own] };
}
