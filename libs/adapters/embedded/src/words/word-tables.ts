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
    seq: column.seq(),
    space_id: spaceId,
    item_id: column.id(),
    version: column.int(),
    group_id: column.nullable(column.int()),
    length: column.int(),
    ...filteredFieldColumns,
    /** Words of the document as `word/counts`, and keys, which have no slash. */
    listed: column.text(),
    run: column.text(),
  },
  key: ['seq'],
  indexes: { word_document_by_item: 'unique (space_id, item_id)', word_document_by_time: '(space_id, effective_at)' },
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
 * Session or document as a group of words. Its words are counted separately for each audience and channel, since a channel can
 * be closed to some readers.
 */
const wordGroup = defineTable({
  name: 'word_group',
  columns: {
    id: column.seq(),
    space_id: spaceId,
    name: column.text(),
    reader: column.text(),
    channel: column.text(),
  },
  key: ['id'],
  unique: [['space_id', 'name', 'reader', 'channel']],
  moves,
});

const wordGroupTerm = defineTable({
  name: 'word_group_term',
  columns: {
    group_id: column.references(column.int(), 'word_group (id)'),
    term: column.text(),
    documents: column.int(),
  },
  key: ['group_id', 'term'],
  moves,
});

/** Words of items that not everyone may read. Statistics leave out these words, since a score must not reveal them. */
const wordClosedTerm = defineTable({
  name: 'word_closed_term',
  columns: { space_id: spaceId, term: column.text(), documents: column.int() },
  key: ['space_id', 'term'],
  moves,
});

export const wordTables = [wordSpace, wordDocument, wordRemoval, wordGroup, wordGroupTerm, wordClosedTerm];
