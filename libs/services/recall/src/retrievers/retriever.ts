import type { ItemId, ItemKind, RetrieverName } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import type { Recipe, Scores } from '@cairn/ranking';
import type { RecallContext } from '../question/recall-context.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';

/**
 * One method of finding items, such as lexical or dense. A failed retriever is omitted, and the answer says so. The recipe has the
 * weights of its scores.
 */
export interface Retriever {
  /** Its name in `degraded`. */
  readonly name: RetrieverName;
  /** Names of its scores in the recipe. It runs if the recipe has a weight for one of them. */
  readonly scores: readonly string[];
  /** Prepares a retrieval, for instance embeds the query. Undefined if the settings disable this retriever. */
  open(context: RecallContext, watch: Stopwatch): Promise<Retrieval | undefined>;
}

/** A retriever for one question. It caches its hits, so that nothing is scored twice. */
export interface Retrieval {
  /** The scores that it has for this question; a model without token vectors has no late interaction. */
  readonly scores: readonly string[];
  /** The best items in the scope and the filter, at most `limit`. */
  retrieve(filter: Filter, limit: number): Promise<readonly Retrieved[]>;
  /** The scores of these items, whichever retriever found them. Unknown items are omitted. */
  score(kind: ItemKind, items: readonly ItemToScore[]): Promise<readonly ScoredItem[]>;
  /** Whether its index accepts no writes, so that its answer may lack new items. */
  isBehind?(): Promise<boolean>;
}

export interface Retrieved {
  readonly id: ItemId;
}

export interface ItemToScore {
  readonly id: ItemId;
  /** The preceding question, a share of whose scores is added to its own. */
  readonly precedingQuestion?: ItemId | undefined;
  /** The session or document whose coverage of the question counts for it. */
  readonly group?: string | undefined;
}

export interface ScoredItem {
  readonly id: ItemId;
  readonly scores: Scores;
  /** Scores of the preceding question, as in `Candidate.precedingQuestion` of libs/ranking. */
  readonly precedingQuestion?: Scores | undefined;
  /** Shares of the question's idf in the item, and in its group, 0-1. */
  readonly coverage?: { readonly own: number; readonly group: number } | undefined;
  /** The question's terms in the item. */
  readonly matched?: readonly string[] | undefined;
  /** Its best passage, in characters of its embedded text. */
  readonly passage?: Passage | undefined;
}

/** Characters of the embedded text of an item; `to` is exclusive. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

/** All retrievers. A new one is a class and an entry of the list in `recall.module.ts`. */
export class Retrievers {
  readonly all: readonly Retriever[];

  constructor(all: readonly Retriever[]) {
    this.all = all;
  }

  /** The retrievers with a weight in the recipe. */
  of({ weights }: Recipe): readonly Retriever[] {
    const isUsed = (score: string) => Object.values(weights).some((ofKind) => (ofKind[score] ?? 0) > 0);
    return this.all.filter(({ scores }) => scores.some(isUsed));
  }
}
