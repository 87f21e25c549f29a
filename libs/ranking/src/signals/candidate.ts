import type { TextKind } from './text-kinds.ts';
import type { ItemSignalName } from './item-signals.ts';

/**
 * Raw scores of one text, by the names that the recipe uses (`scores.ts`), each in its own unit: `words` is the BM25
 * share, 0-1; `vector` is the cosine of the best chunk and `tokens` its late interaction, both -1 to 1. Any other score is 0-1.
 * A score is absent if the retriever has not found or not yet indexed the text.
 */
export type Scores = Readonly<Record<string, number | undefined>>;

/** A text to be ranked, with everything that ranking reads of it. */
export interface Candidate {
  readonly id: string;
  readonly textKind: TextKind;
  /**
   * Number of passages of a long message, each as long as the model's input. The scores of the message are the best
   * over its passages. Absent means 1. For a document it is 1 too, since a document is about one thing, which its best
   * passage represents.
   */
  readonly passages?: number | undefined;
  readonly scores: Scores;
  /**
   * Scores of the question right before this message, if there is one. `tokens` is the late interaction with the texts
   * of the question and the message together.
   */
  readonly precedingQuestion?: Scores | undefined;
  /** Strength of each item signal, 0-1; absent means 0. */
  readonly signals?: Partial<Record<ItemSignalName, number>> | undefined;
  /** Items from which this item was made, and items made from it. They have no source links themselves. */
  readonly sourceLinks?: readonly Candidate[] | undefined;
  /** Session of a message. A memory belongs to the session of its sources. */
  readonly session?: string | undefined;
  /** Turn number of a message in a thread between people, counted within its channel. */
  readonly turn?: number | undefined;
  readonly channel?: string | null | undefined;
}

/** Contribution of one score or signal; `points` is value times weight. */
export interface Part {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly points: number;
}

export interface Ranked {
  readonly id: string;
  /** Sort key of this answer: the sum of the points of all parts. */
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

/** Sums the points of all parts. */
export const sumParts = (parts: readonly Part[]): number => parts.reduce((total, { points }) => total + points, 0);
