import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Embedder, TextSearch } from '@cairn/ports';
import type { Recipe } from '@cairn/ranking';
import type { ReadQuery } from './read-query.ts';

export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** A question, and everything that stays constant while it is answered. */
export interface RecallContext {
  readonly scope: Scope;
  readonly query: ReadQuery;
  /** One filter or more for each requested kind of item. */
  readonly filters: readonly Filter[];
  /** Project on which the caller works; its items get a signal. */
  readonly project?: string | undefined;
  /** Time of the question, epoch ms. */
  readonly askedAt: number;
  readonly recipe: Recipe;
  /** The model of the vectors that were live when the question arrived. */
  readonly model: Embedder;
  /** The model's similarity scale for the caller's organisation. */
  readonly scale: Embedder['scale'];
  /** Whether the settings name no model; missing vectors are then no failure. */
  readonly isWithoutModel: boolean;
  /** The word index that was live when the question arrived. */
  readonly words: TextSearch;
  /** Whether the answer is empty if no stored text is about the topic. */
  readonly abstains: boolean;
  /** Whether the question names no topic and asks what is known at all. No text is off-topic then, or too far. */
  readonly isTopicless?: boolean | undefined;
  /** Whether memories and notes that answer the question come before messages. */
  readonly memoriesFirst: boolean;
  /** Whether memories with the same statement become one hit. */
  readonly collapses: boolean;
  /** The limit of the request; 0 if the request has none. Each retriever is asked for at least this many candidates. */
  readonly wanted: number;
  /** The id that is the whole question. Its item becomes a candidate and comes first. */
  readonly bareId?: ItemId | undefined;
  /** Whether the graph is asked about relations in the question. */
  readonly asksGraph: boolean;
  /** Candidates in addition to the candidates of the retrievers. */
  readonly extraCandidates?: readonly ItemRef[];
  /** Time in ms after which a retriever is left out; 5 s by default. */
  readonly retrieverMs?: number | undefined;
}
