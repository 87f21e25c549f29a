import { CairnError, type ItemId, type ItemKind, type Scope } from '@cairn/contracts';
import {
  TextSearch,
  VectorSearch,
  type Bm25,
  type Filter,
  type GenerationIndexes,
  type GroupCoverage,
  type QueryVector,
  type TextIndex,
  type VectorHit,
  type VectorIndex,
  type WordHit,
  type WordQuery,
} from '@cairn/ports';

/** Word search in whatever generation is live. */
export class LiveTextSearch extends TextSearch {
  private readonly indexes: GenerationIndexes;

  constructor(indexes: GenerationIndexes) {
    super();
    this.indexes = indexes;
  }

  async search(scope: Scope, query: WordQuery, filter: Filter, limit: number, bm25: Bm25): Promise<WordHit[]> {
    return (await this.live()).search(scope, query, filter, limit, bm25);
  }

  async score(scope: Scope, query: WordQuery, kind: ItemKind, ids: readonly ItemId[], bm25: Bm25): Promise<WordHit[]> {
    return (await this.live()).score(scope, query, kind, ids, bm25);
  }

  async coverage(scope: Scope, query: WordQuery, kind: ItemKind, groups: readonly string[]): Promise<GroupCoverage[]> {
    return (await this.live()).coverage(scope, query, kind, groups);
  }

  private async live(): Promise<TextIndex> {
    const [live] = await this.indexes.written('words');
    return live!.index;
  }
}

/**
 * Vector search in the live generation. A question that began before a switch has its vector from the former model, and
 * goes on in the generation of that model, which is still written: no answer is of two models, and none fails.
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

  private async of({ modelId }: QueryVector): Promise<VectorIndex> {
    const readable = (await this.indexes.written('vectors')).filter(
      ({ generation }) => generation.status !== 'building',
    );
    const found = readable.find(({ generation }) => generation.builtBy === modelId);
    if (found) return found.index;
    throw new CairnError('index/unavailable', `No vectors that are read were made by ${modelId}.`);
  }
}
