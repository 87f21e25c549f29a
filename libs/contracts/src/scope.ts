import type { KeyId, KnowledgeBaseId, OrgId, PrincipalId, TeamId } from './ids.ts';
import type { Room } from './organisations.ts';
import type { Role, TeamWord, Visibility } from './vocabulary.ts';
import { roles } from './vocabulary.ts';

/** Caller, as proven by the credentials. No field comes from a request body. */
export interface Principal {
  readonly orgId: OrgId;
  readonly principalId: PrincipalId;
  readonly keyId: KeyId;
  readonly name: string;
  readonly kind: 'person' | 'agent';
  readonly role: Role;
  /** Peer channels that this key may speak for: exact names, or `*` for any. */
  readonly peers: readonly string[];
  /** Channel prefixes whose concrete channels belong to one peer each, as configured by the organisation. */
  readonly peerPrefixes: readonly string[];
  /** Current teams of the principal. Absent means none. */
  readonly teams?: readonly TeamOfPrincipal[] | undefined;
  /** `off` if the organisation stores secrets in texts unmasked; absent means masked. */
  readonly masking?: 'off' | undefined;
  /** Default number of hits in a recall, if the organisation has set it. */
  readonly recallLimit?: number | undefined;
  /** Calls a minute over all keys of the organisation. Absent means no limit. */
  readonly callsPerMinute?: number | undefined;
  /** Remaining room under each limit of the organisation. Absent means no limit. */
  readonly rooms?: readonly Room[] | undefined;
  /** Channels that are now closed to the principal. Absent means none. */
  readonly closedChannels?: readonly string[] | undefined;
  /** Permissive knowledge bases that now admit the principal, whatever the channel. Absent means none. */
  readonly openBases?: readonly OpenBase[] | undefined;
  /** For one call of an admin that requested it: the principal whose private items it reads in place of the admin's own. */
  readonly privateOf?: PrincipalId | undefined;
  /** True for the operator of the installation, who has no organisation and reads nothing: `orgId` is nil. */
  readonly isOperator?: true | undefined;
}

/** An active permissive knowledge base without an access list. */
export interface OpenBase {
  readonly knowledgeBaseId: KnowledgeBaseId;
  /** Channel of the base; null: none. */
  readonly scope: string | null;
}

export interface TeamOfPrincipal {
  readonly teamId: TeamId;
  readonly name: string;
}

declare const proven: unique symbol;

/** Access rights of one read. Only `scopeOf` creates a scope, so no store can be read without one. */
export interface Scope {
  readonly [proven]: true;
  readonly orgId: OrgId;
  /** Principal whose private items are visible. */
  readonly principalId: PrincipalId;
  /** The one peer channel of the call, if the key may speak for it. */
  readonly peerChannel: string | null;
  /** Visibilities of the caller's teams, separated by blanks. */
  readonly teamWords: string;
  /** Channels that are closed to the caller, with a separator around each; empty for none. */
  readonly closedChannels: string;
  /** Reader words of this call: it sees the items of its organisation whose word (`readerOf`) is among them. */
  readonly readers: readonly string[];
}

/** Reader word of items that everyone in the organisation may read. */
export const EVERYONE = 'everyone';
/** Reader word of items that nobody may read: they belong to peers, but to no particular one. */
const NO_ONE = 'no one';
const ownerWord = (principalId: string): string => `owner ${principalId}`;
const peerWord = (channel: string): string => `peer ${channel}`;
const ofTeam = (word: TeamWord): string => `team ${word.slice('team:'.length)}`;

/** Visibility of a team's items. */
export const teamWordOf = (teamId: TeamId): TeamWord => `team:${teamId}`;
const isTeamWord = (visibility: Visibility): visibility is TeamWord => visibility.startsWith('team:');

/**
 * Readers of an item, as one word. Every index stores it and only checks whether a scope has it: a new kind of reader (a team, a
 * knowledge base, a closed channel) is a new word here and in `scopeOf`, and changes no index.
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

/** Fields of an item that decide its readers. */
interface Readable {
  readonly principalId: PrincipalId;
  readonly visibility: Visibility;
  readonly channel: string | null;
}

/** Classifies a channel. `<peer-capable prefix>:<suffix>` belongs to a peer; `<prefix>:main` is the shared room of the peers. */
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

/** Tells whether a key may speak for a concrete peer channel. */
export const maySpeakFor = (principal: Principal, channel: string): boolean =>
  principal.peers.includes('*') || principal.peers.includes(channel);

/** Principal whose private items a call reads and changes. */
export const ownerFor = ({ privateOf, principalId }: Pick<Principal, 'privateOf' | 'principalId'>): PrincipalId =>
  privateOf ?? principalId;

/** Scope of one call. A missing or malformed channel, or one that the key may not speak for, gives no access to peer items. */
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

/** Separator of channels in a list that stores can search. No name contains it. */
export const CHANNEL_SEPARATOR = '\u001f';
const between = (channel: string) => `${CHANNEL_SEPARATOR}${channel}${CHANNEL_SEPARATOR}`;
const closedWords = (channels: readonly string[]): string =>
  channels.length === 0 ? '' : between(channels.join(CHANNEL_SEPARATOR));

/** Tells whether a closed channel hides its items from a scope, whoever wrote them. */
export const isClosedTo = ({ closedChannels }: Pick<Scope, 'closedChannels'>, channel: string | null): boolean =>
  channel !== null && closedChannels !== '' && closedChannels.includes(between(channel));

/** Lists the channels that are closed to a scope. */
export const closedChannelsOf = ({ closedChannels }: Pick<Scope, 'closedChannels'>): readonly string[] =>
  closedChannels.split(CHANNEL_SEPARATOR).filter((channel) => channel !== '');

/**
 * Scope of a call that asks a question or opens one item: it also reads the permissive knowledge bases that it reaches.
 * Lists, counts and changes use `scopeOf`, which reads no knowledge base.
 */
export function askingScopeOf(principal: Principal, channel?: string | null): Scope {
  const reached = (principal.openBases ?? []).filter(({ scope }) =>
    mayReachBase(principal, { ...OPEN_ACCESS, scope }, channel),
  );
  return scopeOf(
    reached.reduce((within, { knowledgeBaseId }) => withinBase(within, knowledgeBaseId), principal),
    channel,
  );
}

const OPEN_ACCESS = { isActive: true, peerScopePolicy: 'permissive', agentIds: [] } as const;

/** Shared room that a call for this channel also sees. */
export const sharedRoomBeside = ({ peerChannel }: Pick<Scope, 'peerChannel'>, channel?: string): string | undefined =>
  peerChannel !== null && peerChannel === channel ? sharedRoomOf(peerChannel) : undefined;

/** Fields of a knowledge base that decide access. */
export interface BaseAccess {
  readonly isActive: boolean;
  /** Channel of the base; null: none. */
  readonly scope: string | null;
  readonly peerScopePolicy: 'strict' | 'permissive';
  /** Principals on the access list; an empty list admits everyone. */
  readonly agentIds: readonly PrincipalId[];
}

/** Tells whether a channel is malformed: the part after the colon is missing. */
export const malformedChannel = (channel: string, peerPrefixes: readonly string[]): boolean =>
  /:\s*$/.test(channel) || peerChannelKind(channel, peerPrefixes) === 'malformed';

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
  const isShared = scope === null || scope === sharedRoomOf(channel);
  return scope === channel || (isShared && peerScopePolicy === 'permissive');
}

const sharedRoomOf = (peerChannel: string): string => `${peerChannel.slice(0, peerChannel.indexOf(':'))}:main`;

/**
 * Principal of a call for a knowledge base that it reaches. Items of a base belong to a team with the base's id, and only such
 * calls are in that team.
 */
export function withinBase(principal: Principal, id: KnowledgeBaseId): Principal {
  const own = { teamId: id as string as TeamId, name: id };
  return { ...principal, teams: [...(principal.teams ?? []), own] };
}

/** Visibility of a new item whose writer names none. */
export function defaultVisibility(principal: Principal, channel?: string | null): Visibility {
  if (!channel) return 'org';
  return peerChannelKind(channel, principal.peerPrefixes) === 'peer' ? 'peer' : 'channel';
}

/**
 * Decides whether an item is visible; every store's filter is tested against this function.
 * `org`, `team` and `channel`: everyone in the organisation (a channel filters, it does not hide). `private`: the writer.
 * `peer`: a call for that channel. `team:ID`: the members of the team at the time of the question.
 * Only members see the items of a closed channel.
 */
export const visibleTo = (scope: Scope, item: Readable & { readonly orgId: OrgId }): boolean =>
  item.orgId === scope.orgId && scope.readers.includes(readerOf(item)) && !isClosedTo(scope, item.channel);

/** Tells whether everyone in the organisation may read items of this visibility. Only such items count in statistics for everyone. */
export const isSeenByAll = (visibility: Visibility): boolean =>
  visibility !== 'private' && visibility !== 'peer' && !isTeamWord(visibility);

/** Tells whether a role includes another. */
export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
