import type { Item, ItemId, ItemKind, OrgId, Scope } from '@cairn/contracts';
import type { Filter } from './filter.ts';
import type { Pointer } from './index-ledger.ts';

/** Parameters of BM25. The recipe has them, the index scores with them. */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** A query that the analyser has read. Each phrase is a run of consecutive terms. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Parts of identifiers, matched in their own field. */
  readonly parts: readonly string[];
  readonly phrases: readonly (readonly string[])[];
}

export interface WordHit {
  readonly id: ItemId;
  /**
   * BM25 as a share of what the query could reach, 0-1: BM25 / ((k1+1) * sum of idf), with the statistics of what everyone in the
   * organisation may read. Terms that no document holds count in the divisor.
   */
  readonly share: number;
  /** The share of the query's idf that the item holds, 0-1, however often it holds a term. */
  readonly covered: number;
  /** The query's terms that the item holds. */
  readonly matched: readonly string[];
}

/**
 * Lexical search over one organisation's items. Returns ids and scores only; callers read the content from the truth. Items that
 * the scope does not see, of this organisation or another, do not change a byte of an answer: an item that only some may read is
 * found and scored for them, but is not in the statistics.
 */
export abstract class TextSearch {
  /** A text as a query of this index: read by the analyser that its documents were read by. Others' terms would meet nothing. */
  abstract queryOf(text: string): WordQuery;
  /** The best items by share, at most `limit`, best first; ties by id. */
  abstract search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]>;
  /** The same score for the given items; those without any term, or out of scope, are left out. */
  abstract score(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    ids: readonly ItemId[],
    bm25: Bm25,
  ): Promise<WordHit[]>;
  /**
   * How much of the query these groups (`groupOf` of libs/text) hold, as far as the scope sees them. Groups that hold nothing are
   * left out.
   */
  abstract coverage(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    groups: readonly string[],
  ): Promise<GroupCoverage[]>;
  /** Whether the engine takes no writes for this organisation, so that an answer may lack what is new. */
  async isBehind(_orgId: OrgId): Promise<boolean> {
    return false;
  }
}

/** The word generation that is live. */
export abstract class LiveWords {
  /** The index for all calls of one question, so that a switch of generations does not fall in between. */
  abstract forQuestion(): Promise<TextSearch>;
}

/** One generation of a word index. */
export abstract class TextIndex extends TextSearch {
  /** The index for all calls of one question. An engine that counts an organisation's words for that counts them once. */
  forQuestion(): TextSearch {
    return this;
  }

  /** Indexes an item at its version. An older version than the present one, or than a removal, changes nothing. */
  abstract upsert(item: Item): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** All entries of an organisation, removals included, in no particular order, for comparing the index with the truth. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  /**
   * Forgets the removals of all organisations before a time, epoch ms. After that, the index would take an item that a process
   * read before its removal, so no such write may still be on its way.
   */
  abstract forgetRemovals(before: number): Promise<void>;
  /** Drops the whole generation, of all organisations. Doing it again changes nothing. */
  abstract drop(): Promise<void>;
  /** Makes a missing physical index again, empty, after `IndexLosses` was told. Does nothing where an index cannot be missing. */
  async makeMissing(): Promise<void> {}
  /**
   * How many items it holds of each of these organisations, without removals. An organisation is left out where that cannot be
   * told, and where an index cannot lose what it holds without the truth.
   */
  async held(_orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return new Map();
  }
  /** Which of these it holds neither at their version nor at a newer one or removed since. None where `held` leaves out the organisation. */
  async lacking(_items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    return [];
  }
  /** The physical indexes that cannot be searched or take no writes, by name, with the reason of each. */
  async troubles(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }
}

/** An item at the version that an index has, or must have. */
export interface IndexedVersion extends Pointer {
  readonly version: number;
}

/** An entry of an index. */
export interface IndexEntry extends IndexedVersion {
  readonly isRemoved: boolean;
  /** Whether the entry is exactly its version. If not, indexing the item again repairs it. */
  readonly isWhole: boolean;
}

/** How much of a query a session or document holds. */
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

/** The embedding of a query, with the id of its model, since vectors of different models cannot be compared. */
export interface QueryVector {
  readonly modelId: string;
  readonly vector: Float32Array;
}

/**
 * Vector search over one organisation's items, exact on the embedded backend. Returns ids and scores only. A query vector of
 * another model than the index's is refused.
 */
export abstract class VectorSearch {
  /** The items with the best chunks, at most `limit`, best first; ties by id. */
  abstract search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]>;
  /** The same score for the given items; those without a vector, or out of scope, are left out. */
  abstract score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]>;
}

/** One generation of a vector index: the vectors of one model. */
export abstract class VectorIndex extends VectorSearch {
  /** Indexes an item's chunks at its version. An older version than the present one, or than a removal, changes nothing. */
  abstract upsert(item: Item, chunks: readonly Float32Array[]): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** Like that of a word index. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  abstract forgetRemovals(before: number): Promise<void>;
  abstract drop(): Promise<void>;
  async makeMissing(): Promise<void> {}
  async held(_orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return new Map();
  }
  async lacking(_items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    return [];
  }
  async troubles(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }
}

/** Sign bits of one text's tokens: token t owns words [t * dims / 32, (t + 1) * dims / 32). Special tokens are left out. */
export interface TokenBits {
  readonly dims: number;
  readonly bits: Uint32Array;
  /** The model's vocabulary ids of the tokens. */
  readonly ids: Uint32Array;
}

/** The embedding of one chunk of text. It is kept, so that a rebuilt index is the same bit for bit. */
export interface ChunkEmbedding {
  readonly from: number;
  readonly to: number;
  /** Unit length. */
  readonly vector: Float32Array;
  readonly tokens?: TokenBits | undefined;
}

export interface EmbeddedExtent {
  readonly chunks: number;
  /** The UTF-16 offset where the last chunk ends. */
  readonly to: number;
}

/** Consecutive chunks of a text. */
export interface EmbeddedPart {
  /** The number of the first chunk. */
  readonly at: number;
  readonly chunks: readonly ChunkEmbedding[];
  readonly isLast: boolean;
}

/** Stores embeddings by organisation, content hash and model. */
export abstract class EmbeddingStore {
  abstract find(orgId: OrgId, modelId: string, contentHash: string): Promise<ChunkEmbedding[] | undefined>;
  /** Stores the chunks and links the item to them; an item has one content hash for each model. */
  abstract keep(
    pointer: { orgId: OrgId; kind: ItemKind; id: ItemId },
    modelId: string,
    contentHash: string,
    chunks: readonly ChunkEmbedding[],
  ): Promise<void>;
  /** How many chunks of a text are stored, and where the last of them ends; undefined if there are none. */
  abstract extent(orgId: OrgId, modelId: string, contentHash: string): Promise<EmbeddedExtent | undefined>;
  /**
   * Stores some chunks of a text that is embedded in parts, from the part at 0 on, and links the item. Until the last part is
   * stored, `passages` may lack the earlier ones.
   */
  abstract keepPart(
    pointer: { orgId: OrgId; kind: ItemKind; id: ItemId },
    modelId: string,
    contentHash: string,
    part: EmbeddedPart,
  ): Promise<void>;
  /** The place and token bits of the given chunk of each item; items that the scope does not see are left out. */
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

export type EmbeddingProvider = 'local' | 'openai' | 'none';

/**
 * A text embedding model. It normalises to unit length and applies its own prefixes. Anything that is no embedding is
 * `embedder/broken-answer`: wrong dimensions, NaN, a zero vector, a short or reordered batch.
 */
export abstract class Embedder {
  /** Identifies weights, numeric form, pooling and text preparation: vectors of equal ids can be compared. */
  abstract readonly modelId: string;
  /** Whose computing makes the vectors, in the words of `memory_search`: `none` for one that refuses every text. */
  readonly provider: EmbeddingProvider = 'local';
  abstract readonly dims: number;
  abstract readonly maxTokens: number;
  /** The similarity scale of the model: the similarities that count as 0 and as 1, and their spread by chance. */
  abstract readonly scale: {
    readonly cosineNone: number;
    readonly cosineFull: number;
    readonly maxSimNone: number;
    readonly maxSimFull: number;
    readonly cosineSpread: number;
    readonly maxSimSpread: number;
    /** Whether it is a usual scale that stands in until this model's own is measured. */
    readonly isUsual?: boolean | undefined;
  };
  /** One embedding for each text, in order. Documents that somebody waits for (`isAwaited`) go before those of the indexes. */
  abstract embed(
    texts: readonly string[],
    kind: 'query' | 'document',
    options?: { readonly isAwaited?: boolean },
  ): Promise<Embedding[]>;
  /** How many of the model's tokens a text takes; an estimate where the tokenizer is remote. */
  abstract countTokens(text: string): number;
  /** The weight of a query token in late interaction, 0 and up; rare words have more. */
  abstract tokenWeight(tokenId: number): number;
  /** `problem` says why it does not work; `note` says why it works less well than it could. */
  abstract health(): Promise<{ ready: boolean; problem?: string | undefined; note?: string | undefined }>;
}
