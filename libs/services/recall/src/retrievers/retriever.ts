import type { ItemId, ItemKind, RetrieverName } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import type { Recipe, Scores } from '@cairn/ranking';
import type { RecallContext } from '../question/recall-context.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';

/**
 * One way to find items, such as by words or by meaning. If a retriever fails, recall continues without it, and the answer
 * says so. The recipe contains the weights of its scores.
 */
export interface Retriever {
  /** Name of the retriever, as `degraded` shows it. */
  readonly name: RetrieverName;
  /**
   * Names of the scores that the recipe weighs. The retriever runs if the recipe has a weight for one of these scores.
   */
  readonly scores: readonly string[];
  /** Prepares a retrieval, such as by embedding the query. Returns undefined if the settings switch this retriever off. */
  open(context: RecallContext, watch: Stopwatch): Promise<Retrieval | undefined>;
}

/** A retriever at work on one question. It caches its hits, so that nothing is scored twice. */
export interface Retrieval {
  /** Names of the scores that exist for this question; without token vectors there is no late interaction. */
  readonly scores: readonly string[];
  /** Finds the best items within the scope and the filter, at most `limit`. */
  retrieve(filter: Filter, limit: number): Promise<readonly RetrievedItem[]>;
  /** Scores these items, even if another retriever found them. Leaves out items that this retriever does not know. */
  score(kind: ItemKind, items: readonly ItemToScore[]): Promise<readonly ScoredItem[]>;
  /** Whether the index accepts no writes, so that the answer may lack new items. */
  isBehind?(): Promise<boolean>;
}

export interface RetrievedItem {
  readonly id: ItemId;
}

export interface ItemToScore {
  readonly id: ItemId;
  /** The question before this message. A fraction of the question's scores is added to the scores of the message. */
  readonly precedingQuestion?: ItemId | undefined;
  /** The session or document of the item. Its coverage of the question also counts for the item. */
  readonly group?: string | undefined;
}

export interface ScoredItem {
  readonly id: ItemId;
  readonly scores: Scores;
  /** Scores of the preceding question, as in `Candidate.precedingQuestion` of libs/ranking. */
  readonly precedingQuestion?: Scores | undefined;
  /** Fractions of the question's idf that the item and its group contain, 0-1. */
  readonly coverage?: { readonly own: number; readonly group: number } | undefined;
  /** Terms of the question that the item contains. */
  readonly matched?: readonly string[] | undefined;
  /** The best passage of the item, in characters of its embedded text. */
  readonly passage?: Passage | undefined;
}

/** Range of characters in the embedded text of an item; `to` is exclusive. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

/** All retrievers. A new retriever is a class and an entry in the list of `recall.module.ts`. */
export class Retrievers {
  readonly all: readonly Retriever[];

  constructor(all: readonly Retriever[]) {
    this.all = all;
  }

  /** Selects the retrievers whose scores have a weight in the recipe. */
  of({ weights }: Recipe): readonly Retriever[] {
    const isUsed = (score: string) => Object.values(weights).some((ofKind) => (ofKind[score] ?? 0) > 0);
    return this.all.filter(({ scores }) => scores.some(isUsed));
  }
}
