import type { Item, ItemId, ItemKind, OrgId, Scope } from '@cairn/contracts';
import type { Filter, Pointer } from './truth.ts';

/** Parameters of BM25; the recipe gives them, the index scores with them. */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** A query as the analyser reads it. Each phrase is a run of terms that stand in a row. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Parts of identifiers, matched in their own field. */
  readonly parts: readonly string[];
  readonly phrases: readonly (readonly string[])[];
}

export interface WordHit {
  readonly id: ItemId;
  /**
   * BM25 as a share of what the query could attain, 0-1: BM25 / ((k1+1) * sum of idf), with the statistics of what everyone
   * of the organisation may read. Terms that nothing holds count in the divisor (recall.md section 2).
   */
  readonly share: number;
  /** The share of the query's idf that the item holds at all, 0-1, however often. */
  readonly covered: number;
  /** The query's terms that the item holds. */
  readonly matched: readonly string[];
}

/**
 * Word search over one organisation's items. Returns ids and scores only; callers read content from the truth. What the
 * scope does not see, of this organisation or another, changes no byte of an answer: what only some may read is found and
 * scored for them, but never counted.
 */
export abstract class TextSearch {
  /** The best items by share, at most `limit`, best first; ties by id. */
  abstract search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]>;
  /** The same score for these very items; those without any term, or out of scope, are left out. */
  abstract score(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    ids: readonly ItemId[],
    bm25: Bm25,
  ): Promise<WordHit[]>;
  /** What these groups (`groupOf` of libs/text) hold of the query, as far as the scope sees them; those with nothing are left out. */
  abstract coverage(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    groups: readonly string[],
  ): Promise<GroupCoverage[]>;
}

/** The words that are read now. */
export abstract class LiveWords {
  /** For all that one question asks: it stays with the generation that is live when it begins, whichever is later. */
  abstract forQuestion(): Promise<TextSearch>;
}

/** One generation of a word index, which is searched and written. */
export abstract class TextIndex extends TextSearch {
  /** The same for all that one question asks. Where it costs something to count an organisation's words, it is done once. */
  forQuestion(): TextSearch {
    return this;
  }

  /** Indexes an item at its version. An older version than the present one, or than a removal, changes nothing. */
  abstract upsert(item: Item): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** Everything it knows of an organisation, removals included, in no particular order: for comparing it with the truth. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  /**
   * Forgets the removals, of all organisations, that it was told of before a time, epoch ms. From then on it takes an item
   * that somebody read before it was removed: so long nobody may be on the way with one.
   */
  abstract forgetRemovals(before: number): Promise<void>;
  /** Takes the whole generation away, of all organisations. Doing it again changes nothing. */
  abstract drop(): Promise<void>;
  /** Looks for what somebody took away and makes it again, empty, once `IndexLosses` knows. Nothing where nothing can be lost apart. */
  async makeMissing(): Promise<void> {}
}

/** What an index knows of an item. */
export interface IndexEntry extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  /** All of its version is there and nothing of another is. If not, indexing it again repairs it. */
  readonly isWhole: boolean;
}

/** What a session or document holds of a query. */
export interface GroupCoverage {
  readonly group: string;
  /** The share of the query's idf that its visible, active items hold together, 0-1. */
  readonly covered: number;
}

export interface VectorHit {
  readonly id: ItemId;
  /** The best chunk of the item, and its cosine with the query, -1 to 1. */
  readonly chunk: number;
  readonly cosine: number;
}

/** What a model made of a query. Its name goes with it, since no other model's vectors can be near to it but by chance. */
export interface QueryVector {
  readonly modelId: string;
  readonly vector: Float32Array;
}

/**
 * Vector search over one organisation's items, exact on the embedded backend. Returns ids and scores only. A query by
 * another model than that of the vectors is refused.
 */
export abstract class VectorSearch {
  /** The items with the best chunk, at most `limit`, best first; ties by id. */
  abstract search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]>;
  /** The same score for these very items; those without a vector, or out of scope, are left out. */
  abstract score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]>;
}

/** One generation of a vector index, the vectors of one model, which is searched and written. */
export abstract class VectorIndex extends VectorSearch {
  /** Indexes an item's chunks at its version. An older version than the present one, or than a removal, changes nothing. */
  abstract upsert(item: Item, chunks: readonly Float32Array[]): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** As of a word index. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  abstract forgetRemovals(before: number): Promise<void>;
  abstract drop(): Promise<void>;
  async makeMissing(): Promise<void> {}
}

/** Sign bits of one text's tokens: token t owns words [t * dims / 32, (t + 1) * dims / 32). Special tokens are left out. */
export interface TokenBits {
  readonly dims: number;
  readonly bits: Uint32Array;
  /** The model's vocabulary ids of the tokens. */
  readonly ids: Uint32Array;
}

/** What a model made of one chunk of text. Kept, so that a rebuild is bit for bit. */
export interface ChunkEmbedding {
  readonly from: number;
  readonly to: number;
  /** Unit length. */
  readonly vector: Float32Array;
  readonly tokens?: TokenBits | undefined;
}

export interface EmbeddedExtent {
  readonly chunks: number;
  /** UTF-16 offset behind the last chunk. */
  readonly to: number;
}

/** Chunks of a text that follow each other. */
export interface EmbeddedPart {
  /** The number of the first. */
  readonly at: number;
  readonly chunks: readonly ChunkEmbedding[];
  readonly isLast: boolean;
}

/** Embeddings as records, by organisation, content hash and model. */
export abstract class EmbeddingStore {
  abstract find(orgId: OrgId, modelId: string, contentHash: string): Promise<ChunkEmbedding[] | undefined>;
  /** Keeps them and links the item to them; an item has one content hash a model. */
  abstract keep(
    pointer: { orgId: OrgId; kind: ItemKind; id: ItemId },
    modelId: string,
    contentHash: string,
    chunks: readonly ChunkEmbedding[],
  ): Promise<void>;
  /** How many chunks of a text are kept, and where the last of them ends; undefined when there is none. */
  abstract extent(orgId: OrgId, modelId: string, contentHash: string): Promise<EmbeddedExtent | undefined>;
  /**
   * Keeps some chunks of a text that is embedded in parts, the first part at 0, and links the item. Until the last part is
   * kept, `passages` may lack those before.
   */
  abstract keepPart(
    pointer: { orgId: OrgId; kind: ItemKind; id: ItemId },
    modelId: string,
    contentHash: string,
    part: EmbeddedPart,
  ): Promise<void>;
  /** Place and token bits of one chunk each of these items; those the scope does not see are left out. */
  abstract passages(
    scope: Scope,
    modelId: string,
    kind: ItemKind,
    wanted: readonly { id: ItemId; chunk: number }[],
  ): Promise<{ id: ItemId; from: number; to: number; tokens?: TokenBits | undefined }[]>;
}

export interface Embedding {
  readonly vector: Float32Array;
  readonly tokens?: TokenBits | undefined;
  /** The text was longer than the model reads, and was cut. */
  readonly truncated: boolean;
}

/**
 * A text embedding model. It normalises to unit length, applies its own prefixes, and refuses to hand on what is no
 * embedding: wrong dimensions, NaN, a zero vector, a short or reordered batch are `embedder/broken-answer`.
 */
export abstract class Embedder {
  /** Names weights, numeric form, pooling and text preparation: equal ids mean comparable vectors. */
  abstract readonly modelId: string;
  abstract readonly dims: number;
  abstract readonly maxTokens: number;
  /** What this model's similarities mean: where an absolute scale starts and ends, and how far they spread by chance. */
  abstract readonly scale: {
    readonly cosineNone: number;
    readonly cosineFull: number;
    readonly maxSimNone: number;
    readonly maxSimFull: number;
    readonly cosineSpread: number;
    readonly maxSimSpread: number;
    /** Nobody has said it of this model: it is what is usual, until it has been measured. */
    readonly isUsual?: boolean | undefined;
  };
  /** One embedding a text, in order. */
  abstract embed(texts: readonly string[], kind: 'query' | 'document'): Promise<Embedding[]>;
  /** How many of the model's tokens a text takes; an estimate where the tokenizer is remote. */
  abstract countTokens(text: string): number;
  /** How much a query token says, 0 and up: what rare words weigh in the late interaction. */
  abstract tokenWeight(tokenId: number): number;
  /** A problem keeps it from working; a note says that it works, but not as it could. */
  abstract health(): Promise<{ ready: boolean; problem?: string | undefined; note?: string | undefined }>;
}
