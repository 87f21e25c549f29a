import type { GenerationStatus, IndexTarget, OrgId } from '@cairn/contracts';
import type { Embedder, TextIndex, VectorIndex } from './search.ts';

/**
 * The version of the filter fields that this code writes to an index, a part of the index's name; it only rises. After
 * the first release, an index of an older version stays readable until the next reindexing.
 */
export const INDEX_LAYOUT = 2;

/** One build of an index from the truth. */
export interface Generation<Target extends IndexTarget = IndexTarget> {
  readonly target: Target;
  /** Counts from 1 for each target. */
  readonly number: number;
  /** The id of the model that made the vectors, or the version of the analyser that made the words. */
  readonly builtBy: string;
  /** `INDEX_LAYOUT` of the code that began the generation. */
  readonly layout: number;
  /** The dimensions of vectors; null for words. */
  readonly dims: number | null;
  readonly status: GenerationStatus;
  /** The position, in the order of arrival, of the last item that the backfill has indexed. */
  readonly cursor: number;
  /** The time at which the generation was begun, epoch ms. */
  readonly startedAt: number;
  /** The time at which all earlier items were indexed, epoch ms; null while the backfill runs. */
  readonly filledAt: number | null;
}

export type GenerationName = Pick<Generation, 'target' | 'number'>;

/** Maps each target to the type of its index. */
export interface IndexOf {
  readonly words: TextIndex;
  readonly vectors: VectorIndex;
}

export interface GenerationIndex<Target extends IndexTarget> {
  readonly generation: Generation<Target>;
  readonly index: IndexOf[Target];
}

/** The physical indexes; each generation has one. */
export abstract class GenerationIndexes {
  /** The age in ms that the list of `written` may have. Another process may not write a new generation for that long. */
  abstract readonly staleMs: number;
  /** The indexes that must contain every item, the live one first. */
  abstract written<Target extends IndexTarget>(target: Target): Promise<readonly GenerationIndex<Target>[]>;
  abstract of<Target extends IndexTarget>(generation: Generation<Target>): IndexOf[Target];
  /** Deletes the physical index of a generation. Repeating the call changes nothing. */
  abstract drop(generation: Generation): Promise<void>;
}

/** The configured embedding models. */
export abstract class Embedders {
  /** Whether no model is configured. Then nothing is embedded, and no item waits for an embedding. */
  abstract readonly isOff: boolean;
  /** The model of the live vectors, which embeds queries. If it is no longer configured, it refuses every text. */
  abstract live(): Promise<Embedder>;
  /** The model with this id. If it is not configured, it refuses every text. */
  abstract of(modelId: string): Promise<Embedder>;
  /**
   * The similarity scale of a model in an organisation: the one of the model's card, else the measured one, else the
   * default.
   */
  abstract scaleOf(model: Embedder, orgId: OrgId): Promise<Embedder['scale']>;
  /** The model for a new generation. */
  abstract next(): Promise<Embedder>;
}
