import {
  bitsIn,
  bytesOf,
  chunkOf,
  fieldsOf,
  prepared,
  scopePlaces,
  tokenBytesOf,
  visible,
  wholeExtent,
  type ScopeFields,
} from '@cairn/adapter-sql';
import type { ItemId, ItemKind } from '@cairn/contracts';
import type { ChunkEmbedding, EmbeddedExtent, EmbeddedPart, Pointer } from '@cairn/ports';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries } from '../sqlite/dialect.ts';
import type { EmbeddingTable, PassageTable } from '../sqlite/schema.ts';
import { transferring } from '../sqlite/wire.ts';

export interface EmbeddingKey {
  readonly orgId: string;
  readonly modelId: string;
  readonly contentHash: string;
}

const chunksOf = prepared<EmbeddingKey>()((place) =>
  queries
    .selectFrom('embedding')
    .innerJoin('passage', 'passage.seq', 'embedding.seq')
    .select(['passage.from', 'passage.to', 'dims', 'vector', 'token_dims as tokenDims', 'tokens'])
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId'))
    .orderBy('embedding.chunk'),
);

export function findEmbedding(db: Database, key: EmbeddingKey): ChunkEmbedding[] | undefined {
  const rows = db.all(chunksOf, key);
  return rows.length > 0 ? rows.map(chunkOf) : undefined;
}

const extentOf = prepared<EmbeddingKey>()((place) =>
  queries
    .selectFrom('embedding')
    .innerJoin('passage', 'passage.seq', 'embedding.seq')
    .select(({ fn }) => [
      fn.countAll<number>().as('chunks'),
      fn.max<number | null>('embedding.chunk').as('last'),
      fn.max<number | null>('passage.to').as('to'),
    ])
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId')),
);

export const findExtent = (db: Database, key: EmbeddingKey): EmbeddedExtent | undefined =>
  wholeExtent(db.get(extentOf, key));

const insertChunk = prepared<Omit<Selectable<EmbeddingTable>, 'seq'>>()((place) =>
  queries.insertInto('embedding').values({
    org_id: place('org_id'),
    content_hash: place('content_hash'),
    model_id: place('model_id'),
    chunk: place('chunk'),
    dims: place('dims'),
    vector: place('vector'),
  }),
);

const insertPassage = prepared<Selectable<PassageTable>>()((place) =>
  queries.insertInto('passage').values({
    seq: place('seq'),
    chunk: place('chunk'),
    from: place('from'),
    to: place('to'),
    token_dims: place('token_dims'),
    tokens: place('tokens'),
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

interface Link extends EmbeddingKey {
  readonly seq: number;
  readonly first: number | null;
}

const insertLink = prepared<Link>()((place) =>
  queries.insertInto('item_embedding').values({
    item_seq: place('seq'),
    model_id: place('modelId'),
    org_id: place('orgId'),
    content_hash: place('contentHash'),
    first_seq: place('first'),
  }),
);

const moveLinks = prepared<EmbeddingKey & { first: number | null }>()((place) =>
  queries
    .updateTable('item_embedding')
    .set({ first_seq: place('first') })
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId')),
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
  const [first = null] = chunks.map((chunk, index) => insert(db, key, chunk, index));
  db.run(moveLinks, { ...key, first });
  relink(db, { ...key, seq: item.seq, first });
}

/** The last part brings all of them into a row, which is what makes a passage one look-up. */
export function keepPart(db: Database, command: Omit<KeepCommand, 'chunks'> & { readonly part: EmbeddedPart }): void {
  const { pointer, modelId, contentHash, part } = command;
  const item = db.get(presentItem, pointer);
  if (!item) return;
  const key = { orgId: pointer.orgId, modelId, contentHash };
  db.run(removeChunksFrom, { ...key, at: part.at });
  part.chunks.forEach((chunk, index) => insert(db, key, chunk, part.at + index));
  if (part.isLast) keepEmbedding(db, { pointer, modelId, contentHash, chunks: findEmbedding(db, key) ?? [] });
  else relink(db, { ...key, seq: item.seq, first: null });
}

/** Returns the chunk's `seq`, which is one more than that of the chunk before it: nothing else is written in between. */
function insert(db: Database, { orgId, contentHash, modelId }: EmbeddingKey, chunk: ChunkEmbedding, index: number) {
  const { lastSeq: seq } = db.run(insertChunk, {
    org_id: orgId,
    content_hash: contentHash,
    model_id: modelId,
    chunk: index,
    dims: chunk.vector.length,
    vector: bytesOf(chunk.vector),
  });
  const { from, to, tokens } = chunk;
  const token_dims = tokens?.dims ?? null;
  db.run(insertPassage, { seq, chunk: index, from, to, token_dims, tokens: tokenBytesOf(tokens) });
  return seq;
}

function relink(db: Database, link: Link): void {
  const former = db.get(linkOf, link);
  if (former?.contentHash === link.contentHash) return;
  if (former) unlink(db, link.seq, former);
  db.run(insertLink, link);
}

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

const removeChunksFrom = prepared<EmbeddingKey & { at: number }>()((place) =>
  queries
    .deleteFrom('embedding')
    .where('org_id', '=', place('orgId'))
    .where('content_hash', '=', place('contentHash'))
    .where('model_id', '=', place('modelId'))
    .where('chunk', '>=', place('at')),
);

/** Embeddings tell of the text, so they go with it, unless another item has the same text. Says how many models had some. */
export function forgetEmbedding(db: Database, seq: number): number {
  const keys = db.all(linksOfItem, { seq });
  for (const key of keys) unlink(db, seq, key);
  return keys.length;
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
  const words = new Uint32Array(rows.reduce((sum, { tokens }) => sum + wordsIn(tokens), 0));
  let end = 0;
  const passages = rows.map(({ id, from, to, dims, tokens }) => {
    const start = end;
    end += wordsIn(tokens);
    if (tokens) new Uint8Array(words.buffer).set(tokens, start * 4);
    return { id: id as ItemId, from, to, dims, start, idsStart: start + bitsIn(end - start, dims ?? 0), end };
  });
  return transferring({ passages, words }, [words.buffer]);
}

const wordsIn = (bytes: Uint8Array | null) => (bytes ? bytes.byteLength / 4 : 0);

/**
 * The joins stand in the order they are to be made: what is wanted is few, what is stored is much. `places` is a JSON
 * list of `<id>:<chunk>`, which is taken apart in half the time of objects. A text may have fewer chunks than an index
 * believes, and another's follow: so the chunk is asked for as well.
 */
const passageRows = prepared<ScopeFields & { modelId: string; kind: ItemKind; places: string }>()((place) =>
  queries
    .selectFrom(sql<{ value: string }>`json_each(${place('places')})`.as('wanted'))
    .crossJoin('item')
    .crossJoin('item_embedding as link')
    .crossJoin('passage')
    .select(['item.id', 'passage.from', 'passage.to', 'token_dims as dims', 'tokens'])
    .where('item.id', '=', sql<string>`substr(wanted.value, 1, 36)`)
    .where('item.kind', '=', place('kind'))
    .where(visible(scopePlaces(place)))
    .whereRef('link.item_seq', '=', 'item.seq')
    .where('link.model_id', '=', place('modelId'))
    .where('passage.seq', '=', sql<number>`link.first_seq + cast(substr(wanted.value, 38) as integer)`)
    .where('passage.chunk', '=', sql<number>`cast(substr(wanted.value, 38) as integer)`),
);
