import type { Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Pointer } from './index-ledger.ts';

/** Parameters of BM25. The recipe sets them, the index applies them. */
export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/** A query after analysis. Each phrase is a list of terms that must follow each other. */
export interface WordQuery {
  readonly terms: readonly string[];
  /** Parts of identifiers, which are searched in a field of their own. */
  readonly parts: readonly string[];
  readonly phrases: readonly (readonly string[])[];
}

export interface WordHit {
  readonly id: ItemId;
  /**
   * The BM25 score divided by the maximum for the query, 0-1: BM25 / ((k1+1) * sum of idf). The statistics are those of the
   * items that everyone in the organisation may read. Terms that no document contains count in the divisor.
   */
  readonly share: number;
  /**
   * The sum of idf of the query's terms that the item contains, divided by the sum of idf of all its terms, 0-1. Repeated
   * occurrences do not count.
   */
  readonly covered: number;
  /** The terms of the query that the item contains. */
  readonly matched: readonly string[];
}

/**
 * Lexical search over the items of one organisation. Returns ids and scores only; callers read the content from the truth.
 * Hidden items, of this organisation or another, do not change a byte of an answer: an item that only some may read is
 * found and scored for them, but does not count in the statistics.
 */
export abstract class TextSearch {
  /** Analyses a text as a query, with the analyser of this index: terms of another analyser would match nothing. */
  abstract queryOf(text: string): WordQuery;
  /** Finds the items with the highest `share`, at most `limit`, highest first; ties by id. */
  abstract search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]>;
  /** Scores the given items as `search` does. Leaves out items without any term of the query and items out of scope. */
  abstract score(
    scope: Scope,
    query: WordQuery,
    kind: ItemKind,
    ids: readonly ItemId[],
    bm25: Bm25,
  ): Promise<WordHit[]>;
  /**
   * Computes `covered` for these groups (`groupOf` of libs/text), over the items that the scope sees. Leaves out groups
   * without any term of the query.
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

/** Gives access to the live generation of words. */
export abstract class LiveWordIndex {
  /** Returns the index that all calls of one question use, so that a switch of generations cannot happen in between. */
  abstract forQuestion(): Promise<TextSearch>;
}

/** One generation of a word index. */
export abstract class TextIndex extends TextSearch {
  /** Returns an index for all calls of one question, which reads the statistics of an organisation only once. */
  forQuestion(): TextSearch {
    return this;
  }

  /** Indexes an item at its version. Ignores a version older than the indexed one or than a removal. */
  abstract upsert(item: Item): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** Reads all entries of an organisation, removals too, in no particular order, to compare them with the truth. */
  abstract entries(orgId: OrgId): AsyncIterable<IndexEntry>;
  /**
   * Deletes the records of removals before a time, epoch ms, in all organisations. Afterwards the index would accept an
   * item that a process read before its removal, so the caller must ensure that no such write is still running.
   */
  abstract forgetRemovals(before: number): Promise<void>;
  /** Deletes the whole generation, for all organisations. Repeating the call changes nothing. */
  abstract drop(): Promise<void>;
  /**
   * Creates a missing physical index again, empty, after reporting the loss to `IndexLosses`. Does nothing if an index of
   * this engine cannot be missing.
   */
  async makeMissing(): Promise<void> {}
  /**
   * Counts the items that the index contains for each of these organisations, without removals. Leaves out organisations
   * whose number is unknown, and returns an empty map if the index cannot lose items without the truth.
   */
  async itemCounts(_orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return new Map();
  }
  /**
   * Selects those items that the index has neither at the given version, nor at a newer one, nor as removed since. Returns
   * none for organisations that `itemCounts` leaves out.
   */
  async missingItems(_items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    return [];
  }
  /** Maps the name of each physical index that cannot be searched or accepts no writes to the reason. */
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
  /** Whether the entry is complete and of exactly this version. If not, indexing the item again repairs it. */
  readonly isWhole: boolean;
}

/** How much of a query the items of one session or document contain. */
export interface GroupCoverage {
  readonly group: string;
  /**
   * The sum of idf of the query's terms that the group's visible, active items contain together, divided by the sum of idf
   * of all terms, 0-1.
   */
  readonly covered: number;
}

export interface VectorHit {
  readonly id: ItemId;
  /** The number of the item's best chunk, and the cosine between that chunk and the query, -1 to 1. */
  readonly chunk: number;
  readonly cosine: number;
}

/** The embedding of a query, with the id of its model, since vectors of different models cannot be compared. */
export interface QueryVector {
  readonly modelId: string;
  readonly vector: Float32Array;
}

/**
 * Vector search over the items of one organisation; exact on the embedded backend. Returns ids and scores only. Refuses a
 * query vector of another model than the index has.
 */
export abstract class VectorSearch {
  /** Finds the items whose best chunk has the highest cosine, at most `limit`, highest first; ties by id. */
  abstract search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]>;
  /** Scores the given items as `search` does. Leaves out items without a vector and items out of scope. */
  abstract score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]>;
  /**
   * Lends the vectors of a model to one other thread of this process, which then searches them itself; undefined where the
   * vectors are not in this process.
   */
  async lend(_modelId: string): Promise<LentVectors | undefined> {
    return undefined;
  }
}

export interface LentVectors {
  /** Content of the loan, which can be posted to the thread. The backend that lent it opens it there. */
  readonly lent: unknown;
  /** To be called when the thread has ended or reads the loan no more. */
  readonly returned: () => void;
}

/** Searches lent vectors, in the thread that borrowed them. The results are undefined once the lender takes them back. */
export interface BorrowedVectors {
  /** Tells whether questions by their model are still answered from these vectors, and not from another generation. */
  isRead(): Promise<boolean>;
  search(scope: Scope, query: QueryVector, filter: Filter, limit: number): VectorHit[] | undefined;
  score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): VectorHit[] | undefined;
}

/** One generation of a vector index: the vectors of one model. */
export abstract class VectorIndex extends VectorSearch {
  /** Indexes the chunks of an item at its version. Ignores a version older than the indexed one or than a removal. */
  abstract upsert(item: Item, chunks: readonly Float32Array[]): Promise<void>;
  abstract remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void>;
  /** Reads all entries of an organisation, as `TextIndex.entries` does. */
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

/**
 * Sign bits of the tokens of one text: token t has the words [t * dims / 32, (t + 1) * dims / 32). Special tokens are left
 * out.
 */
export interface TokenBits {
  readonly dims: number;
  readonly bits: Uint32Array;
  /** The ids of the tokens in the model's vocabulary. */
  readonly ids: Uint32Array;
}

/** The embedding of one chunk of a text. Embeddings are stored, so that a rebuilt index is equal bit for bit. */
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

export interface Embedding {
  readonly vector: Float32Array;
  readonly tokens?: TokenBits | undefined;
  /** Whether the text was cut because it was longer than the model's input. */
  readonly truncated: boolean;
}

export type EmbeddingProvider = 'local' | 'openai' | 'none';

/**
 * A text embedding model. It normalises vectors to unit length and adds its own prefixes to texts. Throws
 * `embedder/broken-answer` if the model returns no valid embedding: wrong dimensions, NaN, a zero vector, a short or
 * reordered batch.
 */
export abstract class Embedder {
  /** Identifies weights, numeric form, pooling and text preparation. Vectors are comparable only if these ids are equal. */
  abstract readonly modelId: string;
  /** The place where vectors are computed, as `memory_search` names it: `none` for a model that refuses every text. */
  readonly provider: EmbeddingProvider = 'local';
  abstract readonly dims: number;
  abstract readonly maxTokens: number;
  /**
   * The similarity scale of the model, for cosines and for late interaction (`maxSim`): the similarity that counts as 0,
   * the one that counts as 1, and the random spread.
   */
  abstract readonly scale: {
    readonly cosineNone: number;
    readonly cosineFull: number;
    readonly maxSimNone: number;
    readonly maxSimFull: number;
    readonly cosineSpread: number;
    readonly maxSimSpread: number;
    /** Whether this is a default scale, used until the model's own scale is measured. */
    readonly isUsual?: boolean | undefined;
  };
  /**
   * Embeds texts; returns one embedding for each, in order. Documents with `isAwaited`, for which a caller waits, precede
   * those of the indexes.
   */
  abstract embed(
    texts: readonly string[],
    kind: 'query' | 'document',
    options?: { readonly isAwaited?: boolean },
  ): Promise<Embedding[]>;
  /** Counts the model's tokens in a text; an estimate if the tokenizer is remote. */
  abstract countTokens(text: string): number;
  /** The weight of a query token in late interaction, at least 0; rare words weigh more. */
  abstract tokenWeight(tokenId: number): number;
  /**
   * Reports the state of the model. `problem` says why it does not work; `note` says why it works less well than it could.
   */
  abstract health(): Promise<{ ready: boolean; problem?: string | undefined; note?: string | undefined }>;
}
