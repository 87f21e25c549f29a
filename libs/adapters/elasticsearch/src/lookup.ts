import type { estypes } from '@elastic/elasticsearch';
import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { candidatesFrom, documentFields, type Candidate } from './candidates.ts';
import { activeCondition, anyOfConditions, visibilityConditions, type Condition } from './conditions.ts';
import { documentId, pointerFrom } from './documents.ts';
import { mergeKinds, tokenCondition } from './statistics.ts';

/** Documents to read by their ids, and groups (sessions or documents) of whose tokens some are asked for. */
export interface Lookup {
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
  readonly groups: readonly string[];
  readonly tokens: readonly string[];
}

/** Answer to all lookups of one moment: each caller takes out of it what it asked for. */
export interface LookedUp {
  readonly documents: ReadonlyMap<ItemKind, readonly Candidate[]>;
  /** Returns the groups that have a token in an active document of the kind. */
  readonly groupsWith: (kind: ItemKind, token: string) => readonly string[];
}

/** Builds one search for all lookups in a scope: its hits are the documents, its buckets the groups. */
export function lookupRequest(scope: Scope, asked: readonly Lookup[]): estypes.SearchSearchRequestBody {
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const groups = [...new Set(asked.flatMap((one) => one.groups))];
  const values = asked.flatMap(({ kind, ids }) => ids.map((id) => documentId({ orgId: scope.orgId, kind, id })));
  const isAsked: Condition = { ids: { values } };
  const either = [...(values.length > 0 ? [isAsked] : []), ...(groups.length > 0 ? [inGroups(groups)] : [])];
  return {
    size: values.length,
    track_total_hits: false,
    query: { bool: { filter: [...visibilityConditions(scope, ...kinds), anyOfConditions(either)] } },
    ...(groups.length > 0 && { post_filter: isAsked, aggs: { grouped: groupedBy(groups, asked) } }),
    ...fieldsOf(kinds),
  };
}

const inGroups = (groups: readonly string[]) =>
  ({ bool: { filter: [activeCondition, { terms: { group: [...groups] } }] } }) satisfies Condition;

const groupedBy = (groups: readonly string[], asked: readonly Lookup[]) => ({
  filter: inGroups(groups),
  aggs: {
    held: {
      filters: { filters: elementsOf(asked).map(({ kind, token }) => tokenCondition(kind, token)) },
      aggs: { groups: { terms: { field: 'group', size: groups.length } } },
    },
  },
});

const elementsOf = (asked: readonly Lookup[]) =>
  mergeKinds(asked).flatMap(({ kind, tokens }) => tokens.map((token) => ({ kind, token })));

function fieldsOf(kinds: readonly ItemKind[]) {
  const fields = kinds.map(documentFields);
  return {
    stored_fields: fields.flatMap(({ stored_fields: stored }) => stored),
    docvalue_fields: [...new Set(fields.flatMap(({ docvalue_fields: columns }) => columns))],
  };
}

interface Grouped {
  readonly held: { readonly buckets: readonly { readonly groups: { readonly buckets: readonly { key: string }[] } }[] };
}

export function lookedUpIn(answer: estypes.SearchResponseBody, asked: readonly Lookup[]): LookedUp {
  const hits = Map.groupBy(answer.hits.hits, ({ _id }) => pointerFrom(_id!).kind);
  const grouped = answer.aggregations?.['grouped'] as unknown as Grouped | undefined;
  const held = new Map(
    elementsOf(asked).map(({ kind, token }, at) => [
      `${kind} ${token}`,
      (grouped?.held.buckets[at]?.groups.buckets ?? []).map(({ key }) => key),
    ]),
  );
  return {
    documents: new Map([...hits].map(([kind, some]) => [kind, candidatesFrom(kind, { hits: { hits: some } })])),
    groupsWith: (kind, token) => held.get(`${kind} ${token}`) ?? [],
  };
}
