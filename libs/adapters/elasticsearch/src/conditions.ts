import type { estypes } from '@elastic/elasticsearch';
import type { ItemKind } from '@cairn/contracts';
import { channelsOf, closedChannelsOf, excludesMessages, type Filter, type Scope } from '@cairn/domain';

export type Condition = estypes.QueryDslQueryContainer;

/** Conditions that match the items of these kinds that the scope may see. */
export const visibilityConditions = (scope: Scope, ...kinds: readonly ItemKind[]): Condition[] => [
  { term: { org: scope.orgId } },
  { terms: { kind: [...kinds] } },
  { terms: { reader: [...scope.readers] } },
  ...closedChannelConditions(scope),
];

function closedChannelConditions(scope: Scope): Condition[] {
  const channels = closedChannelsOf(scope);
  return channels.length === 0 ? [] : [negateCondition({ terms: { channel: [...channels] } })];
}

/** Matches restricted items by a field that only they have, so that these few are found fast among many others. */
const restrictedCondition = { term: { closed: true } } satisfies Condition;

/**
 * Matches documents that statistics for a scope must not count: restricted documents, and documents in channels that are closed
 * to the scope.
 */
export function uncountedCondition(scope: Pick<Scope, 'closedChannels'>) {
  const channel = [...closedChannelsOf(scope)];
  if (channel.length === 0) return restrictedCondition;
  return {
    bool: { should: [restrictedCondition, { terms: { channel } }], minimum_should_match: 1 },
  } satisfies Condition;
}
export type UncountedConditions = ReturnType<typeof uncountedCondition>;

export const activeCondition: Condition = { term: { state: 'active' } };
const proposedCondition: Condition = { term: { state: 'proposed' } };

/** Conditions of the contracts' `matchesFilter`, except for the kind, which `visibilityConditions` checks. */
export function filterConditions(filter: Filter): Condition[] {
  const { sinceMs, untilMs, includeArchived } = filter;
  return [
    ...factConditions(filter),
    ...(includeArchived ? excludeProposed(filter) : [existedAtCondition(filter)]),
    ...(sinceMs === undefined && untilMs === undefined ? [] : [{ range: { time: { gte: sinceMs, lte: untilMs } } }]),
    ...(filter.kind === 'message' ? messageConditions(filter) : memoryConditions(filter)),
  ];
}

const excludeProposed = ({ includeProposed }: Filter): Condition[] =>
  includeProposed ? [] : [negateCondition(proposedCondition)];

const endedAfterCondition = (at: number): Condition => ({
  bool: { must: [{ range: { activeTo: { gt: at } } }], must_not: [proposedCondition] },
});

function existedAtCondition({ includeProposed, asOf }: Filter): Condition {
  const others = [
    ...(includeProposed ? [proposedCondition] : []),
    ...(asOf === undefined ? [] : [endedAfterCondition(asOf)]),
  ];
  return others.length === 0 ? activeCondition : anyOfConditions([activeCondition, ...others]);
}

/** Conditions on the validity of a memory, and on its subject. */
function factConditions({ holdsAt, asOf, knowledgeBases, subject, attribute }: Filter): Condition[] {
  return [
    ...(holdsAt === undefined ? [] : validAtCondition(holdsAt)),
    ...(asOf === undefined ? [] : [...validAtCondition(asOf), { range: { heldFrom: { lte: asOf } } }]),
    ...(knowledgeBases?.length ? [{ terms: { knowledgeBase: [...knowledgeBases] } }] : []),
    ...(subject === undefined ? [] : [{ term: { subject } }]),
    ...(attribute === undefined ? [] : [{ term: { attribute } }]),
  ];
}

/** Matches items that are valid at the time `at`; an item without bounds is always valid. */
const validAtCondition = (at: number): Condition[] => [
  negateCondition({ range: { validFrom: { gt: at } } }),
  negateCondition({ range: { validTo: { lte: at } } }),
];

const channelCondition = (filter: Filter): Condition => ({ terms: { channel: [...channelsOf(filter)] } });

function memoryConditions(filter: Filter): Condition[] {
  const { channel, workspaceId, stores, categories, tags, tagMatch } = filter;
  return [
    ...(channel === undefined
      ? []
      : [anyOfConditions([channelCondition(filter), negateCondition({ exists: { field: 'channel' } })])]),
    ...(workspaceId === undefined ? [] : [{ term: { subchannel: workspaceId } }]),
    ...(filter.noteIds ? [{ terms: { group: [...filter.noteIds] } }] : []),
    ...(stores?.length ? [{ terms: { store: [...stores] } }] : []),
    ...(categories?.length ? [{ terms: { category: [...categories] } }] : []),
    ...(!tags?.length
      ? []
      : tagMatch === 'all'
        ? tags.map((tag) => ({ term: { tags: tag } }))
        : [anyTagCondition(tags)]),
  ];
}

const anyTagCondition = (tags: readonly string[]): Condition => ({ terms: { tags: [...tags] } });

function messageConditions(filter: Filter): Condition[] {
  if (excludesMessages(filter)) return [{ match_none: {} }];
  const { channel, subchannel, sessionKey } = filter;
  return [
    ...(channel === undefined ? [] : [channelCondition(filter)]),
    ...(subchannel === undefined ? [] : [{ term: { subchannel } }]),
    ...(sessionKey === undefined ? [] : [{ term: { group: sessionKey } }]),
  ];
}

export const anyOfConditions = (conditions: Condition[]): Condition => ({
  bool: { should: conditions, minimum_should_match: 1 },
});

export const negateCondition = (condition: Condition): Condition => ({ bool: { must_not: [condition] } });
