import type { estypes } from '@elastic/elasticsearch';
import type { Item, ItemKind, Scope } from '@cairn/contracts';
import type { Filter } from '@cairn/ports';

export type Condition = estypes.QueryDslQueryContainer;

const EVERYONE = 'everyone';
const NO_ONE = 'no one';
const owner = (principalId: string): string => `owner ${principalId}`;
const peer = (channel: string): string => `peer ${channel}`;

/** Who may read an item: `visibleTo` of the contracts, in one word that a scope has or has not. */
export function readerOf({ visibility, principalId, channel }: Item): string {
  if (visibility === 'private') return owner(principalId);
  if (visibility === 'peer') return channel === null ? NO_ONE : peer(channel);
  return EVERYONE;
}

/** The items of a kind that the scope sees. */
export function visible(scope: Scope, kind: ItemKind): Condition[] {
  const own = scope.peerChannel === null ? [] : [peer(scope.peerChannel)];
  const reader = [EVERYONE, owner(scope.principalId), ...own];
  return [...ofOrganisation(scope, kind), { terms: { reader } }];
}

export const ofOrganisation = ({ orgId }: Pick<Scope, 'orgId'>, kind: ItemKind): Condition[] => [
  { term: { org: orgId } },
  { term: { kind } },
];

/**
 * What not everyone may read, asked for by what it has, so that few such items are found fast among many others. Reader words
 * are the same in every index there is, so that its statistics are right without building it anew.
 */
export const closed = {
  bool: {
    should: [{ prefix: { reader: owner('') } }, { prefix: { reader: peer('') } }, { term: { reader: NO_ONE } }],
    minimum_should_match: 1,
  },
} satisfies Condition;

export const active: Condition = { term: { state: 'active' } };

/** `passes` of the ports, but for the kind, which `visible` asks for. */
export function passing(filter: Filter): Condition[] {
  const { sinceMs, untilMs } = filter;
  return [
    ...(filter.includeArchived ? [] : [active]),
    ...(sinceMs === undefined && untilMs === undefined ? [] : [{ range: { time: { gte: sinceMs, lte: untilMs } } }]),
    ...(filter.kind === 'memory' ? passingMemory(filter) : passingMessage(filter)),
  ];
}

function passingMemory({ channel, stores, categories, tags, tagMatch }: Filter): Condition[] {
  return [
    ...(channel === undefined ? [] : [someOf([{ term: { channel } }, not({ exists: { field: 'channel' } })])]),
    ...(stores?.length ? [{ terms: { store: [...stores] } }] : []),
    ...(categories?.length ? [{ terms: { category: [...categories] } }] : []),
    ...(!tags?.length ? [] : tagMatch === 'all' ? tags.map((tag) => ({ term: { tags: tag } })) : [anyTag(tags)]),
  ];
}

const anyTag = (tags: readonly string[]): Condition => ({ terms: { tags: [...tags] } });

function passingMessage({ channel, subchannel, sessionKey, stores, categories, tags }: Filter): Condition[] {
  if (stores?.length || categories?.length || tags?.length) return [{ match_none: {} }];
  return [
    ...(channel === undefined ? [] : [{ term: { channel } }]),
    ...(subchannel === undefined ? [] : [{ term: { subchannel } }]),
    ...(sessionKey === undefined ? [] : [{ term: { group: sessionKey } }]),
  ];
}

export const someOf = (conditions: Condition[]): Condition => ({
  bool: { should: conditions, minimum_should_match: 1 },
});

export const not = (condition: Condition): Condition => ({ bool: { must_not: [condition] } });
