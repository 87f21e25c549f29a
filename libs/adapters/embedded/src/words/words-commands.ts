import type { Bm25, GroupCoverage, IndexEntry, Pointer, WordHit, WordQuery } from '@cairn/ports';
import { itemKinds, type Item, type ItemId, type ItemKind, type OrgId } from '@cairn/contracts';
import { EVERYONE, readerOf, type Filter } from '@cairn/domain';
import { groupOf } from '@cairn/text';
import { filteredColumns, filteredFieldsOf, valuesOf, type ReaderFields } from '../generations/filtered-fields.ts';
import { generationQueries } from '@cairn/store';
import { entryFrom, type EntryHead, type EntryPlace } from '../generations/entry-pages.ts';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';
import { REMOVALS_KEPT } from './documents.ts';
import { listingOf, type Listing } from './listing.ts';
import { unpackListing, type PackedListing } from './packed-listing.ts';
import { computeCoverageOfGroups, scoreDocuments, searchDocuments } from './word-search.ts';
import { dropSpace, findOrMakeSpace, findSpace, listsOf, type WordSpace } from './word-space.ts';

/**
 * Indexes an item in every written generation, by the analyser of each generation. A deleted item is removed instead.
 * All changes are part of the caller's transaction. `words` are listings of a long text that were made beforehand.
 */
export function indexWordsInTransaction(db: Database, item: Item, words?: readonly PackedListing[]): void {
  for (const generation of writtenGenerations(db)) upsertWords(db, generation, item, words);
}

/** Generation of the word index in the form in which it is sent to a thread: its number and its analyser. */
export interface WordGeneration {
  readonly number: number;
  readonly analyser: string;
}

const { written } = generationQueries(sqlite);

const writtenGenerations = (db: Database): WordGeneration[] =>
  db.all(written, { target: 'words' }).map((row) => ({ number: row.number, analyser: row.built_by }));

/** Returns the analysers of the written generations. */
const wordAnalysers = (db: Database): string[] => [...new Set(writtenGenerations(db).map(({ analyser }) => analyser))];

/** Indexes an item at its version, unless the index knows a newer version. */
function upsertWords(
  db: Database,
  { number: generation, analyser }: WordGeneration,
  item: Item,
  words?: readonly PackedListing[],
): void {
  if (item.state === 'deleted') return removeWords(db, generation, item, item.version);
  const space = findOrMakeSpace(db, { generation, orgId: item.orgId, kind: item.kind });
  const known = knownVersions(db, space, item.id);
  if (item.version < known.present || item.version <= known.removed) return;
  takeOut(db, space, item.id);
  const packed = words?.find((each) => each.analyser === analyser);
  putIn(db, space, item, packed ? unpackListing(packed) : listingOf(item, analyser));
}

/** Removes an item and records the version of the removal, unless the index has a newer version of the item. */
function removeWords(db: Database, generation: number, pointer: Pointer, version: number): void {
  const space = findOrMakeSpace(db, { generation, orgId: pointer.orgId, kind: pointer.kind });
  const known = knownVersions(db, space, pointer.id);
  if (version < Math.max(known.present, known.removed)) return;
  takeOut(db, space, pointer.id);
  db.statement('insert into word_removal (space_id, item_id, version, removed_at) values (?, ?, ?, ?)').run(
    space.id,
    pointer.id,
    version,
    Date.now(),
  );
}

const SELECT_KNOWN_VERSIONS = `
  select coalesce((select version from word_document where space_id = ?1 and item_id = ?2), 0) as present,
    coalesce((select version from word_removal where space_id = ?1 and item_id = ?2), 0) as removed`;

const knownVersions = (db: Database, { id }: WordSpace, itemId: ItemId) =>
  db.statement(SELECT_KNOWN_VERSIONS).get(id, itemId) as { present: number; removed: number };

const INSERT_DOCUMENT = `
  insert into word_document (space_id, item_id, version, length, listed, run, group_name, ${filteredColumns.join(', ')})
  values (?, ?, ?, ?, ?, ?, ?, ${filteredColumns.map(() => '?').join(', ')})`;

function putIn(db: Database, space: WordSpace, item: Item, listing: Listing): void {
  const { length, listed, run } = listing;
  const group = item.state === 'active' ? groupOf(item) : null;
  const columns = valuesOf(filteredFieldsOf(item));
  const inserted = db
    .statement(INSERT_DOCUMENT)
    .run(space.id, item.id, item.version, length, listed, run, group, ...columns);
  db.statement(`insert into ${listsOf(space)} (rowid, tokens) values (?, ?)`).run(inserted.lastInsertRowid, listed);
  changeStatistics(db, space, readerOf(item) === EVERYONE ? { documents: 1, length } : NO_CHANGE);
}

function takeOut(db: Database, space: WordSpace, itemId: ItemId): void {
  db.statement('delete from word_removal where space_id = ? and item_id = ?').run(space.id, itemId);
  const present = db
    .statement('select seq, length, listed, reader from word_document where space_id = ? and item_id = ?')
    .get(space.id, itemId) as PresentDocument | undefined;
  if (!present) return;
  const lists = listsOf(space);
  db.statement(`insert into ${lists} (${lists}, rowid, tokens) values ('delete', ?, ?)`).run(
    present.seq,
    present.listed,
  );
  db.statement('delete from word_document where seq = ?').run(present.seq);
  const isOpen = present.reader === EVERYONE;
  changeStatistics(db, space, isOpen ? { documents: -1, length: -present.length } : NO_CHANGE);
  db.statement(INSERT_GONE).run(present.seq, space.id);
  db.statement(FORGET_GONE).run(space.id, REMOVALS_KEPT);
}

/** Inserts values, since an insertion from a query would make FTS5 write what it gathered. */
const INSERT_GONE = `insert into word_gone (space_id, revision, seq)
  values (?2, coalesce((select max(revision) from word_gone where space_id = ?2), 0) + 1, ?1)`;
const FORGET_GONE = `delete from word_gone where space_id = ?1
  and revision <= (select max(revision) from word_gone where space_id = ?1) - ?2`;

interface PresentDocument extends Pick<Listing, 'length' | 'listed'> {
  readonly seq: number;
  readonly reader: string;
}

/**
 * Changes of the statistics by a restricted document. A restricted document is on the lists but does not count in the
 * statistics.
 */
const NO_CHANGE = { documents: 0, length: 0 };

function changeStatistics(db: Database, { id }: WordSpace, by: { documents: number; length: number }): void {
  const sql =
    'update word_space set documents = documents + ?, length = length + ?, revision = revision + 1 where id = ?';
  db.statement(sql).run(by.documents, by.length, id);
}

/** Deletes up to `limit` records of removals from a generation, and returns their number. */
function forgetWordRemovals(db: Database, generation: number, before: number, limit: number): number {
  const { changes } = db.statement(DELETE_REMOVALS).run(generation, before, limit);
  return Number(changes);
}

const DELETE_REMOVALS = `
  delete from word_removal where (space_id, item_id) in (
    select space_id, item_id from word_removal
    where space_id in (select id from word_space where generation = ?) and removed_at < ? limit ?)`;

/** Commands of the writer thread. */
export const wordWrites = { upsertWords, removeWords, dropWords, forgetWordRemovals };

/**
 * Deletes up to `limit` documents and removals of a generation, and its spaces when none is left. Returns the number of deleted
 * rows.
 */
function dropWords(db: Database, generation: number, limit: number): number {
  const spaces = db.statement('select id from word_space where generation = ?').all(generation) as { id: number }[];
  let dropped = 0;
  for (const space of spaces) {
    for (const table of ['word_document', 'word_removal']) {
      const some = db
        .statement(`select item_id as id from ${table} where space_id = ? limit ?`)
        .all(space.id, limit - dropped) as { id: string }[];
      const remove = db.statement(`delete from ${table} where space_id = ? and item_id = ?`);
      for (const { id } of some) remove.run(space.id, id);
      dropped += some.length;
    }
    if (dropped === limit) return dropped;
    dropSpace(db, space);
  }
  return dropped;
}

const SELECT_ENTRIES_PAGE = `
  select item_id as id, version, removed from (
    select * from (select item_id, version, 0 as removed from word_document
      where space_id = ?1 and item_id > ?2 order by item_id limit ?3)
    union all
    select * from (select item_id, version, 1 as removed from word_removal
      where space_id = ?1 and item_id > ?2 order by item_id limit ?3)
  ) order by item_id limit ?3`;

/** Returns a page of an organisation's entries in a generation, after a given entry. */
function wordEntries(db: Database, generation: number, orgId: OrgId, after: EntryPlace, limit: number): IndexEntry[] {
  const entries: IndexEntry[] = [];
  for (const kind of itemKinds.filter((each) => each >= after.kind)) {
    const space = findSpace(db, { generation, orgId, kind });
    if (!space || entries.length === limit) continue;
    const from = kind === after.kind ? after.id : '';
    const rows = db
      .statement(SELECT_ENTRIES_PAGE)
      .all(space.id, from, limit - entries.length) as unknown as EntryHead[];
    entries.push(...rows.map((row) => entryFrom({ ...row, orgId, kind })));
  }
  return entries;
}

/** Commands of the reader threads. */
export const wordReads = {
  searchWords: (
    db: Database,
    generation: number,
    scope: ReaderFields,
    query: WordQuery,
    filter: Filter,
    limit: number,
    bm25: Bm25,
  ): WordHit[] => searchDocuments(db, { generation, scope, query, filter, limit, bm25 }),
  scoreWords: (
    db: Database,
    generation: number,
    scope: ReaderFields,
    query: WordQuery,
    kind: ItemKind,
    ids: readonly ItemId[],
    bm25: Bm25,
  ): WordHit[] => scoreDocuments(db, { generation, scope, query, kind, ids, bm25 }),
  coverGroups: (
    db: Database,
    generation: number,
    scope: ReaderFields,
    query: WordQuery,
    kind: ItemKind,
    groups: readonly string[],
  ): GroupCoverage[] => computeCoverageOfGroups(db, { generation, scope, query, kind, groups }),
  wordEntries,
  wordAnalysers,
};
