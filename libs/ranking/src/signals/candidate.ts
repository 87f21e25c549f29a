import type { TextKind } from './text-kinds.ts';
import type { ItemSignalName } from './item-signals.ts';

/**
 * What retrievers say of one text, by the name that the recipe weighs it with (`scores.ts`), each in its own unit: `words`
 * is the BM25 share, 0-1; `vector` the cosine of the best chunk and `tokens` the late interaction of the best chunk, -1 to 1.
 * The score of any other retriever is 0-1. Absent: the retriever knows nothing of it, or not yet.
 */
export type Scores = Readonly<Record<string, number | undefined>>;

/** What is known of one candidate. */
export interface Candidate {
  readonly id: string;
  readonly textKind: TextKind;
  /**
   * Of how many passages, of the model's length, it is known by the best: of long turns of talk, which touch on much.
   * A document is about one thing, so its best passage speaks for it. Absent is 1.
   */
  readonly passages?: number | undefined;
  readonly scores: Scores;
  /** What retrievers say of the question right before it, if there is one. Its `tokens` are those of both texts together. */
  readonly precedingQuestion?: Scores | undefined;
  /** Strength of each signal of its own, 0-1; absent is 0. */
  readonly signals?: Partial<Record<ItemSignalName, number>> | undefined;
  /** What it was made from and what was made from it. Those have no source links themselves. */
  readonly sourceLinks?: readonly Candidate[] | undefined;
  /** Of a message, the session that it is a turn of. A memory belongs to the session of what it was made from. */
  readonly session?: string | undefined;
  /** Which turn of its session, in a thread between people; they are counted. */
  readonly turn?: number | undefined;
}

/** What one score or signal gives a candidate; `points` is value times weight. */
export interface Part {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly points: number;
}

export interface Ranked {
  readonly id: string;
  /** Orders this answer: the points of all parts together. */
  readonly rankScore: number;
  /** Absolute relevance, 0-1: means the same in every answer. */
  readonly score: number;
  readonly parts: readonly Part[];
}

export const partOf = (signal: string, value: number, weight: number): Part => ({
  signal,
  value,
  weight,
  points: value * weight,
});

/** The points of all parts together. */
export const sum = (parts: readonly Part[]): number => parts.reduce((total, { points }) => total + points, 0);
