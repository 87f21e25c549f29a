import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Embedder, TextSearch } from '@cairn/ports';
import type { Recipe } from '@cairn/ranking';
import type { ReadQuery } from './read-query.ts';

export interface ItemRef {
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** One question with everything that is constant during its answer. */
export interface RecallContext {
  readonly scope: Scope;
  readonly query: ReadQuery;
  /** One or more for each requested kind of item. */
  readonly filters: readonly Filter[];
  /** Time of the question, epoch ms. */
  readonly askedAt: number;
  readonly recipe: Recipe;
  /** The model of the live vectors when the question arrived. */
  readonly model: Embedder;
  /** The model's similarity scale for the caller's organisation. */
  readonly scale: Embedder['scale'];
  /** The settings name no model, so that missing vectors are no failure. */
  readonly isWithoutModel: boolean;
  /** The live word index when the question arrived. */
  readonly words: TextSearch;
  /** Whether an answer is empty if nothing stored is about the topic. */
  readonly abstains: boolean;
  /** Whether answering memories and notes precede messages. */
  readonly memoriesFirst: boolean;
  /** Whether memories with the same statement are one hit. */
  readonly collapses: boolean;
  /** The limit of the request, 0 without one; there are at least as many candidates. */
  readonly wanted: number;
  /** The id that is the whole question: its item is a candidate, and comes first. */
  readonly bareId?: ItemId | undefined;
  /** Whether the graph answers questions for a relation. */
  readonly asksGraph: boolean;
  /** Candidates in addition to those of the retrievers. */
  readonly extraCandidates?: readonly ItemRef[];
  /** A slower retriever is omitted; the default is 5 s. */
  readonly retrieverMs?: number | undefined;
}
