import type { OrgId, PrincipalId, TeamId, TeamWord, Visibility } from '@cairn/contracts';
import { mayReachBase, withinBase } from './base-access.ts';
import { maySpeakFor, peerChannelKind, sharedChannelOf } from './channels.ts';
import { ownerFor, type Principal } from './principal.ts';

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
export const sharedChannelFor = ({ peerChannel }: Pick<Scope, 'peerChannel'>, channel?: string): string | undefined =>
  peerChannel !== null && peerChannel === channel ? sharedChannelOf(peerChannel) : undefined;

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
