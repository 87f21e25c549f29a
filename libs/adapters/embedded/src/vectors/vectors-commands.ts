import { CairnError } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';
import type { VectorEntry, VectorRemoval } from './vector-entry.ts';

/** A model's vectors: only they are read and written while it is the configured one. */
export interface Generation {
  readonly id: number;
  readonly dims: number;
}

/** Finds or starts the generation of a model. The first is live; another is built beside it. */
function openVectorGeneration(db: Database, modelId: string, dims: number): Generation {
  const found = db
    .statement("select id, dims from generation where target = 'vectors' and model_id = ?")
    .get(modelId) as Generation | undefined;
  if (!found) return startGeneration(db, modelId, dims);
  if (found.dims === dims) return { id: found.id, dims };
  throw new CairnError(
    'config/invalid',
    `The vectors of ${modelId} in this data folder have ${found.dims} dimensions, not ${dims}: another model needs another id.`,
  );
}

function startGeneration(db: Database, modelId: string, dims: number): Generation {
  const live = db.value<number>("select count(*) from generation where target = 'vectors' and state = 'live'");
  const { lastInsertRowid } = db
    .statement("insert into generation (target, model_id, dims, state) values ('vectors', ?, ?, ?)")
    .run(modelId, dims, live === 0 ? 'live' : 'building');
  return { id: Number(lastInsertRowid), dims };
}

const UPSERT = `
  insert into vector_entry (generation_id, org_id, kind, item_id, version, removed, principal_id, visibility, channel,
    subchannel, session_key, store, category, tags, state, effective_at, vectors)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (generation_id, org_id, kind, item_id) do update set version = excluded.version, removed = excluded.removed,
    principal_id = excluded.principal_id, visibility = excluded.visibility, channel = excluded.channel,
    subchannel = excluded.subchannel, session_key = excluded.session_key, store = excluded.store,
    category = excluded.category, tags = excluded.tags, state = excluded.state, effective_at = excluded.effective_at,
    vectors = excluded.vectors
  where excluded.version > version or (excluded.version = version and (excluded.removed = 1 or removed = 0))`;

/** Stores an item's vectors. An older version than the present one, or than a removal, changes nothing. */
function upsertVectors(db: Database, generationId: number, entry: VectorEntry): void {
  db.statement(UPSERT).run(
    generationId,
    entry.orgId,
    entry.kind,
    entry.id,
    entry.version,
    0,
    entry.principalId,
    entry.visibility,
    entry.channel,
    entry.subchannel,
    entry.sessionKey,
    entry.store,
    entry.category,
    JSON.stringify(entry.tags),
    entry.state,
    entry.effectiveAt,
    bytesOf(entry.vectors),
  );
}

/** Takes an item's vectors out and remembers the version. */
function removeVectors(db: Database, generationId: number, { orgId, kind, id, version }: VectorRemoval): void {
  const nothing = ['', '', null, null, null, null, null, '[]', 'deleted', 0, new Uint8Array()] as const;
  db.statement(UPSERT).run(generationId, orgId, kind, id, version, 1, ...nothing);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength);

/** Commands of the writer thread. */
export const vectorWrites = { openVectorGeneration, upsertVectors, removeVectors };

type EntryRow = Omit<VectorEntry, 'tags' | 'vectors'> & {
  readonly removed: number;
  readonly tags: string;
  readonly vectors: Uint8Array;
};

const ENTRIES = `
  select org_id as orgId, kind, item_id as id, version, removed, principal_id as principalId, visibility, channel,
    subchannel, session_key as sessionKey, store, category, tags, state, effective_at as effectiveAt, vectors
  from vector_entry where generation_id = ? order by seq`;

/** Everything that a generation holds, for the thread that searches it. */
export function* readEntries(
  db: Database,
  generationId: number,
): Generator<{ entry: VectorEntry } | { removal: VectorRemoval }> {
  for (const row of db.statement(ENTRIES).iterate(generationId) as unknown as Iterable<EntryRow>) {
    if (row.removed) yield { removal: row };
    else yield { entry: Object.assign(row, { tags: tagsOf(row), vectors: floatsOf(row.vectors) }) };
  }
}

const NO_TAGS: readonly string[] = [];

const tagsOf = ({ tags }: EntryRow): readonly string[] => (tags === '[]' ? NO_TAGS : (JSON.parse(tags) as string[]));

/** SQLite's bytes may start anywhere; floats must not. */
function floatsOf({ buffer, byteOffset, byteLength }: Uint8Array): Float32Array {
  const start = byteOffset % 4 === 0 ? byteOffset : 0;
  return new Float32Array(
    start === byteOffset ? buffer : buffer.slice(byteOffset, byteOffset + byteLength),
    start,
    byteLength / 4,
  );
}
