import type { Scope } from '@cairn/contracts';
import type { Filter } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { any, is } from './conditions.ts';

type Condition = Schemas['Condition'];

/** What `visibleTo` and `passes` let through, for Qdrant to apply before it cuts; undefined when that is nothing. */
export function conditionsFor(scope: Scope, filter: Filter): Condition[] | undefined {
  const asked = filter.kind === 'memory' ? memoryConditions(filter) : messageConditions(filter);
  if (!asked) return undefined;
  const always = [is('orgId', scope.orgId), is('kind', filter.kind), stateCondition(filter), visibleCondition(scope)];
  return [...always, ...timeConditions(filter), ...asked];
}

const stateCondition = ({ includeArchived }: Filter): Condition =>
  includeArchived ? { must_not: [is('state', 'deleted')] } : is('state', 'active');

function visibleCondition({ principalId, peerChannel }: Scope): Condition {
  const own = { must: [is('visibility', 'private'), is('principal', principalId)] };
  const peers = peerChannel === null ? [] : [{ must: [is('visibility', 'peer'), is('channel', peerChannel)] }];
  return { should: [any('visibility', ['org', 'team', 'channel']), own, ...peers] };
}

function timeConditions({ sinceMs = -Infinity, untilMs = Infinity }: Filter): Condition[] {
  const since = Number.isFinite(sinceMs) && { gte: sinceMs };
  const until = Number.isFinite(untilMs) && { lte: untilMs };
  return since || until ? [{ key: 'effectiveAt', range: { ...since, ...until } }] : [];
}

function memoryConditions({ channel, stores, categories, tags, tagMatch }: Filter): Condition[] {
  const inChannel =
    channel === undefined ? [] : [{ should: [{ is_empty: { key: 'channel' } }, is('channel', channel)] }];
  const ofTags = tagMatch === 'all' ? (tags ?? []).map((tag) => is('tags', tag)) : anyOf('tags', tags);
  return [...inChannel, ...anyOf('store', stores), ...anyOf('category', categories), ...ofTags];
}

function messageConditions(filter: Filter): Condition[] | undefined {
  if (filter.stores?.length || filter.categories?.length || filter.tags?.length) return undefined;
  const fields = ['channel', 'subchannel', 'sessionKey'] as const;
  return fields.flatMap((field) => (filter[field] === undefined ? [] : [is(field, filter[field])]));
}

const anyOf = (key: string, values: readonly string[] = []) => (values.length ? [any(key, values)] : []);
