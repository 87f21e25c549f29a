import type { GenerationStatus, IndexTarget, OrgId, Principal } from '@cairn/contracts';
import type { Embedder, TextIndex, VectorIndex } from './search.ts';

/**
 * What an index keeps of an item for filters, as a number that only rises. 1: visibility, state, time and names. 2: the reader
 * word, validity, from when to when it stood, knowledge base, subject and attribute. An index of an older layout filters by
 * what it has; what it lets through beyond that, its caller takes out when it reads the items.
 */
export const INDEX_LAYOUT = 2;

/** One building of an index from the truth: its name and what it was built by are one pair, read together. */
export interface Generation<Target extends IndexTarget = IndexTarget> {
  readonly target: Target;
  /** From 1 up, for each target. */
  readonly number: number;
  /** The model of vectors, the analyser version of words. */
  readonly builtBy: string;
  /** `INDEX_LAYOUT` of the code that began it. */
  readonly layout: number;
  /** Of vectors; null for words. */
  readonly dims: number | null;
  readonly status: GenerationStatus;
  /** The place of the last stored item that the backfill has put in. */
  readonly cursor: number;
  /** Epoch ms. */
  readonly startedAt: number;
  /** When everything that was stored before was in; null while the backfill goes on. Epoch ms. */
  readonly filledAt: number | null;
}

export type GenerationName = Pick<Generation, 'target' | 'number'>;

/** Who does it, for the audit. */
type Author = Pick<Principal, 'orgId' | 'principalId'>;

/** The right to fill a generation, for as long as the lease. */
export interface Filling {
  readonly generation: Generation;
  readonly owner: string;
}

/**
 * Which generations of each index there are, in the truth. Of a target one is live, the one that is read. All that are not
 * retired are written, so that going back is a switch like going on.
 */
export abstract class Generations {
  /** All that are not retired, the live one first, then by number, the newest first. */
  abstract of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]>;

  /** Makes the first generation live if there is none at all. It needs no backfill: what is stored before it has waited for it. */
  abstract ensureFirst(target: IndexTarget, builtBy: string, dims: number | null): Promise<void>;

  /** Starts one beside the live one. One at a time is built for a target: while one is, this is `generation/conflict`. */
  abstract begin(author: Author, target: IndexTarget, builtBy: string, dims: number | null): Promise<Generation>;

  /** The right to fill the oldest generation that is not full yet, unless another owner has it. */
  abstract claim(target: IndexTarget, owner: string, leaseMs: number): Promise<Filling | undefined>;

  /** Notes how far its owner has come and renews the lease. False when the right is another's, or nobody's, by now. */
  abstract advance(filling: Filling, cursor: number, options: { isFilled: boolean; leaseMs: number }): Promise<boolean>;

  /**
   * Makes it live and the live one standby, in one step: readers see the one or the other. What is live already stays.
   * `generation/unknown` when there is none of this number, `generation/conflict` when it is retired.
   */
  abstract switchTo(author: Author, name: GenerationName): Promise<void>;

  /** Nobody writes it from now on. The live one is `generation/conflict`; a retired one stays so. */
  abstract retire(author: Author, name: GenerationName): Promise<Generation>;
}

/** The index behind each target. */
export interface IndexOf {
  readonly words: TextIndex;
  readonly vectors: VectorIndex;
}

export interface GenerationIndex<Target extends IndexTarget> {
  readonly generation: Generation<Target>;
  readonly index: IndexOf[Target];
}

/** The physical indexes, one a generation. */
export abstract class GenerationIndexes {
  /** How old at most what `written` says is, ms: for so long, others may not write a generation that has begun. */
  abstract readonly staleMs: number;
  /** Those that have to have every item, the live one first. */
  abstract written<Target extends IndexTarget>(target: Target): Promise<readonly GenerationIndex<Target>[]>;
  abstract of<Target extends IndexTarget>(generation: Generation<Target>): IndexOf[Target];
  /** Takes the physical index away. Doing it again changes nothing. */
  abstract drop(generation: Generation): Promise<void>;
}

/** The embedding models that the settings name. */
export abstract class Embedders {
  /** No setting names a model: nothing is embedded, and nothing waits for it. */
  abstract readonly isOff: boolean;
  /** The model of the live vectors, which queries are embedded by. One that no setting names refuses every text. */
  abstract live(): Promise<Embedder>;
  /** The model of that name; one that no setting names refuses every text. */
  abstract of(modelId: string): Promise<Embedder>;
  /** What the similarities of a model mean in an organisation: its own scale, else what was measured, else what is usual. */
  abstract scaleOf(model: Embedder, orgId: OrgId): Promise<Embedder['scale']>;
  /** What a new generation is built by. */
  abstract next(): Promise<Embedder>;
}
