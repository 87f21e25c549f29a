import { Injectable } from '@nestjs/common';
import type { ItemId, ItemKind } from '@cairn/contracts';
import { VectorSearch, type TokenBits, type VectorHit } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { maxSim } from '@cairn/ranking';
import { embeddingStore, type EmbeddingStore, passagesOf } from '@cairn/store';
import { Uses } from '@cairn/platform';
import type { RecallContext } from '../question/recall-context.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';
import { idsWithPrecedingQuestions } from './lexical-retriever.ts';
import { QueryEmbeddings, type QueryEmbedding } from './query-embedding.ts';
import { WaitingVectors, type EmbeddedPassage } from './waiting-vectors.ts';
import type { ItemToScore, Passage, Retrieval, RetrievedItem, Retriever, ScoredItem } from './retriever.ts';

/** The ports of dense retrieval. */
interface Stores {
  readonly vectors: VectorSearch;
  readonly embeddings: EmbeddingStore;
  readonly waiting: WaitingVectors;
}

/** Retrieves by meaning: the cosine of pooled vectors, and late interaction with the tokens of the best chunk. */
@Injectable()
export class DenseRetriever implements Retriever {
  readonly name = 'vectors';
  readonly scores = ['vector', 'tokens'];

  constructor(
    private readonly vectors: VectorSearch,
    @Uses(embeddingStore) private readonly embeddings: EmbeddingStore,
    private readonly queries: QueryEmbeddings,
    private readonly waiting: WaitingVectors,
  ) {}

  async open(context: RecallContext, watch: Stopwatch): Promise<Retrieval | undefined> {
    if (context.isWithoutModel) return undefined;
    const embedding = await watch.time('embed', () => this.queries.of(context.model, context.query.meaning));
    const { vectors, embeddings, waiting } = this;
    return new DenseRetrieval(context, watch, embedding, { vectors, embeddings, waiting });
  }
}

class DenseRetrieval implements Retrieval {
  readonly scores: readonly string[];
  private readonly hits = new Map<ItemId, VectorHit>();
  /** Maps the id of an item that no index contains yet to its passage nearest to the question. */
  private readonly fresh = new Map<ItemId, TokenPassage>();

  constructor(
    private readonly context: RecallContext,
    private readonly watch: Stopwatch,
    private readonly embedding: QueryEmbedding,
    private readonly stores: Stores,
  ) {
    this.scores = embedding.tokens ? ['vector', 'tokens'] : ['vector'];
  }

  async retrieve(filter: Filter, limit: number): Promise<readonly RetrievedItem[]> {
    const search = () => this.stores.vectors.search(this.context.scope, this.embedding, filter, limit);
    const [indexed, waiting] = await Promise.all([
      this.watch.time('vectors', search),
      this.watch.time('waiting', () => this.stores.waiting.of(this.context, filter)),
    ]);
    this.keep(indexed);
    const fresh = waiting.map(({ id, passages }) => this.best(id, passages));
    return [...indexed.filter(({ id }) => !this.fresh.has(id)), ...this.keep(fresh)];
  }

  /**
   * Finds the passage of an item that is nearest to the question. The found passage replaces an indexed passage of the
   * item's former text.
   */
  private best(id: ItemId, passages: readonly EmbeddedPassage[]): VectorHit {
    const [best] = passages
      .map((passage, chunk) => ({
        passage,
        hit: { id, chunk, cosine: cosineOf(this.embedding.vector, passage.vector) },
      }))
      .sort((one, other) => other.hit.cosine - one.hit.cosine);
    this.fresh.set(id, best!.passage);
    return best!.hit;
  }

  async score(kind: ItemKind, items: readonly ItemToScore[]): Promise<readonly ScoredItem[]> {
    const ids = idsWithPrecedingQuestions(items);
    await this.scoreOthers(kind, ids);
    const passages = await this.passagesOf(kind, ids);
    return items.map(({ id, precedingQuestion }) => ({
      id,
      scores: { vector: this.hits.get(id)?.cosine, tokens: this.lateInteraction(passages.get(id)) },
      precedingQuestion: precedingQuestion && {
        vector: this.hits.get(precedingQuestion)?.cosine,
        tokens: this.lateInteraction(passages.get(id), passages.get(precedingQuestion)),
      },
      passage: passages.get(id),
    }));
  }

  /**
   * Computes the score of late interaction with a passage. Similarities with the preceding question also count,
   * multiplied by the recipe's `context.tokens`.
   */
  private lateInteraction(passage?: TokenPassage, preceding?: TokenPassage): number | undefined {
    const { tokens } = this.embedding;
    if (!tokens || !passage?.tokens) return undefined;
    return maxSim(tokens, passage.tokens, preceding?.tokens, this.context.recipe.context.tokens);
  }

  private async scoreOthers(kind: ItemKind, ids: readonly ItemId[]): Promise<void> {
    const others = ids.filter((id) => !this.hits.has(id));
    if (others.length === 0) return;
    const score = () => this.stores.vectors.score(this.context.scope, this.embedding, kind, others);
    this.keep(await this.watch.time('other vectors', score));
  }

  private async passagesOf(kind: ItemKind, ids: readonly ItemId[]): Promise<ReadonlyMap<ItemId, TokenPassage>> {
    const { scope, model } = this.context;
    const wanted = ids
      .flatMap((id) => (this.fresh.has(id) ? [] : (this.hits.get(id) ?? [])))
      .map(({ id, chunk }) => ({ id, chunk }));
    if (wanted.length === 0) return this.fresh;
    const read = () => passagesOf(this.stores.embeddings, { scope, modelId: model.modelId, kind, wanted });
    const passages = await this.watch.time('passages', read);
    return new Map([...passages.map((passage) => [passage.id, passage] as const), ...this.fresh]);
  }

  private keep(hits: readonly VectorHit[]): readonly VectorHit[] {
    for (const hit of hits) this.hits.set(hit.id, hit);
    return hits;
  }
}

interface TokenPassage extends Passage {
  readonly tokens?: TokenBits | undefined;
}

/** The cosine of two vectors of unit length. */
const cosineOf = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);
