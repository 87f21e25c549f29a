import type { ItemId, ItemKind, RetrieverName } from '@cairn/contracts';
import type { Filter } from '@cairn/ports';
import type { Recipe, Scores } from '@cairn/ranking';
import type { RecallContext } from '../question/recall-context.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';

/**
 * One way of finding items, as by their words or by their meaning. It fails alone: an answer goes on without it, and says so.
 * The reranker weighs its scores by the recipe.
 */
export interface Retriever {
  /** As an answer names it in `degraded`. */
  readonly name: RetrieverName;
  /** The scores that it can give, by the recipe's names. It is asked where the recipe weighs one of them. */
  readonly scores: readonly string[];
  /** Makes the question ready. Undefined where the settings switch this retriever off. */
  open(context: RecallContext, watch: Stopwatch): Promise<Retrieval | undefined>;
}

/** A retriever at one question. It remembers what it found, so that nothing is scored twice. */
export interface Retrieval {
  /** The scores that it gives for this question; a model without token vectors has none for the late interaction. */
  readonly scores: readonly string[];
  /** The best items that the scope sees and the filter lets through, at most `limit`. */
  retrieve(filter: Filter, limit: number): Promise<readonly Retrieved[]>;
  /** What it says of these very items, found by whichever retriever; those it knows nothing of are left out. */
  score(kind: ItemKind, items: readonly ItemToScore[]): Promise<readonly ScoredItem[]>;
}

export interface Retrieved {
  readonly id: ItemId;
}

export interface ItemToScore {
  readonly id: ItemId;
  /** The question right before it, which its answer may take over scores from. */
  readonly precedingQuestion?: ItemId | undefined;
  /** The session or document whose coverage of the question counts for it. */
  readonly group?: string | undefined;
}

export interface ScoredItem {
  readonly id: ItemId;
  readonly scores: Scores;
  /** As `Candidate.precedingQuestion` of libs/ranking. */
  readonly precedingQuestion?: Scores | undefined;
  /** The share of the question's idf that the item holds, and that its group holds, 0-1. */
  readonly coverage?: { readonly own: number; readonly group: number } | undefined;
  /** Its best passage, in characters of its embedded text. */
  readonly passage?: Passage | undefined;
}

/** Characters of the embedded text of an item; `to` is exclusive. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

/** The retrievers of every recall. A new one is a class and its place in this list (`recall.module.ts`). */
export class Retrievers {
  readonly all: readonly Retriever[];

  constructor(all: readonly Retriever[]) {
    this.all = all;
  }

  /** Those that a recipe weighs a score of. */
  of({ weights }: Recipe): readonly Retriever[] {
    const isWeighed = (score: string) => Object.values(weights).some((of) => (of[score] ?? 0) > 0);
    return this.all.filter(({ scores }) => scores.some(isWeighed));
  }
}
