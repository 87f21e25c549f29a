import type { Bm25, Filter, GroupCoverage, Pointer, WordHit, WordQuery } from '@cairn/ports';
import { effectiveTime, type Item, type ItemId, type ItemKind } from '@cairn/contracts';
import type { ScopeFields } from '../sqlite/conditions.ts';
import type { Database } from '../sqlite/database.ts';
import { LENGTH_CODES, lengthCode } from './bm25.ts';
import { listingOf, type Listing } from './listing.ts';
import { joinGroup, leaveGroup } from './word-groups.ts';
import { coverGroups, scoreDocuments, searchDocuments } from './word-search.ts';
import { findOrMakeSpace, listsOf, type WordSpace } from './word-space.ts';

/** Indexes an item at its version, within the transaction of its caller. An older version than what is known changes nothing. */
export function indexWordsInTransaction(db: Database, item: Item): void {
  if (item.state === 'deleted') return removeWordsInTransaction(db, item, item.version);
  const space = findOrMakeSpace(db, item.orgId, item.kind);
  const known = knownVersions(db, space, item.id);
  if (item.version < known.present || item.version <= known.removed) return;
  takeOut(db, space, item.id);
  putIn(db, space, item);
}

/** Takes an item out and remembers the version, within the transaction of its caller. A newer item stays. */
export function removeWordsInTransaction(db: Database, pointer: Pointer, version: number): void {
  const space = findOrMakeSpace(db, pointer.orgId, pointer.kind);
  const known = knownVersions(db, space, pointer.id);
  if (version < Math.max(known.present, known.removed)) return;
  takeOut(db, space, pointer.id);
  db.statement('insert into word_removal (space_id, item_id, version) values (?, ?, ?)').run(
    space.id,
    pointer.id,
    version,
  );
}

const KNOWN_VERSIONS = `
  select coalesce((select version from word_document where space_id = ?1 and item_id = ?2), 0) as present,
    coalesce((select version from word_removal where space_id = ?1 and item_id = ?2), 0) as removed`;

const knownVersions = (db: Database, { id }: WordSpace, itemId: ItemId) =>
  db.statement(KNOWN_VERSIONS).get(id, itemId) as { present: number; removed: number };

const INSERT = `
  insert into word_document (seq, space_id, item_id, version, length, listed, run, principal_id, visibility,
    channel, subchannel, session_key, store, category, tags, state, effective_at, group_id)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function putIn(db: Database, space: WordSpace, item: Item): void {
  const listing = listingOf(item);
  const seq = nextSeq(db, listing);
  const { length, listed, run } = listing;
  const group = joinGroup(db, space, item, listing);
  const columns = [item.version, length, listed, run, ...filteredBy(item), group];
  db.statement(INSERT).run(seq, space.id, item.id, ...columns);
  db.statement(`insert into ${listsOf(space)} (rowid, tokens) values (?, ?)`).run(seq, listed);
  changeStatistics(db, space, { documents: 1, length });
}

/** Rises with each document and carries its length, so that a list of numbers is enough to bound scores. */
function nextSeq(db: Database, { length }: Listing): number {
  const last = db.value<number | null>('select max(seq) from word_document') ?? 0;
  return (Math.floor(last / LENGTH_CODES) + 1) * LENGTH_CODES + lengthCode(length);
}

function filteredBy(item: Item) {
  const isMemory = item.kind === 'memory';
  return [
    item.principalId,
    item.visibility,
    item.channel,
    isMemory ? null : item.subchannel,
    isMemory ? null : item.sessionKey,
    isMemory ? item.store : null,
    isMemory ? item.category : null,
    JSON.stringify(isMemory ? item.tags : []),
    item.state,
    effectiveTime(item),
  ] as const;
}

function takeOut(db: Database, space: WordSpace, itemId: ItemId): void {
  db.statement('delete from word_removal where space_id = ? and item_id = ?').run(space.id, itemId);
  const present = db
    .statement('select seq, length, listed, group_id as groupId from word_document where space_id = ? and item_id = ?')
    .get(space.id, itemId) as { seq: number; length: number; listed: string; groupId: number | null } | undefined;
  if (!present) return;
  const lists = listsOf(space);
  db.statement(`insert into ${lists} (${lists}, rowid, tokens) values ('delete', ?, ?)`).run(
    present.seq,
    present.listed,
  );
  db.statement('delete from word_document where seq = ?').run(present.seq);
  leaveGroup(db, present.groupId, present);
  changeStatistics(db, space, { documents: -1, length: -present.length });
}

function changeStatistics(db: Database, { id }: WordSpace, by: { documents: number; length: number }): void {
  const sql =
    'update word_space set documents = documents + ?, length = length + ?, revision = revision + 1 where id = ?';
  db.statement(sql).run(by.documents, by.length, id);
}

/** Commands of the writer thread. */
export const wordWrites = {
  upsertWords: (db: Database, item: Item): void => indexWordsInTransaction(db, item),
  removeWords: (db: Database, pointer: Pointer, version: number): void =>
    removeWordsInTransaction(db, pointer, version),
};

/** Commands of the reader threads. */
export const wordReads = {
  searchWords: (
    db: Database,
    scope: ScopeFields,
    query: WordQuery,
    filter: Filter,
    limit: number,
    bm25: Bm25,
  ): WordHit[] => searchDocuments(db, { scope, query, filter, limit, bm25 }),
  scoreWords: (
    db: Database,
    scope: ScopeFields,
    query: WordQuery,
    kind: ItemKind,
    ids: readonly ItemId[],
    bm25: Bm25,
  ): WordHit[] => scoreDocuments(db, { scope, query, kind, ids, bm25 }),
  coverGroups: (
    db: Database,
    scope: ScopeFields,
    query: WordQuery,
    kind: ItemKind,
    groups: readonly string[],
  ): GroupCoverage[] => coverGroups(db, { scope, query, kind, groups }),
};
