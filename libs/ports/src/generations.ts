import type { GenerationStatus, IndexTarget, OrgId, Principal } from '@cairn/contracts';
import type { Embedder, TextIndex, VectorIndex } from './search.ts';

/**
 * The version of the filter fields in an index; it only rises. 1: visibility, state, time and names. 2: also the reader word,
 * validity, the time as active, knowledge base, subject and attribute. An index of an older layout filters by the fields it has;
 * the caller drops the rest when it reads the items.
 */
export const INDEX_LAYOUT = 2;

/** One build of an index from the truth. */
export interface Generation<Target extends IndexTarget = IndexTarget> {
  readonly target: Target;
  /** From 1 up, for each target. */
  readonly number: number;
  /** The model id for vectors, the analyser version for words. */
  readonly builtBy: string;
  /** `INDEX_LAYOUT` of the code that began it. */
  readonly layout: number;
  /** The dimensions of vectors; null for words. */
  readonly dims: number | null;
  readonly status: GenerationStatus;
  /** The place of the last stored item that the backfill has indexed. */
  readonly cursor: number;
  /** Epoch ms. */
  readonly startedAt: number;
  /** When all earlier items were indexed, epoch ms; null while the backfill goes on. */
  readonly filledAt: number | null;
}

export type GenerationName = Pick<Generation, 'target' | 'number'>;

/** The author of a change, for the audit. */
type Author = Pick<Principal, 'orgId' | 'principalId'>;

/** The right to fill a generation, until the lease ends. */
export interface Filling {
  readonly generation: Generation;
  readonly owner: string;
}

/**
 * The generations of each index, stored in the truth. For each target one generation is live: the one that is read. All that are
 * not retired are written, so that switching back is as simple as switching.
 */
export abstract class Generations {
  /** All that are not retired: the live one, then the others, the newest first. */
  abstract of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]>;

  /** Makes the first generation live if there is none. It needs no backfill, since its items wait for it as pending. */
  abstract ensureFirst(target: IndexTarget, builtBy: string, dims: number | null): Promise<void>;

  /** Has the first words built by this analyser, if nothing is stored and no other words are built. Returns whether that is a change. */
  abstract startWords(analyser: string): Promise<boolean>;

  /** Starts a generation beside the live one. Only one is built at a time for a target; while one is, this is `generation/conflict`. */
  abstract begin(author: Author, target: IndexTarget, builtBy: string, dims: number | null): Promise<Generation>;

  /** The right to fill the oldest generation that is not full yet, unless another owner has it. */
  abstract claim(target: IndexTarget, owner: string, leaseMs: number): Promise<Filling | undefined>;

  /** Stores the progress of the owner and renews the lease. False if the owner no longer has the right. */
  abstract advance(filling: Filling, cursor: number, options: { isFilled: boolean; leaseMs: number }): Promise<boolean>;

  /**
   * Makes it live and the live one standby, in one step, so that readers see one of the two. If it is live already, nothing
   * changes. `generation/unknown` if there is none of this number, `generation/conflict` if it is retired.
   */
  abstract switchTo(author: Author, name: GenerationName): Promise<void>;

  /** Ends writes to it. `generation/conflict` for the live one; a retired one stays retired. */
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

/** The physical indexes, one for each generation. */
export abstract class GenerationIndexes {
  /** How old the list of `written` may be, ms. For that long, other processes may not write a new generation yet. */
  abstract readonly staleMs: number;
  /** The generations that must have every item, the live one first. */
  abstract written<Target extends IndexTarget>(target: Target): Promise<readonly GenerationIndex<Target>[]>;
  abstract of<Target extends IndexTarget>(generation: Generation<Target>): IndexOf[Target];
  /** Deletes the physical index. Doing it again changes nothing. */
  abstract drop(generation: Generation): Promise<void>;
}

/** The embedding models that the settings name. */
export abstract class Embedders {
  /** Whether no setting names a model: then nothing is embedded, and nothing waits for it. */
  abstract readonly isOff: boolean;
  /** The model of the live vectors, which embeds queries. If no setting names it, it refuses every text. */
  abstract live(): Promise<Embedder>;
  /** The model with this id. If no setting names it, it refuses every text. */
  abstract of(modelId: string): Promise<Embedder>;
  /** The similarity scale of a model in an organisation: the one of its card, else the measured one, else the usual one. */
  abstract scaleOf(model: Embedder, orgId: OrgId): Promise<Embedder['scale']>;
  /** The model for a new generation. */
  abstract next(): Promise<Embedder>;
}
