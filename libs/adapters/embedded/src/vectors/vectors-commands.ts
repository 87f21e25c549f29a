import type { ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { IndexEntry } from '@cairn/ports';
import { entryFrom, type EntryHead, type EntryPlace } from '../generations/entry-pages.ts';
import { fieldsFrom, filteredColumns, valuesOf, type FilteredFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import type { VectorEntry, VectorRemoval } from './vector-entry.ts';

const VECTOR_TABLE_COLUMNS = ['version', 'removed', ...filteredColumns, 'packed'];
const UPSERT_VECTORS = `
  insert into vector_entry (generation, org_id, kind, item_id, ${VECTOR_TABLE_COLUMNS.join(', ')})
  values (?, ?, ?, ?, ${VECTOR_TABLE_COLUMNS.map(() => '?').join(', ')})
  on conflict (generation, org_id, kind, item_id) do update set
    ${VECTOR_TABLE_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
  where excluded.version > version or (excluded.version = version and (excluded.removed = 1 or removed = 0))`;

/** Stores an item's vectors, unless the stored version or a removal is newer. */
function upsertVectors(db: Database, generation: number, entry: VectorEntry): void {
  const { orgId, kind, id, version, vectors } = entry;
  db.statement(UPSERT_VECTORS).run(generation, orgId, kind, id, version, 0, ...valuesOf(entry), vectors);
}

/** Removes an item's vectors and records the removal's version. The time of the removal replaces the item's own time. */
function removeVectors(db: Database, generation: number, removal: VectorRemoval): void {
  const { orgId, kind, id, version, removedAt } = removal;
  const nothing = valuesOf({ ...NO_FIELDS, effectiveAt: removedAt });
  db.statement(UPSERT_VECTORS).run(generation, orgId, kind, id, version, 1, ...nothing, new Uint8Array());
  db.notices.add('erased');
}

const NO_FIELDS: Omit<FilteredFields, 'effectiveAt'> = {
  reader: '',
  channel: null,
  subchannel: null,
  sessionKey: null,
  store: null,
  category: null,
  tags: [],
  state: 'deleted',
  validFrom: null,
  validTo: null,
  activeFrom: null,
  activeTo: null,
  knowledgeBase: null,
  subject: null,
  attribute: null,
};

/** Deletes up to `limit` records of removals from a generation, and returns their number. */
function forgetVectorRemovals(db: Database, generation: number, before: number, limit: number): number {
  const some = 'select seq from vector_entry where removed = 1 and generation = ? and effective_at < ? limit ?';
  const { changes } = db.statement(`delete from vector_entry where seq in (${some})`).run(generation, before, limit);
  return Number(changes);
}

/** Deletes up to `limit` entries of a generation, and returns their number. */
function dropVectors(db: Database, generation: number, limit: number): number {
  const some = 'select seq from vector_entry where generation = ? limit ?';
  const { changes } = db.statement(`delete from vector_entry where seq in (${some})`).run(generation, limit);
  return Number(changes);
}

/** Commands of the writer thread. */
export const vectorWrites = { upsertVectors, removeVectors, forgetVectorRemovals, dropVectors };

const SELECT_PAGE = `
  select org_id as orgId, kind, item_id as id, version, removed from vector_entry
  where generation = ? and org_id = ? and (kind, item_id) > (?, ?) order by kind, item_id limit ?`;

/** Returns a page of an organisation's entries in a generation, after a given entry. */
function vectorEntries(db: Database, generation: number, orgId: OrgId, after: EntryPlace, limit: number): IndexEntry[] {
  const rows = db.statement(SELECT_PAGE).all(generation, orgId, after.kind, after.id, limit) as unknown as EntryHead[];
  return rows.map(entryFrom);
}

/** Commands of the reader threads. */
export const vectorReads = { vectorEntries };

const ENTRY_COLUMNS = ['org_id', 'kind', 'item_id', 'version', 'removed', 'packed', ...filteredColumns] as const;
/**
 * Selects entries in the order of the table. The plus keeps SQLite from the index by item: it would then sort all vectors in memory, which takes
 * as long as the rest of a start.
 */
export const SELECT_ENTRIES = `select ${ENTRY_COLUMNS.join(', ')} from vector_entry where +generation = ? order by seq`;
const FIELDS_START = ENTRY_COLUMNS.length - filteredColumns.length;

type EntryRow = readonly [OrgId, ItemKind, ItemId, version: number, removed: number, vectors: Uint8Array, ...unknown[]];

/**
 * Reads all entries of a generation for the thread that searches them. Rows are arrays, since a start reads all of them and an
 * object for each row takes twice as long.
 */
export function* readEntries(
  db: Database,
  generation: number,
): Generator<{ entry: VectorEntry } | { removal: VectorRemoval }> {
  const rows = db.statement(SELECT_ENTRIES);
  rows.setReturnArrays(true);
  for (const row of rows.iterate(generation) as Iterable<unknown> as Iterable<EntryRow>) {
    const [orgId, kind, id, version, removed, vectors] = row;
    const fields = fieldsFrom(row as readonly unknown[] as Parameters<typeof fieldsFrom>[0], FIELDS_START);
    if (removed) yield { removal: { orgId, kind, id, version, removedAt: fields.effectiveAt } };
    else yield { entry: Object.assign(fields, { orgId, kind, id, version, vectors }) };
  }
}

const COUNT_ENTRIES = `
  select org_id as orgId, kind, count(*) as items from vector_entry where generation = ? group by org_id, kind`;

/** Counts the entries of a generation by organisation and kind, with those of removed items. */
export function countEntries(
  db: Database,
  generation: number,
): readonly { readonly orgId: OrgId; readonly kind: ItemKind; readonly items: number }[] {
  return db.statement(COUNT_ENTRIES).all(generation) as unknown as ReturnType<typeof countEntries>;
}
