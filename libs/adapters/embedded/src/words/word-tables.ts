import { column, defineTable } from '@cairn/store';
import { filteredFieldColumns } from '../generations/filtered-fields.ts';

const moves = { leftBehind: 'Indexes are built again.' };
const spaceId = column.references(column.int(), 'word_space (id)');

/**
 * Tables of the word index. A word space has the items of one organisation, kind and generation, so that a score does
 * not depend on other organisations and analysers. Each space has an FTS5 table, which is created with the first item
 * of the space. The revision of a space rises with each write to the space.
 */
const wordSpace = defineTable({
  name: 'word_space',
  columns: {
    id: column.unusedSeq(),
    org_id: column.id(),
    kind: column.text(),
    generation: column.int(),
    documents: column.int(),
    length: column.int(),
    revision: column.defaulted(column.int(), 0),
  },
  key: ['id'],
  unique: [['org_id', 'kind', 'generation']],
  moves,
});

/** The filter columns come before the words of a document, so that they are read without the words. */
const wordDocument = defineTable({
  name: 'word_document',
  columns: {
    seq: column.unusedSeq(),
    space_id: spaceId,
    item_id: column.id(),
    version: column.int(),
    length: column.int(),
    /** Session or document that an active document is a part of. */
    group_name: column.nullable(column.text()),
    ...filteredFieldColumns,
    /** Words of the document as `word/counts`. */
    listed: column.text(),
    run: column.text(),
  },
  key: ['seq'],
  indexes: { word_document_by_item: 'unique (space_id, item_id)', word_document_by_space: '(space_id)' },
  moves,
});

const wordRemoval = defineTable({
  name: 'word_removal',
  columns: {
    space_id: spaceId,
    item_id: column.id(),
    version: column.int(),
    removed_at: column.defaulted(column.time(), 0),
  },
  key: ['space_id', 'item_id'],
  moves,
});

/**
 * The newest documents that were removed from a space. Here the revision rises by one with each removal, and not with
 * additions. A connection that keeps the documents of a space in memory learns from these what it must drop.
 */
const wordGone = defineTable({
  name: 'word_gone',
  columns: { space_id: spaceId, revision: column.int(), seq: column.int() },
  key: ['space_id', 'revision'],
  moves,
});

export const wordTables = [wordSpace, wordDocument, wordRemoval, wordGone];
