import { Injectable } from '@nestjs/common';
import type { Item, ItemId, ItemKind, RetrieverName } from '@cairn/contracts';
import type { Filter, Principal } from '@cairn/domain';
import { recipes, type Recipe, type SignalName } from '@cairn/ranking';
import { ContextReader } from '../question/context-reader.ts';
import { Hydration } from '../hits/hydration.ts';
import { RankedSearch, type FindingQuery } from '../search/ranked-search.ts';
import type { RecallContext } from '../question/recall-context.ts';
import { Stopwatch } from '../timing/stopwatch.ts';

/** An item that is similar to the action. */
export interface SimilarItem {
  readonly item: Item;
  /** Similarity on an absolute scale, 0-1. */
  readonly score: number;
}

/** The items most similar to a text, best first, and the names of unavailable retrievers. */
export interface SimilarItems {
  readonly memories: readonly SimilarItem[];
  /** Messages with standing instructions only. */
  readonly messages: readonly SimilarItem[];
  readonly degraded: readonly RetrieverName[];
}

/** A search for items similar to the summary of an action. */
export interface NearRequest {
  readonly text: string;
  readonly channel: string | undefined;
  readonly memories: readonly Filter[];
  /** Filter for messages. Of these, only the messages in `standing` are candidates. */
  readonly messages: Filter;
  /** Ids of messages with standing instructions, which are candidates even if they share no word with the text. */
  readonly standing: readonly ItemId[];
  readonly most: Readonly<Record<'memory' | 'message', number>>;
  /** Time in ms after which a retriever is left out. */
  readonly retrieverMs: number;
}
const withoutSignals = (signals: Readonly<Record<SignalName, number>>) =>
  Object.fromEntries(Object.keys(signals).map((name) => [name, 0])) as Record<SignalName, number>;

/**
 * Recipe that ranks by similarity alone. An action is not a question, so all signals are off, and no data is loaded for
 * them.
 */
const similarityRecipe: Recipe = {
  ...recipes.fused,
  name: 'likeness',
  signals: withoutSignals(recipes.fused.signals),
  context: { ...recipes.fused.context, questionShareMin: Infinity },
  candidates: { ...recipes.fused.candidates, message: 20, memory: 20 },
};

/** Finds the items most similar to a text. Several filters share one search, which has no check for foreign topics. */
@Injectable()
export class NearSearch {
  constructor(
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
  ) {}

  async find(
    principal: Principal,
    { most, memories: filters, messages: said, standing, ...near }: NearRequest,
  ): Promise<SimilarItems> {
    const extraCandidates = standing.map((id) => ({ kind: 'message', id }) as const);
    const context = await this.contexts.readNear(principal, {
      ...near,
      filters,
      extraCandidates,
      recipe: similarityRecipe,
    });
    const finding = await this.search.find(context, 0, new Stopwatch());
    const [memories, messages] = await Promise.all([
      this.nearest(context, finding, { kind: 'memory', most: most.memory }),
      this.nearest({ ...context, filters: [said] }, finding, { kind: 'message', most: most.message }),
    ]);
    return { memories, messages, degraded: finding.pool.degraded };
  }

  private async nearest(
    context: RecallContext,
    finding: FindingQuery,
    { kind, most }: { readonly kind: ItemKind; readonly most: number },
  ): Promise<SimilarItem[]> {
    const { pool, reranked } = finding;
    const ofKind = reranked.ranked.filter(({ id }) => pool.features.get(id as ItemId)?.kind === kind);
    const relevant = ofKind.slice(0, most);
    const filters = context.filters.filter((filter) => filter.kind === kind);
    if (relevant.length === 0) return [];
    const { kept } = await this.hydration.distinct({ ...context, filters }, { ...finding, relevant }, relevant.length);
    return kept.map(({ item, ranked: { score } }) => ({ item, score }));
  }
}
