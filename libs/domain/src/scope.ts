import type { OrgId, PrincipalId, TeamId, TeamWord, Visibility } from '@cairn/contracts';
import { mayReachBase, asBaseMember } from './base-access.ts';
import { maySpeakFor, peerChannelKind, sharedChannelOf } from './channels.ts';
import { ownerFor, type Principal } from './principal.ts';

declare const scopeBrand: unique symbol;

/** Access rights of one read. Only `scopeOf` creates a scope, so no store can be read without one. */
export interface Scope {
  readonly [scopeBrand]: true;
  readonly orgId: OrgId;
  /** Principal whose private items are visible. */
  readonly principalId: PrincipalId;
  /** Agents of the principal, whose private items are visible too: their ids, separated by blanks. */
  readonly agentIds: string;
  /** The peer channel of the call; null if the call has none or the key may not use it. */
  readonly peerChannel: string | null;
  /** Visibilities of the caller's teams, separated by blanks. */
  readonly teamWords: string;
  /** Names of channels that are closed to the caller, each wrapInSeparators two `CHANNEL_SEPARATOR`; empty for none. */
  readonly closedChannels: string;
  /** Reader words of this call: it sees the items of its organisation whose reader word (`readerOf`) is in this list. */
  readonly readers: readonly string[];
}

/** Reader word of items that everyone in the organisation may read. */
export const EVERYONE = 'everyone';
/** Reader word of items that nobody may read: their visibility is `peer`, but they have no channel. */
const NO_ONE = 'no one';
const ownerWord = (principalId: string): string => `owner ${principalId}`;
const peerWord = (channel: string): string => `peer ${channel}`;
const teamReader = (word: TeamWord): string => `team ${word.slice('team:'.length)}`;

/** Visibility of a team's items. */
export const teamWordOf = (teamId: TeamId): TeamWord => `team:${teamId}`;
const isTeamWord = (visibility: Visibility): visibility is TeamWord => visibility.startsWith('team:');

/**
 * Reader word of an item, which stands for all its readers. An index only stores the word and checks whether a scope
 * contains it. A new kind of reader therefore needs a new word here and in `scopeOf`, and no change of an index.
 */
export function readerOf({ visibility, principalId, channel }: Readable): string {
  if (isTeamWord(visibility)) return teamReader(visibility);
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

/**
 * Makes the scope of a call. Gives no access to peer items if the channel is missing, malformed, or not among those that
 * the key may use.
 */
export function scopeOf(principal: Principal, channel?: string | null): Scope {
  const isPeer = typeof channel === 'string' && peerChannelKind(channel, principal.peerPrefixes) === 'peer';
  const peerChannel = isPeer && maySpeakFor(principal, channel) ? channel : null;
  const { orgId } = principal;
  const principalId = ownerFor(principal);
  const teams = (principal.teams ?? []).map(({ teamId }) => teamWordOf(teamId));
  const peers = peerChannel === null ? [] : [peerWord(peerChannel)];
  const agents = agentsOf(principal);
  const readers = [EVERYONE, ...[principalId, ...agents].map(ownerWord), ...peers, ...teams.map(teamReader)];
  const closedChannels = closedChannelReaders(principal.closedChannels ?? []);
  const words = { agentIds: agents.join(' '), teamWords: teams.join(' '), closedChannels };
  return { orgId, principalId, peerChannel, ...words, readers } as unknown as Scope;
}

/** Agents whose private items a call reads. A call for the private items of one principal reads those of nobody else. */
const agentsOf = ({ agents = [], privateOf }: Principal): readonly PrincipalId[] =>
  privateOf === undefined ? agents : [];

/** Lists the agents of a scope. */
export const agentIdsOf = ({ agentIds }: Pick<Scope, 'agentIds'>): PrincipalId[] =>
  agentIds === '' ? [] : (agentIds.split(' ') as PrincipalId[]);

/** Separates the names of channels in one searchable text. No name contains this character. */
export const CHANNEL_SEPARATOR = '\u001f';
const wrapInSeparators = (channel: string) => `${CHANNEL_SEPARATOR}${channel}${CHANNEL_SEPARATOR}`;
const closedChannelReaders = (channels: readonly string[]): string =>
  channels.length === 0 ? '' : wrapInSeparators(channels.join(CHANNEL_SEPARATOR));

/** Tells whether a channel is closed to a scope. Its items are then hidden, whoever wrote them. */
export const isClosedTo = ({ closedChannels }: Pick<Scope, 'closedChannels'>, channel: string | null): boolean =>
  channel !== null && closedChannels !== '' && closedChannels.includes(wrapInSeparators(channel));

/** Lists the channels that are closed to a scope. */
export const closedChannelsOf = ({ closedChannels }: Pick<Scope, 'closedChannels'>): readonly string[] =>
  closedChannels.split(CHANNEL_SEPARATOR).filter((channel) => channel !== '');

/**
 * Makes the scope of a call that asks a question or opens one item: it also includes the permissive knowledge bases that
 * the call reaches. Lists, counts and changes use `scopeOf`, which includes no knowledge base.
 */
export function questionScopeOf(principal: Principal, channel?: string | null): Scope {
  const reached = (principal.openBases ?? []).filter(({ scope }) =>
    mayReachBase(principal, { ...OPEN_ACCESS, scope }, channel),
  );
  return scopeOf(
    reached.reduce((within, { knowledgeBaseId }) => asBaseMember(within, knowledgeBaseId), principal),
    channel,
  );
}

const OPEN_ACCESS = { isActive: true, peerScopePolicy: 'permissive', agentIds: [] } as const;

/** Shared room whose items a call for this channel sees too. */
export const sharedChannelFor = ({ peerChannel }: Pick<Scope, 'peerChannel'>, channel?: string): string | undefined =>
  peerChannel !== null && peerChannel === channel ? sharedChannelOf(peerChannel) : undefined;

/** Visibility of a new item if its writer names none. */
export function defaultVisibility(principal: Principal, channel?: string | null): Visibility {
  if (!channel) return 'org';
  return peerChannelKind(channel, principal.peerPrefixes) === 'peer' ? 'peer' : 'channel';
}

/**
 * Decides whether an item is visible; the filters of all stores are tested against this function. `org`, `team` and
 * `channel` mean everyone in the organisation, since a channel only filters. `private` means the writer, and the owner of
 * an agent that wrote it. `peer` means calls for the item's channel. `team:ID` means the current members of the team. Items of a closed channel are visible to its
 * members only.
 */
export const isVisible = (scope: Scope, item: Readable & { readonly orgId: OrgId }): boolean =>
  item.orgId === scope.orgId && scope.readers.includes(readerOf(item)) && !isClosedTo(scope, item.channel);

/** Tells whether everyone in the organisation may read items of this visibility. Only such items count in statistics for everyone. */
export const isSeenByAll = (visibility: Visibility): boolean =>
  visibility !== 'private' && visibility !== 'peer' && !isTeamWord(visibility);
