import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import type { ChunkEmbedding, EmbeddedExtent, Pointer, TokenBits } from '@cairn/ports';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import {
  type ChunkColumns,
  type EmbeddingKey,
  embeddingLock,
  embeddingQueries,
  insertChunks,
  type PassageRow,
  sqliteChunks,
} from '../kit/embedding-queries.ts';
import { registerTransfers } from '../kit/transfers.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { bytesOf, chunkOf, tokenBytesOf, tokensIn, wholeExtent, type StoredChunk } from '../kit/token-words.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

async function findEmbeddings(tx: ReadTransaction, key: EmbeddingKey): Promise<ChunkEmbedding[] | undefined> {
  const rows = await tx.all(embeddingQueries(tx.dialect).chunks, key);
  return rows.length > 0 ? rows.map(chunkOf) : undefined;
}

/**
 * Returns the number of stored chunks of a text and the offset at which the last chunk ends; undefined if no chunk is
 * stored.
 */
const findExtent = async (tx: ReadTransaction, key: EmbeddingKey): Promise<EmbeddedExtent | undefined> =>
  wholeExtent(await tx.get(embeddingQueries(tx.dialect).extent, key));

/** Consecutive chunks of a text, from number `at` on. */
interface EmbeddedPart {
  /** The number of the first chunk, from 0. */
  readonly at: number;
  readonly chunks: readonly ChunkEmbedding[];
  readonly isLast: boolean;
}

interface EmbeddedItem extends EmbeddingKey {
  /** The number of the item that the embedding is for. */
  readonly seq: number;
}

interface StoreCommand extends EmbeddingKey {
  readonly pointer: Pointer;
  readonly part: EmbeddedPart;
}

/**
 * Stores a part of an embedding, replacing the chunks from position `at` on. Stores nothing if the item was forgotten while
 * the model worked.
 */
async function storeEmbedding(tx: Transaction, { pointer, part, ...key }: StoreCommand): Promise<void> {
  const queries = embeddingQueries(tx.dialect);
  const item = await tx.get(queries.presentItem, pointer);
  if (!item) return;
  const former = await tx.all(queries.links, { seqs: JSON.stringify([item]) });
  const others = former.filter(
    ({ modelId, contentHash }) => modelId === key.modelId && contentHash !== key.contentHash,
  );
  await Promise.all([
    tx.lock(...[key, ...others].map(embeddingLock)),
    tx.run(queries.link, { ...key, ...item }),
    insert[tx.dialect.name](tx, { ...key, ...item }, part),
  ]);
  await queries.removeUnlinked(tx, others);
}

const insert = { sqlite: insertRows, postgres: insertColumns };

async function insertColumns(
  tx: Transaction,
  { seq: _, ...key }: EmbeddedItem,
  { at, chunks }: EmbeddedPart,
): Promise<void> {
  await Promise.all([
    tx.run(embeddingQueries(tx.dialect).removeFrom, { ...key, at }),
    tx.run(insertChunks(tx.dialect), { ...key, ...columnsOf(chunks, at) }),
  ]);
}

const columnsOf = (chunks: readonly ChunkEmbedding[], at: number): ChunkColumns => ({
  numbers: chunks.map((_, number) => at + number),
  froms: chunks.map(({ from }) => from),
  tos: chunks.map(({ to }) => to),
  dims: chunks.map(({ vector }) => vector.length),
  vectors: chunks.map(({ vector }) => bytesOf(vector)),
  tokenDims: chunks.map(({ tokens }) => tokens?.dims ?? null),
  tokens: chunks.map(({ tokens }) => tokenBytesOf(tokens)),
});

/**
 * Inserts the rows of a part. With the last part, inserts the rows of all earlier parts again, so that all rows are
 * consecutive: rows of other texts may have been inserted between the parts. If another item brought the same rows, only
 * links the item to them: rows inserted a second time would move the links of all items of this text.
 */
async function insertRows(tx: Transaction, { seq: item, ...key }: EmbeddedItem, part: EmbeddedPart): Promise<void> {
  const stored = await findStored(tx, key, part);
  if (stored !== undefined) {
    await tx.run(sqliteChunks(tx.dialect).moveLink, { modelId: key.modelId, item, first: stored });
    return;
  }
  const before = part.isLast && part.at > 0 ? ((await findEmbeddings(tx, key)) ?? []).slice(0, part.at) : [];
  const at = part.at - before.length;
  await tx.run(embeddingQueries(tx.dialect).removeFrom, { ...key, at });
  const { insert, insertPassage, moveLinks } = sqliteChunks(tx.dialect);
  let first: number | null = null;
  for (const [index, { vector, from, to, tokens }] of [...before, ...part.chunks].entries()) {
    const kept = { vector: bytesOf(vector), tokenDims: tokens?.dims ?? null, tokens: tokenBytesOf(tokens) };
    const chunk = { ...key, ...kept, chunk: at + index, dims: vector.length, from, to };
    const { seq } = (await tx.get(insert, chunk))!;
    await tx.run(insertPassage, { ...chunk, seq });
    first ??= seq;
  }
  await tx.run(moveLinks, { ...key, first: part.isLast ? first : null });
}

/** Returns the `seq` of the first row of a text if its rows are those of this part, and links name it. */
async function findStored(
  tx: Transaction,
  key: EmbeddingKey,
  { at, chunks, isLast }: EmbeddedPart,
): Promise<number | undefined> {
  if (at > 0 || !isLast) return undefined;
  const { stored, isLinked } = sqliteChunks(tx.dialect);
  const rows = await tx.all(stored, key);
  const first = rows[0]?.seq;
  if (first === undefined || rows.length !== chunks.length) return undefined;
  const isSame = rows.every((row, index) => row.seq === first + index && isOfChunk(row, chunks[index]!));
  return isSame && (await tx.get(isLinked, { ...key, first })) ? first : undefined;
}

const isOfChunk = (row: StoredChunk, { from, to, vector, tokens }: ChunkEmbedding): boolean =>
  row.from === from &&
  row.to === to &&
  row.tokenDims === (tokens?.dims ?? null) &&
  areSame(row.vector, bytesOf(vector)) &&
  areSame(row.tokens ?? new Uint8Array(), tokenBytesOf(tokens) ?? new Uint8Array());

const areSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

interface PassagesQuery {
  readonly scope: ScopeFields;
  readonly modelId: string;
  readonly kind: ItemKind;
  readonly wanted: readonly PassagePlace[];
}

interface PassagePlace {
  readonly id: ItemId;
  readonly chunk: number;
}

/** Passages of chunks, and one array with the token words of those that are packed. */
interface PackedPassages {
  readonly passages: readonly (PackedPassage | Passage)[];
  readonly words: Uint32Array<ArrayBuffer>;
}

interface PackedPassage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly dims: number | null;
  readonly start: number;
  readonly end: number;
}

async function findPassages(
  tx: ReadTransaction,
  { scope, modelId, kind, wanted }: PassagesQuery,
): Promise<PackedPassages> {
  const places = tx.dialect.listOf(wanted.map(({ id, chunk }) => `${id}:${chunk}`));
  const values = { ...fieldsOf(scope), modelId, kind, places };
  return packPassages(await tx.all(embeddingQueries(tx.dialect).passages, values));
}

/** Puts the token words of passages into one array, whose buffer an answer to another thread takes along. */
function packPassages(rows: readonly PassageRow[]): PackedPassages {
  const kept = rows.map(({ tokens }) => (typeof tokens === 'string' ? Buffer.from(tokens, 'base64') : tokens));
  const words = new Uint32Array(kept.reduce((sum, tokens) => sum + wordsIn(tokens), 0));
  const bytes = new Uint8Array(words.buffer);
  let end = 0;
  const passages = rows.map(({ id, from, to, dims }, index) => {
    const [start, tokens] = [end, kept[index]];
    end += wordsIn(tokens);
    if (tokens) bytes.set(tokens, start * 4);
    return { id: id as ItemId, from, to, dims, start, end };
  });
  return registerTransfers({ passages, words }, [words.buffer]);
}

const wordsIn = (bytes: Uint8Array | null | undefined) => (bytes ? bytes.byteLength / 4 : 0);

/** Embeddings of texts, identified by organisation, content hash and model. */
export const embeddingStore = feature('embeddings', {
  tables: [],
  reads: { find: findEmbeddings, extent: findExtent, passages: findPassages },
  writes: { keep: storeEmbedding },
  repeatable: ['keep'],
});
export type EmbeddingStore = CallsOf<typeof embeddingStore>;

interface NewChunks {
  readonly pointer: Pointer;
  readonly modelId: string;
  readonly contentHash: string;
  readonly chunks: readonly ChunkEmbedding[];
  /** The number of the first chunk; 0 if absent. */
  readonly at?: number;
  /** Whether the text ends with these chunks; true if absent. */
  readonly isLast?: boolean;
}

/**
 * Stores the chunks of a text and links the item to them. For each model, an item has one content hash. A long text is
 * stored in parts, beginning with the part at 0; until the last part is stored, `passagesOf` may lack earlier chunks.
 */
export function keepChunks(
  store: EmbeddingStore,
  { pointer, modelId, contentHash, chunks, at = 0, isLast = true }: NewChunks,
): Promise<void> {
  const part = { at, chunks: chunks.map(compactEmbedding), isLast };
  return store.keep({ orgId: pointer.orgId, modelId, contentHash, pointer, part });
}

/** Copies a chunk's arrays out of the buffer of its batch: a view would take the whole buffer along to another thread. */
function compactEmbedding({ from, to, vector, tokens }: ChunkEmbedding): ChunkEmbedding {
  if (!tokens) return { from, to, vector: vector.slice() };
  const { dims, bits, ids } = tokens;
  return { from, to, vector: vector.slice(), tokens: { dims, bits: bits.slice(), ids: ids.slice() } };
}

export interface Passage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly tokens?: TokenBits | undefined;
}

/** Reads the range and token bits of one chunk of each item. Leaves out items that the scope does not see. */
export async function passagesOf(
  store: EmbeddingStore,
  query: Omit<PassagesQuery, 'scope'> & { readonly scope: Scope },
): Promise<Passage[]> {
  const { passages, words } = await store.passages(query);
  return passages.map((passage) => ('start' in passage ? unpackPassage(passage, words) : passage));
}

function unpackPassage({ id, from, to, dims, start, end }: PackedPassage, words: Uint32Array): Passage {
  return dims === null ? { id, from, to } : { id, from, to, tokens: tokensIn(words.subarray(start, end), dims) };
}

/** Makes a passage of its row. The token words stay where the row has them, so the answer must not leave this thread. */
export function passageOf({ id, from, to, dims, tokens }: PassageRow): Passage {
  const place = { id: id as ItemId, from, to };
  if (dims === null || !(tokens instanceof Uint8Array)) return place;
  return { ...place, tokens: tokensIn(wordsOf(tokens), dims) };
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new Uint32Array(buffer, byteOffset, byteLength / 4);
