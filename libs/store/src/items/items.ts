import type { IndexState, Item, ItemId, ItemKind, ItemResponse, Message, OrgId, StatsResponse } from '@cairn/contracts';
import type { SourceLink, ListPage, Pointer, CandidateFeatures, FeatureOptions } from '@cairn/ports';
import { matchesFilter, requireMayChange, type Filter, type ListFilter } from '@cairn/domain';
import { fieldsOf, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { foundItemOf, itemQueries, loadedItemOf, distinctIds } from './item-queries.ts';
import { itemOf, rowColumns, type Forgetter } from '../kit/item-rows.ts';
import { sourceLinkOf, sourceLinkQueries } from './source-links.ts';
import { listQueries, requirePlace } from './listing.ts';
import { storeMarks, markOwnerOf } from './marks.ts';
import { prepared } from '../kit/prepared.ts';
import { visibleSpeakersQuery, stillVisibleSpeakersQuery } from './speakers.ts';
import { statsOf, statsQueries } from '../kit/stats.ts';
import { readWaitingItems } from './waiting-items.ts';
import { candidateFeatureQueries, candidateFeaturesOf, type CandidateFeatureRow } from './candidate-features.ts';
import { auditActs } from '../kit/audit.ts';
import { forgetItems } from '../kit/store-items.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { feature, type CallsOf } from '../kit/feature.ts';

/** An item; for a deleted item, the time (epoch ms) and version of its deletion. */
export type Loaded = Item | { readonly deletedAt: number; readonly version: number };

interface InScope {
  readonly scope: ScopeFields;
}

interface Filtered extends InScope {
  readonly filter: Filter;
}

interface Named extends InScope {
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
}

async function findItem(
  tx: ReadTransaction,
  { scope, kind, id }: InScope & { readonly kind: ItemKind; readonly id: ItemId },
): Promise<(Item & { index: IndexState }) | undefined> {
  const row = await tx.get(itemQueries(tx.dialect).visibleItem, { ...fieldsOf(scope), kind, id });
  return row && foundItemOf(row);
}

async function hydrateItems(
  tx: ReadTransaction,
  { scope, filter, ids }: Filtered & { readonly ids: readonly ItemId[] },
): Promise<Item[]> {
  const values = { ...fieldsOf(scope), kind: filter.kind, ids: distinctIds(tx.dialect, ids) };
  const rows = await tx.all(itemQueries(tx.dialect).visibleItems, values);
  return rows.map(itemOf).filter((item) => matchesFilter(filter, item));
}

/** The most candidates that are returned for an ambiguous id suffix. */
const SAME_END_MAX = 10;

async function idsByEnd(
  tx: ReadTransaction,
  { scope, ends }: InScope & { readonly ends: readonly string[] },
): Promise<ItemId[]> {
  const { idsByEnd: query } = itemQueries(tx.dialect);
  const fields = { ...fieldsOf(scope), limit: SAME_END_MAX };
  const rows = await Promise.all([...new Set(ends)].map((end) => tx.all(query, { ...fields, end })));
  return rows.flat().map(({ id }) => id as ItemId);
}

async function listRecentItems(
  tx: ReadTransaction,
  { scope, filter, limit }: Filtered & { readonly limit: number },
): Promise<Message[]> {
  const rows = await tx.all(itemQueries(tx.dialect).newest(scope, filter, limit));
  return rows.reverse().map(itemOf) as Message[];
}

async function listItems(
  tx: ReadTransaction,
  { scope, filter, page }: InScope & { readonly filter: ListFilter; readonly page: ListPage },
): Promise<ItemResponse[]> {
  const queries = listQueries(tx.dialect);
  const { after } = page;
  const first = { orgId: scope.orgId, kind: filter.kind };
  const place = after && requirePlace(after, await tx.get(queries.placed, { ...first, id: after.id }));
  return (await tx.all(queries.page(scope, filter, page, place))).map(foundItemOf) as ItemResponse[];
}

async function candidateFeatures(
  tx: ReadTransaction,
  { scope, kind, ids, withoutSession = false }: Named & FeatureOptions,
): Promise<CandidateFeatures[]> {
  const values = { ...fieldsOf(scope), kind, ids: distinctIds(tx.dialect, ids) };
  // The query of notes reads no session.
  const query = candidateFeatureQueries(tx.dialect)[withoutSession && kind === 'message' ? 'note' : kind];
  const rows: CandidateFeatureRow[] = await tx.all(query, values);
  return rows.map(candidateFeaturesOf);
}

async function sourceLinks(tx: ReadTransaction, { scope, kind, ids }: Named): Promise<SourceLink[]> {
  const values = { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) };
  return (await tx.all(sourceLinkQueries(tx.dialect)[kind], values)).map(sourceLinkOf);
}

interface SpeakersQuery extends InScope {
  readonly channel: string | null;
}

const listSpeakers = async (tx: ReadTransaction, { scope, channel }: SpeakersQuery): Promise<string[]> =>
  (await tx.all(visibleSpeakersQuery(tx.dialect, scope, channel))).map(({ name }) => name);

async function filterVisibleSpeakers(
  tx: ReadTransaction,
  { scope, names, channel }: SpeakersQuery & { readonly names: readonly string[] },
): Promise<string[]> {
  return (await tx.all(stillVisibleSpeakersQuery(tx.dialect, scope, names, channel))).map(({ name }) => name);
}

async function countStats(tx: ReadTransaction, { scope }: InScope): Promise<StatsResponse> {
  const queries = statsQueries(tx.dialect, scope, tx.now);
  const [memories, messages, notes, behind, strongest, strongestMoved, movedBy] = await Promise.all([
    tx.all(queries.memories),
    tx.all(queries.messages),
    tx.all(queries.notes),
    tx.all(queries.behind),
    tx.all(queries.strongest),
    tx.all(queries.strongestMoved),
    tx.all(queries.movedBy),
  ]);
  return statsOf({ memories, messages, notes, behind, strongest, strongestMoved, movedBy });
}

async function countItems(
  tx: ReadTransaction,
  { scope, filter, max }: InScope & { readonly filter: ListFilter; readonly max: number },
): Promise<number> {
  return (await tx.get(listQueries(tx.dialect).counted(scope, filter, max)))?.number ?? 0;
}

const nameOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string => `${kind} ${id}`;

/** Loads items in the order of the pointers. All pointers must belong to one organisation. */
async function loadItem(
  tx: ReadTransaction,
  { orgId, pointers }: { readonly orgId: OrgId; readonly pointers: readonly Pointer[] },
): Promise<(Loaded | undefined)[]> {
  const { dialect } = tx;
  const [ids, { ofOrganisation }] = [pointers.map(({ id }) => id), itemQueries(dialect)];
  const rows = await tx.all(ofOrganisation, { orgId, ids: distinctIds(dialect, ids) });
  const byName = new Map(rows.map((row) => [nameOf(row), loadedItemOf(row)]));
  return pointers.map((pointer) => byName.get(nameOf(pointer)));
}

const lockedQuery = ofDialect(({ queries, forUpdate }) =>
  prepared<ScopeFields & { kind: ItemKind; id: ItemId }>()((place) =>
    queries
      .selectFrom('item')
      .select(rowColumns)
      .where('id', '=', place('id'))
      .where('kind', '=', place('kind'))
      .where(visibilityCondition(scopePlaces(place)))
      .modifyEnd(forUpdate),
  ),
);

interface ForgetCommand extends InScope {
  readonly author: Forgetter;
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** Forgets an item. Returns false if the scope sees no such item. */
async function forgetItem(tx: Transaction, { scope, author, kind, id }: ForgetCommand): Promise<boolean> {
  const row = await tx.get(lockedQuery(tx.dialect), { ...fieldsOf(scope), kind, id });
  if (!row) return false;
  requireMayChange(author, [row.principal_id], 'forget an item');
  await storeMarks(tx, [row], {
    orgId: scope.orgId,
    whose: markOwnerOf(author),
    isChosen: true,
  });
  await forgetItems(tx, [row]);
  await auditActs(tx, { author, action: 'forget', kind, id, version: row.version + 1 });
  return true;
}

export const items = feature('items', {
  tables: [],
  reads: {
    find: findItem,
    hydrate: hydrateItems,
    idsByEnd,
    recent: listRecentItems,
    list: listItems,
    candidateFeatures,
    sourceLinks,
    waiting: readWaitingItems,
    speakers: listSpeakers,
    stillSpeaking: filterVisibleSpeakers,
    stats: countStats,
    count: countItems,
    load: loadItem,
  },
  writes: { forget: forgetItem },
});
export type Items = CallsOf<typeof items>;
