import type { OrgId } from '@cairn/contracts';
import type { IndexEntry } from '@cairn/ports';
import { entryFrom, type EntryHead, type EntryPlace } from '../generations/entry-pages.ts';
import { filteredColumns, valuesOf, type FilteredFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import type { VectorEntry, VectorRemoval } from './vector-entry.ts';

const VECTOR_TABLE_COLUMNS = ['version', 'removed', ...filteredColumns, 'vectors'];
const UPSERT_VECTORS = `
  insert into vector_entry (generation, org_id, kind, item_id, ${VECTOR_TABLE_COLUMNS.join(', ')})
  values (?, ?, ?, ?, ${VECTOR_TABLE_COLUMNS.map(() => '?').join(', ')})
  on conflict (generation, org_id, kind, item_id) do update set
    ${VECTOR_TABLE_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
  where excluded.version > version or (excluded.version = version and (excluded.removed = 1 or removed = 0))`;

/** Stores an item's vectors, unless the stored version or a removal is newer. */
function upsertVectors(db: Database, generation: number, entry: VectorEntry): void {
  const { orgId, kind, id, version, vectors } = entry;
  db.statement(UPSERT_VECTORS).run(generation, orgId, kind, id, version, 0, ...valuesOf(entry), bytesOf(vectors));
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

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength);

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

type EntryRow = Omit<VectorEntry, 'tags' | 'vectors'> & {
  readonly removed: number;
  readonly tags: string;
  readonly vectors: Uint8Array;
};

const SELECT_ENTRIES = `
  select org_id as orgId, kind, item_id as id, version, removed, reader, channel, subchannel, session_key as sessionKey,
    store, category, tags, state, effective_at as effectiveAt, valid_from as validFrom, valid_to as validTo,
    active_from as activeFrom, active_to as activeTo, knowledge_base as knowledgeBase, subject, attribute, vectors
  from vector_entry where generation = ? order by seq`;

/** Reads all entries of a generation for the thread that searches them. */
export function* readEntries(
  db: Database,
  generation: number,
): Generator<{ entry: VectorEntry } | { removal: VectorRemoval }> {
  for (const row of db.statement(SELECT_ENTRIES).iterate(generation) as unknown as Iterable<EntryRow>) {
    if (row.removed) yield { removal: { ...row, removedAt: row.effectiveAt } };
    else yield { entry: Object.assign(row, { tags: tagsOf(row), vectors: floatsOf(row.vectors) }) };
  }
}

const NO_TAGS: readonly string[] = [];

const tagsOf = ({ tags }: EntryRow): readonly string[] => (tags === '[]' ? NO_TAGS : (JSON.parse(tags) as string[]));

/** Copies the bytes if necessary: floats need an aligned offset, which bytes from SQLite may not have. */
function floatsOf({ buffer, byteOffset, byteLength }: Uint8Array): Float32Array {
  const start = byteOffset % 4 === 0 ? byteOffset : 0;
  return new Float32Array(
    start === byteOffset ? buffer : buffer.slice(byteOffset, byteOffset + byteLength),
    start,
    byteLength / 4,
  );
}
