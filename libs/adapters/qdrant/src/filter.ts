import { channelsOf, closedChannelsOf, excludesMessages, type Filter, type Scope } from '@cairn/domain';
import type { Schemas } from '@qdrant/js-client-rest';
import { matchAny, matchValue } from './conditions.ts';

type Condition = Schemas['Condition'];

/** Conditions of `isVisible` and `matchesFilter`, which Qdrant applies before its limit. Undefined if no item can match. */
export function conditionsFor(scope: Scope, filter: Filter): Condition[] | undefined {
  const asked = filter.kind === 'message' ? messageConditions(filter) : memoryConditions(filter);
  if (!asked) return undefined;
  return [
    matchValue('orgId', scope.orgId),
    matchValue('kind', filter.kind),
    matchAny('reader', scope.readers),
    stateCondition(filter),
    ...factConditions(filter),
    ...excludeClosedChannels(scope),
    ...timeConditions(filter),
    ...asked,
  ];
}

const excludeClosedChannels = (scope: Scope): Condition[] =>
  anyOf('channel', closedChannelsOf(scope)).map((closed) => ({ must_not: [closed] }));

function stateCondition({ includeArchived, includeProposed, asOf }: Filter): Condition {
  const ended = includeArchived ? [matchAny('state', ['archived', 'superseded'])] : [];
  const proposed = includeProposed ? [matchValue('state', 'proposed')] : [];
  const replaced =
    asOf === undefined
      ? []
      : [{ must: [{ key: 'activeTo', range: { gt: asOf } }], must_not: [matchValue('state', 'proposed')] }];
  return { should: [matchValue('state', 'active'), ...ended, ...proposed, ...replaced] };
}

/** Conditions on the validity of a memory, and on its subject. */
function factConditions({ holdsAt, asOf, knowledgeBases, subject, attribute }: Filter): Condition[] {
  return [
    ...(holdsAt === undefined ? [] : [validAtCondition(holdsAt)]),
    ...(asOf === undefined ? [] : [validAtCondition(asOf), { key: 'heldFrom', range: { lte: asOf } }]),
    ...anyOf('knowledgeBase', knowledgeBases),
    ...(subject === undefined ? [] : [matchValue('subject', subject)]),
    ...(attribute === undefined ? [] : [matchValue('attribute', attribute)]),
  ];
}

/** Matches items that are valid at the time `at`; an item without bounds is always valid. */
const validAtCondition = (at: number): Condition => ({
  must_not: [
    { key: 'validFrom', range: { gt: at } },
    { key: 'validTo', range: { lte: at } },
  ],
});

function timeConditions({ sinceMs = -Infinity, untilMs = Infinity }: Filter): Condition[] {
  const since = Number.isFinite(sinceMs) && { gte: sinceMs };
  const until = Number.isFinite(untilMs) && { lte: untilMs };
  return since || until ? [{ key: 'effectiveAt', range: { ...since, ...until } }] : [];
}

function memoryConditions(filter: Filter): Condition[] {
  const { workspaceId, stores, categories, tags, tagMatch } = filter;
  const inChannel = anyOf('channel', channelsOf(filter)).map((asked) => ({
    should: [{ is_empty: { key: 'channel' } }, asked],
  }));
  const ofTags = tagMatch === 'all' ? (tags ?? []).map((tag) => matchValue('tags', tag)) : anyOf('tags', tags);
  const inWorkspace = workspaceId === undefined ? [] : [matchValue('subchannel', workspaceId)];
  const ofNotes = filter.noteIds ? [matchAny('sessionKey', filter.noteIds)] : [];
  return [
    ...inChannel,
    ...inWorkspace,
    ...ofNotes,
    ...anyOf('store', stores),
    ...anyOf('category', categories),
    ...ofTags,
  ];
}

function messageConditions(filter: Filter): Condition[] | undefined {
  if (excludesMessages(filter)) return undefined;
  const fields = ['subchannel', 'sessionKey'] as const;
  const asked = fields.flatMap((field) => (filter[field] === undefined ? [] : [matchValue(field, filter[field])]));
  return [...anyOf('channel', channelsOf(filter)), ...asked];
}

const anyOf = (key: string, values: readonly string[] = []) => (values.length ? [matchAny(key, values)] : []);
