import type { GenerationStatus, IndexTarget, OrgId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { Embedder, TextIndex, VectorIndex } from './search.ts';

/**
 * The version of the filter fields in an index; it only rises. 1: visibility, state, time and names. 2: also the reader word,
 * validity, active time, knowledge base, subject and attribute. An index of an older layout filters by the fields that it has;
 * the caller removes further items when it reads them.
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
  /** When it was started, epoch ms. */
  readonly startedAt: number;
  /** When all earlier items were indexed, epoch ms; null while the backfill runs. */
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
 * The generations of each index, stored in the truth. One generation for each target is live: searches read it. All generations
 * that are not retired are written, so that switching back is as simple as switching.
 */
export abstract class Generations {
  /** All that are not retired: the live one, then the others, the newest first. */
  abstract of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]>;

  /** Makes the first generation live if there is none. It needs no backfill, since its items have pending index states. */
  abstract ensureFirst(target: IndexTarget, builtBy: string, dims: number | null): Promise<void>;

  /** Sets the analyser of the first words generation while nothing is stored and no other exists. Returns whether that is a change. */
  abstract startWords(analyser: string): Promise<boolean>;

  /** Starts a generation beside the live one. Throws `generation/conflict` while another is being built for the target. */
  abstract begin(author: Author, target: IndexTarget, builtBy: string, dims: number | null): Promise<Generation>;

  /** Claims the oldest generation that is not complete, unless another owner has it. */
  abstract claim(target: IndexTarget, owner: string, leaseMs: number): Promise<Filling | undefined>;

  /** Stores the progress of the owner and renews the lease. Returns false if the owner has lost the claim. */
  abstract advance(filling: Filling, cursor: number, options: { isFilled: boolean; leaseMs: number }): Promise<boolean>;

  /**
   * Makes a generation live and the live one standby, in one step, so that readers see one of the two. Changes nothing if it is live
   * already. Throws `generation/unknown` if there is none of this number, `generation/conflict` if it is retired.
   */
  abstract switchTo(author: Author, name: GenerationName): Promise<void>;

  /** Ends writes to a generation. Throws `generation/conflict` for the live one; a retired one stays retired. */
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
  /** How old the list of `written` may be, ms. Other processes may write no new generation for that long. */
  abstract readonly staleMs: number;
  /** The generations that must have every item, the live one first. */
  abstract written<Target extends IndexTarget>(target: Target): Promise<readonly GenerationIndex<Target>[]>;
  abstract of<Target extends IndexTarget>(generation: Generation<Target>): IndexOf[Target];
  /** Deletes the physical index. Repeating it changes nothing. */
  abstract drop(generation: Generation): Promise<void>;
}

/** The configured embedding models. */
export abstract class Embedders {
  /** Whether no model is configured: then nothing is embedded, and nothing waits for embeddings. */
  abstract readonly isOff: boolean;
  /** The model of the live vectors, which embeds queries. If it is not configured, it refuses every text. */
  abstract live(): Promise<Embedder>;
  /** The model with this id. If it is not configured, it refuses every text. */
  abstract of(modelId: string): Promise<Embedder>;
  /** The similarity scale of a model in an organisation: from its card, else the measured one, else the default. */
  abstract scaleOf(model: Embedder, orgId: OrgId): Promise<Embedder['scale']>;
  /** The model for a new generation. */
  abstract next(): Promise<Embedder>;
}
