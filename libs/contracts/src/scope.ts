import type { KeyId, KnowledgeBaseId, OrgId, PrincipalId, TeamId } from './ids.ts';
import type { Room } from './organisations.ts';
import type { Role, TeamWord, Visibility } from './vocabulary.ts';
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
  /** The teams they are in now. Absent: none. */
  readonly teams?: readonly TeamOfPrincipal[] | undefined;
  /** `off` where the organisation stores keys and tokens in texts as they are; absent: they are masked. */
  readonly masking?: 'off' | undefined;
  /** Hits of a recall that names no number, at most, where the organisation has decided it. */
  readonly recallLimit?: number | undefined;
  /** Calls a minute with all keys of the organisation together. Absent: no limit. */
  readonly callsPerMinute?: number | undefined;
  /** What the organisation may store still, by each limit that it has. Absent: no limit. */
  readonly rooms?: readonly Room[] | undefined;
  /** The channels that are closed to them now. Absent: none. */
  readonly closedChannels?: readonly string[] | undefined;
  /** The permissive knowledge bases that let them in now, whatever the channel. Absent: none. */
  readonly openBases?: readonly OpenBase[] | undefined;
  /** An admin reads what is private to this person or agent in place of what is private to the admin: for one call that asked for it. */
  readonly privateOf?: PrincipalId | undefined;
  /** The operator of the installation, who is of no organisation and reads nothing: `orgId` is nil. */
  readonly isOperator?: true | undefined;
}

/** A permissive knowledge base that is active and kept to nobody else. */
export interface OpenBase {
  readonly knowledgeBaseId: KnowledgeBaseId;
  /** The channel that it belongs to; null: none. */
  readonly scope: string | null;
}

export interface TeamOfPrincipal {
  readonly teamId: TeamId;
  readonly name: string;
}

declare const proven: unique symbol;

/** What one read may see. Only `scopeOf` makes one, so no store can be asked without it. */
export interface Scope {
  readonly [proven]: true;
  readonly orgId: OrgId;
  /** Whose private items it sees. */
  readonly principalId: PrincipalId;
  /** The one concrete peer channel that the call is made for, if the key may speak for it. */
  readonly peerChannel: string | null;
  /** The visibility words of the caller's teams, one after another with blanks between. */
  readonly teamWords: string;
  /** The channels that are closed to the caller, with a separator before, between and behind them; empty: none. */
  readonly closedChannels: string;
  /** The reader words that this call has: it sees the items of its organisation whose word (`readerOf`) is among them. */
  readonly readers: readonly string[];
}

/** The reader word of what everyone of the organisation may read. */
export const EVERYONE = 'everyone';
/** Of what nobody may read: it is tied to a peer, and to none in particular. */
const NO_ONE = 'no one';
const ownerWord = (principalId: string): string => `owner ${principalId}`;
const peerWord = (channel: string): string => `peer ${channel}`;
const ofTeam = (word: TeamWord): string => `team ${word.slice('team:'.length)}`;

/** How the visibility of an item says that it is a team's. */
export const teamWordOf = (teamId: TeamId): TeamWord => `team:${teamId}`;
const isTeamWord = (visibility: Visibility): visibility is TeamWord => visibility.startsWith('team:');

/**
 * Who may read an item, in one word. Every index stores it and asks only whether a scope has it: a new kind of reader (a
 * team, a knowledge base, a closed channel) is a new word here and in `scopeOf`, and no change of any index.
 */
export function readerOf({ visibility, principalId, channel }: Readable): string {
  if (isTeamWord(visibility)) return ofTeam(visibility);
  switch (visibility) {
    case 'org':
    case 'team':
    case 'channel':
      return EVERYONE;
    case 'private':
      return ownerWord(principalId);
    case 'peer':
      return channel === null ? NO_ONE : peerWord(channel);
  }
}

/** What decides who may read an item. */
interface Readable {
  readonly principalId: PrincipalId;
  readonly visibility: Visibility;
  readonly channel: string | null;
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

/** Whether a key may speak for a concrete peer channel. */
export const maySpeakFor = (principal: Principal, channel: string): boolean =>
  principal.peers.includes('*') || principal.peers.includes(channel);

/** Whose private items a call reads and changes. */
export const ownerFor = ({ privateOf, principalId }: Pick<Principal, 'privateOf' | 'principalId'>): PrincipalId =>
  privateOf ?? principalId;

/** The scope of one call. A missing or malformed channel, or one the key may not speak for, reaches nothing that is tied to a peer. */
export function scopeOf(principal: Principal, channel?: string | null): Scope {
  const isPeer = typeof channel === 'string' && peerChannelKind(channel, principal.peerPrefixes) === 'peer';
  const peerChannel = isPeer && maySpeakFor(principal, channel) ? channel : null;
  const { orgId } = principal;
  const principalId = ownerFor(principal);
  const teams = (principal.teams ?? []).map(({ teamId }) => teamWordOf(teamId));
  const peers = peerChannel === null ? [] : [peerWord(peerChannel)];
  const readers = [EVERYONE, ownerWord(principalId), ...peers, ...teams.map(ofTeam)];
  const closedChannels = closedWords(principal.closedChannels ?? []);
  return { orgId, principalId, peerChannel, teamWords: teams.join(' '), closedChannels, readers } as unknown as Scope;
}

/** Stands before and behind each channel of a list that stores look for a channel in. No name that anybody types has it. */
export const CHANNEL_SEPARATOR = '\u001f';
const between = (channel: string) => `${CHANNEL_SEPARATOR}${channel}${CHANNEL_SEPARATOR}`;
const closedWords = (channels: readonly string[]): string =>
  channels.length === 0 ? '' : between(channels.join(CHANNEL_SEPARATOR));

/** Whether what is in a channel is hidden from a scope, whoever wrote it and for whom. */
export const isClosedTo = ({ closedChannels }: Pick<Scope, 'closedChannels'>, channel: string | null): boolean =>
  channel !== null && closedChannels !== '' && closedChannels.includes(between(channel));

/** The channels that are closed to a scope, one by one. */
export const closedChannelsOf = ({ closedChannels }: Pick<Scope, 'closedChannels'>): readonly string[] =>
  closedChannels.split(CHANNEL_SEPARATOR).filter((channel) => channel !== '');

/**
 * The scope of a call that asks a question or opens one item: it also reads the permissive knowledge bases that it reaches.
 * Lists, counts and changes take `scopeOf`, to which what is in a base belongs to that base alone.
 */
export function askingScopeOf(principal: Principal, channel?: string | null): Scope {
  const reached = (principal.openBases ?? []).filter(({ scope }) =>
    mayReachBase(principal, { ...OPEN_DOOR, scope }, channel),
  );
  return scopeOf(
    reached.reduce((within, { knowledgeBaseId }) => withinBase(within, knowledgeBaseId), principal),
    channel,
  );
}

const OPEN_DOOR = { isActive: true, peerScopePolicy: 'permissive', agentIds: [] } as const;

/** The peers' room that a call for this channel also sees: that of its own peer channel. */
export const sharedRoomBeside = ({ peerChannel }: Pick<Scope, 'peerChannel'>, channel?: string): string | undefined =>
  peerChannel !== null && peerChannel === channel ? sharedRoomOf(peerChannel) : undefined;

/** What decides who reaches a knowledge base. */
export interface BaseDoor {
  readonly isActive: boolean;
  /** The channel that it belongs to; null: none. */
  readonly scope: string | null;
  readonly peerScopePolicy: 'strict' | 'permissive';
  /** Whom it is kept to; none: nobody is kept out. */
  readonly agentIds: readonly PrincipalId[];
}

/** A channel that names no place: it ends where its last part should stand. */
export const malformedChannel = (channel: string, peerPrefixes: readonly string[]): boolean =>
  /:\s*$/.test(channel) || peerChannelKind(channel, peerPrefixes) === 'malformed';

/**
 * Whether a call reaches a knowledge base; nobody else reads what is in it. A call without a channel reaches those without
 * a scope alone, a malformed one none. A peer's call reaches that peer's bases and, of permissive ones, those of the shared
 * room and those without a scope. A closed channel reaches, for those outside, no base and is the way to none. It is asked anew in each call, so that a changed policy holds at once.
 */
export function mayReachBase(principal: Principal, door: BaseDoor, channel?: string | null): boolean {
  const { isActive, agentIds, scope, peerScopePolicy } = door;
  if (!isActive) return false;
  if (agentIds.length > 0 && !agentIds.includes(principal.principalId)) return false;
  if ([scope, channel].some((place) => place && principal.closedChannels?.includes(place))) return false;
  if (channel === undefined || channel === null) return scope === null;
  if (malformedChannel(channel, principal.peerPrefixes)) return false;
  if (peerChannelKind(channel, principal.peerPrefixes) !== 'peer') return scope === null || scope === channel;
  if (!maySpeakFor(principal, channel)) return false;
  const isShared = scope === null || scope === sharedRoomOf(channel);
  return scope === channel || (isShared && peerScopePolicy === 'permissive');
}

const sharedRoomOf = (peerChannel: string): string => `${peerChannel.slice(0, peerChannel.indexOf(':'))}:main`;

/**
 * Who asks, within a call for a knowledge base that it reaches: its items are readable as those of a team of its id, which
 * nobody else is in.
 */
export function withinBase(principal: Principal, id: KnowledgeBaseId): Principal {
  const own = { teamId: id as string as TeamId, name: id };
  return { ...principal, teams: [...(principal.teams ?? []), own] };
}

/** The visibility of a new item whose writer names none. */
export function defaultVisibility(principal: Principal, channel?: string | null): Visibility {
  if (!channel) return 'org';
  return peerChannelKind(channel, principal.peerPrefixes) === 'peer' ? 'peer' : 'channel';
}

/**
 * The one rule of who sees what; every store's filter is held against it.
 * `org`, `team` and `channel`: everyone of the organisation (a channel filters, it does not hide).
 * `private`: the writer. `peer`: a call made for that very channel. `team:ID`: who is in that team when the question is asked.
 * Nothing in a closed channel is seen by whoever is not let in.
 */
export const visibleTo = (scope: Scope, item: Readable & { readonly orgId: OrgId }): boolean =>
  item.orgId === scope.orgId && scope.readers.includes(readerOf(item)) && !isClosedTo(scope, item.channel);

/** Whether everyone of the organisation may read what has this visibility: what is counted for all is counted of these alone. */
export const isSeenByAll = (visibility: Visibility): boolean =>
  visibility !== 'private' && visibility !== 'peer' && !isTeamWord(visibility);

/** Whether a role includes another. */
export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
