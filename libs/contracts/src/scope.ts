import type { KeyId, OrgId, PrincipalId } from './ids.ts';
import type { Role, Visibility } from './vocabulary.ts';
import { roles } from './vocabulary.ts';

/** Who asks, as the credentials prove it. Nothing in it comes from a request body. */
export interface Principal {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  readonly keyId: KeyId;
  readonly name: string;
  readonly kind: 'person' | 'agent';
  readonly role: Role;
  /** Peer channels this key may speak for: exact names, or `*` for any. */
  readonly peers: readonly string[];
  /** Channel prefixes whose concrete channels belong to one peer: configuration of the organisation. */
  readonly peerPrefixes: readonly string[];
  /** `off` where the organisation stores keys and tokens in texts as they are; absent: they are masked. */
  readonly masking?: 'off' | undefined;
}

declare const proven: unique symbol;

/** What one read may see. Only `scopeOf` makes one, so no store can be asked without it. */
export interface Scope {
  readonly [proven]: true;
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  /** The one concrete peer channel that the call is made for, if the key may speak for it. */
  readonly peerChannel: string | null;
}

/** A concrete peer channel is `<peer-capable prefix>:<suffix>`; `<prefix>:main` is the peers' shared room. */
export function peerChannelKind(
  channel: string,
  peerPrefixes: readonly string[],
): 'ordinary' | 'peer' | 'shared' | 'malformed' {
  const colon = channel.indexOf(':');
  const prefix = colon < 0 ? channel : channel.slice(0, colon);
  if (!peerPrefixes.includes(prefix)) return 'ordinary';
  const suffix = colon < 0 ? '' : channel.slice(colon + 1);
  if (suffix.trim() === '') return 'malformed';
  return suffix === 'main' ? 'shared' : 'peer';
}

const maySpeakFor = (principal: Principal, channel: string) =>
  principal.peers.includes('*') || principal.peers.includes(channel);

/** The scope of one call. A missing or malformed channel, or one the key may not speak for, reaches nothing that is tied to a peer. */
export function scopeOf(principal: Principal, channel?: string | null): Scope {
  const isPeer = typeof channel === 'string' && peerChannelKind(channel, principal.peerPrefixes) === 'peer';
  const peerChannel = isPeer && maySpeakFor(principal, channel) ? channel : null;
  return { orgId: principal.orgId, principalId: principal.principalId, peerChannel } as Scope;
}

/** The visibility of a new item whose writer names none. */
export function defaultVisibility(principal: Principal, channel?: string | null): Visibility {
  if (!channel) return 'org';
  return peerChannelKind(channel, principal.peerPrefixes) === 'peer' ? 'peer' : 'channel';
}

/**
 * The one rule of who sees what; every store's filter is held against it.
 * `org`, `team` and `channel`: everyone of the organisation (a channel filters, it does not hide).
 * `private`: the writer. `peer`: a call made for that very channel.
 */
export function visibleTo(
  scope: Scope,
  item: { orgId: OrgId; principalId: PrincipalId; visibility: Visibility; channel: string | null },
): boolean {
  if (item.orgId !== scope.orgId) return false;
  switch (item.visibility) {
    case 'org':
    case 'team':
    case 'channel':
      return true;
    case 'private':
      return item.principalId === scope.principalId;
    case 'peer':
      return item.channel !== null && item.channel === scope.peerChannel;
  }
}

/** Whether everyone of the organisation may read what has this visibility: what is counted for all is counted of these alone. */
export const isSeenByAll = (visibility: Visibility): boolean => visibility !== 'private' && visibility !== 'peer';

/** Whether a role includes another. */
export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
