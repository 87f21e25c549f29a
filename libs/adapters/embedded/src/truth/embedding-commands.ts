import type { ItemId, ItemKind } from '@cairn/contracts';
import type { ChunkEmbedding, Pointer } from '@cairn/ports';
import { sql, type Selectable } from 'kysely';
import { fieldsOf, scopePlaces, visible, type ScopeFields } from '../sqlite/conditions.ts';
import { prepared, queries, type Database } from '../sqlite/database.ts';
import type { EmbeddingTable } from '../sqlite/schema.ts';
import { transferring } from '../sqlite/wire.ts';

export interface EmbeddingKey {
  readonly orgId: string;
  readonly modelId: string;
  readonly contentHash: string;
}

const chunksOf = prepared<EmbeddingKey>()((place) =>
  queries
    .selectFrom('embedding')
    .selectAll()
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId'))
    .orderBy('chunk'),
);

export function findEmbedding(db: Database, key: EmbeddingKey): ChunkEmbedding[] | undefined {
  const rows = db.all(chunksOf, key);
  return rows.length > 0 ? rows.map(chunkOf) : undefined;
}

function chunkOf(row: Selectable<EmbeddingTable>): ChunkEmbedding {
  const place = { from: row.from, to: row.to, vector: new Float32Array(ownBuffer(row.vector)) };
  if (row.token_bits === null || row.token_ids === null) return place;
  const bits = new Uint32Array(ownBuffer(row.token_bits));
  return {
    ...place,
    tokens: { dims: row.token_dims ?? row.dims, bits, ids: new Uint32Array(ownBuffer(row.token_ids)) },
  };
}

const ownBuffer = (bytes: Uint8Array) => bytes.slice().buffer as ArrayBuffer;

const insertChunk = prepared<Selectable<EmbeddingTable>>()((place) =>
  queries.insertInto('embedding').values({
    org_id: place('org_id'),
    content_hash: place('content_hash'),
    model_id: place('model_id'),
    chunk: place('chunk'),
    from: place('from'),
    to: place('to'),
    dims: place('dims'),
    vector: place('vector'),
    token_dims: place('token_dims'),
    token_ids: place('token_ids'),
    token_bits: place('token_bits'),
  }),
);

const presentItem = prepared<Pointer>()((place) =>
  queries
    .selectFrom('item')
    .select('seq')
    .where('id', '=', place('id'))
    .where('org_id', '=', place('orgId'))
    .where('kind', '=', place('kind'))
    .where('state', '<>', 'deleted'),
);

const linkOf = prepared<{ seq: number; modelId: string }>()((place) =>
  queries
    .selectFrom('item_embedding')
    .select(['org_id as orgId', 'model_id as modelId', 'content_hash as contentHash'])
    .where('item_seq', '=', place('seq'))
    .where('model_id', '=', place('modelId')),
);

const insertLink = prepared<EmbeddingKey & { seq: number }>()((place) =>
  queries.insertInto('item_embedding').values({
    item_seq: place('seq'),
    model_id: place('modelId'),
    org_id: place('orgId'),
    content_hash: place('contentHash'),
  }),
);

export interface KeepCommand {
  readonly pointer: Pointer;
  readonly modelId: string;
  readonly contentHash: string;
  readonly chunks: readonly ChunkEmbedding[];
}

/** Nothing is kept of an item that was forgotten while the model worked on it. */
export function keepEmbedding(db: Database, { pointer, modelId, contentHash, chunks }: KeepCommand): void {
  const item = db.get(presentItem, pointer);
  if (!item) return;
  const key = { orgId: pointer.orgId, modelId, contentHash };
  db.run(removeChunks, key);
  chunks.forEach((chunk, index) => db.run(insertChunk, rowOf(key, chunk, index)));
  relink(db, item.seq, key);
}

function relink(db: Database, seq: number, key: EmbeddingKey): void {
  const former = db.get(linkOf, { seq, modelId: key.modelId });
  if (former?.contentHash === key.contentHash) return;
  if (former) unlink(db, seq, former);
  db.run(insertLink, { seq, ...key });
}

function rowOf({ orgId, contentHash, modelId }: EmbeddingKey, chunk: ChunkEmbedding, index: number) {
  return {
    org_id: orgId,
    content_hash: contentHash,
    model_id: modelId,
    chunk: index,
    from: chunk.from,
    to: chunk.to,
    dims: chunk.vector.length,
    vector: bytesOf(chunk.vector),
    token_dims: chunk.tokens?.dims ?? null,
    token_ids: chunk.tokens ? bytesOf(chunk.tokens.ids) : null,
    token_bits: chunk.tokens ? bytesOf(chunk.tokens.bits) : null,
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

const linksOfItem = prepared<{ seq: number }>()((place) =>
  queries
    .selectFrom('item_embedding')
    .select(['org_id as orgId', 'model_id as modelId', 'content_hash as contentHash'])
    .where('item_seq', '=', place('seq')),
);

const removeLink = prepared<{ seq: number; modelId: string }>()((place) =>
  queries.deleteFrom('item_embedding').where('item_seq', '=', place('seq')).where('model_id', '=', place('modelId')),
);

const otherLink = prepared<EmbeddingKey>()((place) =>
  queries
    .selectFrom('item_embedding')
    .select('item_seq')
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId'))
    .limit(1),
);

const removeChunks = prepared<EmbeddingKey>()((place) =>
  queries
    .deleteFrom('embedding')
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId')),
);

/** Embeddings tell of the text, so they go with it, unless another item has the same text. */
export function forgetEmbedding(db: Database, seq: number): void {
  for (const key of db.all(linksOfItem, { seq })) unlink(db, seq, key);
}

function unlink(db: Database, seq: number, key: EmbeddingKey): void {
  db.run(removeLink, { seq, modelId: key.modelId });
  if (!db.get(otherLink, key)) db.run(removeChunks, key);
}

export interface PassagesQuery {
  readonly scope: ScopeFields;
  readonly modelId: string;
  readonly kind: ItemKind;
  readonly wanted: readonly { readonly id: ItemId; readonly chunk: number }[];
}

/** Places of chunks, with all their token words in one array: bits at [start, idsStart), ids at [idsStart, end). */
export interface PackedPassages {
  readonly passages: readonly PackedPassage[];
  readonly words: Uint32Array<ArrayBuffer>;
}

interface PackedPassage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly dims: number | null;
  readonly start: number;
  readonly idsStart: number;
  readonly end: number;
}

export function findPassages(db: Database, { scope, modelId, kind, wanted }: PassagesQuery): PackedPassages {
  const places = JSON.stringify(wanted.map(({ id, chunk }) => `${id}:${chunk}`));
  const rows = db.all(passageRows, { ...fieldsOf(scope), modelId, kind, places });
  const words = new Uint32Array(rows.reduce((sum, row) => sum + wordsIn(row.bits) + wordsIn(row.ids), 0));
  let end = 0;
  const passages = rows.map(({ id, from, to, dims, bits, ids }) => {
    const start = end;
    const idsStart = copyWords(bits, words, start);
    end = copyWords(ids, words, idsStart);
    return { id: id as ItemId, from, to, dims: bits && ids ? dims : null, start, idsStart, end };
  });
  return transferring({ passages, words }, [words.buffer]);
}

/**
 * The joins stand in the order they are to be made: what is wanted is few, what is stored is much. `places` is a JSON
 * list of `<id>:<chunk>`, which is taken apart in half the time of objects.
 */
const passageRows = prepared<ScopeFields & { modelId: string; kind: ItemKind; places: string }>()((place) =>
  queries
    .selectFrom(sql<{ value: string }>`json_each(${place('places')})`.as('wanted'))
    .crossJoin('item')
    .crossJoin('item_embedding as link')
    .crossJoin('embedding')
    .select(['item.id', 'embedding.from', 'embedding.to'])
    .select(['token_dims as dims', 'token_bits as bits', 'token_ids as ids'])
    .where('item.id', '=', sql<string>`substr(wanted.value, 1, 36)`)
    .where('item.kind', '=', place('kind'))
    .where(visible(scopePlaces(place)))
    .whereRef('link.item_seq', '=', 'item.seq')
    .where('link.model_id', '=', place('modelId'))
    .whereRef('embedding.org_id', '=', 'link.org_id')
    .whereRef('embedding.content_hash', '=', 'link.content_hash')
    .whereRef('embedding.model_id', '=', 'link.model_id')
    .where('embedding.chunk', '=', sql<number>`cast(substr(wanted.value, 38) as integer)`),
);

const wordsIn = (bytes: Uint8Array | null) => (bytes ? bytes.byteLength / 4 : 0);

/** Copies at `start` and returns where it ended. */
function copyWords(bytes: Uint8Array | null, words: Uint32Array, start: number): number {
  if (bytes) new Uint8Array(words.buffer).set(bytes, start * 4);
  return start + wordsIn(bytes);
}
