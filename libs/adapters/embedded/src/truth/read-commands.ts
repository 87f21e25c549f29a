import {
  fieldsOf,
  foundItemOf,
  itemOf,
  itemQueries,
  kinOf,
  lineageQueries,
  listQueries,
  loadedItemOf,
  requirePlace,
  statsOf,
  statsQueries,
  traitQueries,
  traitsOf,
  wantedIds,
  type ScopeFields,
  type TraitRow,
} from '@cairn/adapter-sql';
import type { IndexState, Item, ItemId, ItemKind, ItemResponse, Message, StatsResponse } from '@cairn/contracts';
import { passes, type Filter, type Kin, type ListFilter, type ListPage, type Pointer, type Traits } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const items = itemQueries(sqlite);
const traitsByKind = traitQueries(sqlite);
const lineage = lineageQueries(sqlite);
const listed = listQueries(sqlite);

export function findItem(
  db: Database,
  scope: ScopeFields,
  kind: ItemKind,
  id: ItemId,
): (Item & { index: IndexState }) | undefined {
  const row = db.get(items.visibleItem, { ...fieldsOf(scope), kind, id });
  return row && foundItemOf(row);
}

export const hydrate = (db: Database, scope: ScopeFields, filter: Filter, ids: readonly ItemId[]): Item[] =>
  db
    .all(items.visibleItems, { ...fieldsOf(scope), kind: filter.kind, ids: wantedIds(sqlite, ids) })
    .map(itemOf)
    .filter((item) => passes(filter, item));

export const recent = (db: Database, scope: ScopeFields, filter: Filter, limit: number): Message[] =>
  db
    .all(items.newest(scope, filter, limit))
    .reverse()
    .map(itemOf) as Message[];

export function list(db: Database, scope: ScopeFields, filter: ListFilter, page: ListPage): ItemResponse[] {
  const { after } = page;
  const { orgId } = scope;
  const place = after && requirePlace(after, db.get(listed.placed, { orgId, kind: filter.kind, id: after.id }));
  return db.all(listed.page(scope, filter, page, place)).map(foundItemOf) as ItemResponse[];
}

export function traits(db: Database, scope: ScopeFields, kind: ItemKind, ids: readonly ItemId[]): Traits[] {
  const values = { ...fieldsOf(scope), kind, ids: wantedIds(sqlite, ids) };
  const found: TraitRow[] = db.all(traitsByKind[kind], values);
  return found.map(traitsOf);
}

export function kin(db: Database, scope: ScopeFields, kind: ItemKind, ids: readonly ItemId[]): Kin[] {
  return db.all(lineage[kind], { ...fieldsOf(scope), ids: wantedIds(sqlite, ids) }).map(kinOf);
}

export const count = (db: Database, scope: ScopeFields, filter: Filter, max: number): number =>
  db.get(items.counted(scope, filter, max))?.number ?? 0;

export function loadItem(db: Database, pointer: Pointer): Item | { deletedAt: number; version: number } | undefined {
  const row = db.get(items.byPointer, pointer);
  return row && loadedItemOf(row);
}

export function stats(db: Database, scope: ScopeFields, now: number): StatsResponse {
  const { memories, messages, notes, behind, strongest } = statsQueries(sqlite, scope, now);
  return statsOf({
    memories: db.all(memories),
    messages: db.all(messages),
    notes: db.all(notes),
    behind: db.all(behind),
    strongest: db.all(strongest),
  });
}
