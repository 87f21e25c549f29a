import type { Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Pointer } from './index-ledger.ts';

/** Parameters of BM25, given by the recipe and applied by the index. */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** A query after analysis. Each phrase is a run of consecutive terms. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Parts of identifiers, matched in their own field. */
  readonly parts: readonly string[];
  readonly phrases: readonly (readonly string[])[];
}

export interface WordHit {
  readonly id: ItemId;
  /**
   * BM25 as a share of the query's maximum, 0-1: BM25 / ((k1+1) * sum of idf), with the statistics of the items that everyone in
   * the organisation may read. Terms that no document contains count in the divisor.
   */
  readonly share: number;
  /** The share of the query's idf in terms that the item contains, 0-1, however often it contains a term. */
  readonly covered: number;
  /** The terms of the query that the item contains. */
  readonly matched: readonly string[];
}

/**
 * Lexical search over one organisation's items. Returns ids and scores only; callers read the content from the truth. Hidden items,
 * of this organisation or another, do not change a byte of an answer: an item that only some may read is found and scored for
 * them, but does not count in the statistics.
 */
export abstract class TextSearch {
  /** Analyses a text as a query, with the analyser of this index's documents: terms of another analyser would match nothing. */
  abstract queryOf(text: string): WordQuery;
  /** The best items by share, at most `limit`, best first; ties by id. */
  abstract search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]>;
  /** The same score for the given items; items without any term, or out of scope, are left out. */
  abstract score(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    ids: readonly ItemId[],
    bm25: Bm25,
  ): Promise<WordHit[]>;
  /**
   * The share of the query that these groups (`groupOf` of libs/text) contain, as far as the scope sees them. Groups without any
   * term are left out.
   */
  abstract coverage(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    groups: readonly string[],
  ): Promise<GroupCoverage[]>;
  /** Whether the engine accepts no writes for this organisation, so that an answer may lack new items. */
  async isBehind(_orgId: OrgId): Promise<boolean> {
    return false;
  }
}

/** The live generation of words. */
export abstract class LiveWords {
  /** The index for all calls of one question, so that a switch of generations cannot happen in between. */
  abstract forQuestion(): Promise<TextSearch>;
}

/** One generation of a word index. */
export abstract class TextIndex extends TextSearch {
  /** The index for all calls of one question, in which an engine reads the statistics of an organisation once. */
  forQuestion(): TextSearch {
    return this;
  }

  /** Indexes an item at its version. Ignores a version older than the indexed one, or than a removal. */
  abstract upsert(item: Item): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** All entries of an organisation, removals included, in no particular order, for a comparison with the truth. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  /**
   * Deletes the records of removals before a time, epoch ms, in all organisations. Afterwards the index would accept an item that a
   * process read before its removal, so no such write may still be under way.
   */
  abstract forgetRemovals(before: number): Promise<void>;
  /** Deletes the whole generation, for all organisations. Repeating it changes nothing. */
  abstract drop(): Promise<void>;
  /** Creates a missing physical index again, empty, after reporting it to `IndexLosses`. Does nothing where an index cannot be missing. */
  async makeMissing(): Promise<void> {}
  /**
   * The number of items that it holds for each of these organisations, without removals. An organisation is left out when the number
   * is unknown, and when an index cannot lose items without the truth.
   */
  async itemCounts(_orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return new Map();
  }
  /** The items that it has neither at their version nor newer nor removed since. Empty for organisations that `held` leaves out. */
  async missingItems(_items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    return [];
  }
  /** The physical indexes that cannot be searched or accept no writes, by name, with the reason. */
  async problems(): Promise<ReadonlyMap<string, string>> {
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

/** The share of a query that a session or document contains. */
export interface GroupCoverage {
  readonly group: string;
  /** The share of the query's idf in terms that its visible, active items contain together, 0-1. */
  readonly covered: number;
}

export interface VectorHit {
  readonly id: ItemId;
  /** The best chunk of the item, and its cosine with the query, -1 to 1. */
  readonly chunk: number;
  readonly cosine: number;
}

/** The embedding of a query, with the id of its model: vectors of different models cannot be compared. */
export interface QueryVector {
  readonly modelId: string;
  readonly vector: Float32Array;
}

/**
 * Vector search over one organisation's items, exact on the embedded backend. Returns ids and scores only. Refuses a query vector of
 * another model than the index's.
 */
export abstract class VectorSearch {
  /** The items with the best chunks, at most `limit`, best first; ties by id. */
  abstract search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]>;
  /** The same score for the given items; items without a vector, or out of scope, are left out. */
  abstract score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]>;
}

/** One generation of a vector index: the vectors of one model. */
export abstract class VectorIndex extends VectorSearch {
  /** Indexes an item's chunks at its version. Ignores a version older than the indexed one, or than a removal. */
  abstract upsert(item: Item, chunks: readonly Float32Array[]): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** Entries, as for a word index. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  abstract forgetRemovals(before: number): Promise<void>;
  abstract drop(): Promise<void>;
  async makeMissing(): Promise<void> {}
  async itemCounts(_orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return new Map();
  }
  async missingItems(_items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    return [];
  }
  async problems(): Promise<ReadonlyMap<string, string>> {
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

/** The embedding of one chunk of text. It is stored, so that a rebuilt index is the same bit for bit. */
export interface ChunkEmbedding {
  readonly from: number;
  readonly to: number;
  /** A vector of unit length. */
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
  /** The number of stored chunks of a text, and where the last of them ends; undefined if there are none. */
  abstract extent(orgId: OrgId, modelId: string, contentHash: string): Promise<EmbeddedExtent | undefined>;
  /**
   * Stores some chunks of a text that is embedded in parts, starting with the part at 0, and links the item. Until the last part is
   * stored, `passages` may lack earlier ones.
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
  /** Whether the text was longer than the model's input, and was cut. */
  readonly truncated: boolean;
}

export type EmbeddingProvider = 'local' | 'openai' | 'none';

/**
 * A text embedding model. It normalises to unit length and adds its own prefixes. Throws `embedder/broken-answer` for anything that
 * is no embedding: wrong dimensions, NaN, a zero vector, a short or reordered batch.
 */
export abstract class Embedder {
  /** Identifies weights, numeric form, pooling and text preparation: vectors with equal ids can be compared. */
  abstract readonly modelId: string;
  /** Where vectors are computed, in the terms of `memory_search`: `none` for a model that refuses every text. */
  readonly provider: EmbeddingProvider = 'local';
  abstract readonly dims: number;
  abstract readonly maxTokens: number;
  /** The similarity scale of the model: the similarities that count as 0 and as 1, and their random spread. */
  abstract readonly scale: {
    readonly cosineNone: number;
    readonly cosineFull: number;
    readonly maxSimNone: number;
    readonly maxSimFull: number;
    readonly cosineSpread: number;
    readonly maxSimSpread: number;
    /** Whether it is a default scale, used until this model's own is measured. */
    readonly isUsual?: boolean | undefined;
  };
  /** One embedding for each text, in order. Documents with a waiting caller (`isAwaited`) precede those of the indexes. */
  abstract embed(
    texts: readonly string[],
    kind: 'query' | 'document',
    options?: { readonly isAwaited?: boolean },
  ): Promise<Embedding[]>;
  /** The number of the model's tokens in a text; an estimate when the tokenizer is remote. */
  abstract countTokens(text: string): number;
  /** The weight of a query token in late interaction, 0 and up; rare words have more. */
  abstract tokenWeight(tokenId: number): number;
  /** `problem` says why the model does not work; `note` says why it works less well than it could. */
  abstract health(): Promise<{ ready: boolean; problem?: string | undefined; note?: string | undefined }>;
}
