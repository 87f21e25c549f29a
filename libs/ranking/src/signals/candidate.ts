import type { TextKind } from './text-kinds.ts';
import type { ItemSignalName } from './item-signals.ts';

/**
 * The raw scores of one text, by the names that the recipe uses (`scores.ts`), each in its own unit: `words` is the BM25
 * share, 0-1; `vector` is the cosine of the best chunk and `tokens` its late interaction, both -1 to 1. Any other score is 0-1.
 * A score is absent where the retriever does not know the text, or not yet.
 */
export type Scores = Readonly<Record<string, number | undefined>>;

/** One candidate as ranking sees it. */
export interface Candidate {
  readonly id: string;
  readonly textKind: TextKind;
  /**
   * How many passages of the model's length a long message has: its scores are the best of so many. Absent is 1, for documents
   * too, since a document is about one thing and its best passage stands for it.
   */
  readonly passages?: number | undefined;
  readonly scores: Scores;
  /** The scores of the question right before it, if there is one. Its `tokens` are the late interaction with both texts together. */
  readonly precedingQuestion?: Scores | undefined;
  /** The strength of each item signal, 0-1; absent is 0. */
  readonly signals?: Partial<Record<ItemSignalName, number>> | undefined;
  /** The items it was made from and the items made from it, without source links of their own. */
  readonly sourceLinks?: readonly Candidate[] | undefined;
  /** The session of a message. A memory belongs to the session of its sources. */
  readonly session?: string | undefined;
  /** The number of its turn in a thread between people, counted within its channel. */
  readonly turn?: number | undefined;
  readonly channel?: string | null | undefined;
}

/** The contribution of one score or signal; `points` is value times weight. */
export interface Part {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly points: number;
}

export interface Ranked {
  readonly id: string;
  /** Orders this answer: the sum of the points of all parts. */
  readonly rankScore: number;
  /** Absolute relevance, 0-1: comparable between answers. */
  readonly score: number;
  readonly parts: readonly Part[];
}

export const partOf = (signal: string, value: number, weight: number): Part => ({
  signal,
  value,
  weight,
  points: value * weight,
});

/** The sum of the points of all parts. */
export const sum = (parts: readonly Part[]): number => parts.reduce((total, { points }) => total + points, 0);
