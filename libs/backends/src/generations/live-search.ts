import { CairnError, type ItemId, type ItemKind } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import {
  LiveWordIndex,
  VectorSearch,
  type Generation,
  type GenerationIndexes,
  type LentVectors,
  type QueryVector,
  type TextSearch,
  type VectorHit,
  type VectorIndex,
} from '@cairn/ports';

/**
 * Searches words in the generation that is live when a question begins. After a switch the question continues there, since
 * that generation is still written.
 */
export class LiveTextIndex extends LiveWordIndex {
  private readonly indexes: GenerationIndexes;

  constructor(indexes: GenerationIndexes) {
    super();
    this.indexes = indexes;
  }

  async forQuestion(): Promise<TextSearch> {
    const [live] = await this.indexes.written('words');
    return live!.index.forQuestion();
  }
}

/**
 * Searches vectors in the live generation. A question whose vector was computed before a switch continues in the generation
 * of that model, which is still written. So no answer mixes two models, and no question fails.
 */
export class LiveVectorSearch extends VectorSearch {
  private readonly indexes: GenerationIndexes;

  constructor(indexes: GenerationIndexes) {
    super();
    this.indexes = indexes;
  }

  async search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]> {
    return (await this.of(query)).search(scope, query, filter, limit);
  }

  async score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]> {
    return (await this.of(query)).score(scope, query, kind, ids);
  }

  override async lend(modelId: string): Promise<LentVectors | undefined> {
    return (await this.of({ modelId })).lend(modelId);
  }

  private async of({ modelId }: Pick<QueryVector, 'modelId'>): Promise<VectorIndex> {
    const isRead = isReadBy(modelId);
    const found = (await this.indexes.written('vectors')).find(({ generation }) => isRead(generation));
    if (found) return found.index;
    throw new CairnError('index/unavailable', `No vectors that are read were made by ${modelId}.`);
  }
}

/** Makes the test which generation answers questions by a model: the first of `written` that passes it. */
export const isReadBy =
  (modelId: string) =>
  ({ status, builtBy }: Pick<Generation, 'status' | 'builtBy'>): boolean =>
    status !== 'building' && builtBy === modelId;
