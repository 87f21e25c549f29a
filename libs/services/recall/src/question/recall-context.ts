import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Embedder, TextSearch } from '@cairn/ports';
import type { Recipe } from '@cairn/ranking';
import type { ReadQuery } from './read-query.ts';

export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** One question with everything that stays the same while it is answered. */
export interface RecallContext {
  readonly scope: Scope;
  readonly query: ReadQuery;
  /** One or more for each kind of item that is asked for. */
  readonly filters: readonly Filter[];
  /** When the question is asked, epoch ms. */
  readonly askedAt: number;
  readonly recipe: Recipe;
  /** The model of the vectors that were live when the question came. */
  readonly model: Embedder;
  /** The model's similarity scale for the caller's organisation. */
  readonly scale: Embedder['scale'];
  /** The settings name no model: the missing vectors are then no failure to log. */
  readonly isWithoutModel: boolean;
  /** The word index that was live when the question came. */
  readonly words: TextSearch;
  /** Whether an answer is empty where nothing stored is about the topic. */
  readonly abstains: boolean;
  /** Whether memories and notes that answer stand before messages. */
  readonly memoriesFirst: boolean;
  /** Whether memories that say the same are shown as one hit. */
  readonly collapses: boolean;
  /** The limit of the request, 0 if it names none; candidates are at least as many. */
  readonly wanted: number;
  /** The id that is all of the question: its item is a candidate, and stands first. */
  readonly bareId?: ItemId | undefined;
  /** Whether the graph is asked where the question asks for a relation. */
  readonly asksGraph: boolean;
  /** Candidates beside those that the retrievers find. */
  readonly extraCandidates?: readonly ItemRef[];
  /** A retriever that takes longer is left out; the default is 5 s. */
  readonly retrieverMs?: number | undefined;
}
