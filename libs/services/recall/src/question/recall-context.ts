import type { ItemId, ItemKind, Scope } from '@cairn/contracts';
import type { Embedder, Filter, TextSearch } from '@cairn/ports';
import type { Recipe } from '@cairn/ranking';
import type { ReadQuery } from './read-query.ts';

export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** One question, with all that stays the same until it is answered. */
export interface RecallContext {
  readonly scope: Scope;
  readonly query: ReadQuery;
  /** One for each kind of item that is asked for. */
  readonly filters: readonly Filter[];
  /** When the question is asked, epoch ms. */
  readonly askedAt: number;
  readonly recipe: Recipe;
  /** The model of the vectors that were live when the question came. */
  readonly model: Embedder;
  /** What its similarities mean among the texts of the caller's organisation. */
  readonly scale: Embedder['scale'];
  /** The settings ask for no model: the answer goes without vectors, which is no failure to log. */
  readonly isWithoutModel: boolean;
  /** The words that were live then, likewise. */
  readonly words: TextSearch;
  /** Whether memories that say the same are one hit. */
  readonly collapses: boolean;
  /** Hits that the caller wants, if that is more than the recipe ranks anyway. */
  readonly wanted: number;
  /** Candidates beside those that the retrievers find. */
  readonly given?: readonly ItemRef[];
  /** A retriever that takes longer is left out; 5 s unless told. */
  readonly retrieverMs?: number | undefined;
}
