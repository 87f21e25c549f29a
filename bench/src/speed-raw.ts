import { toolLimits, type ItemId } from '@cairn/contracts';
import { scopeOf, type Filter, type Principal } from '@cairn/domain';
import { Embedders, ItemReader, LiveWordIndex, RankingReader, VectorSearch } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import type { INestApplicationContext } from '@nestjs/common';
import { embeddingStore, type EmbeddingStore, passagesOf } from '@cairn/store';
import { timed } from './speed-statistics.ts';

/** Milliseconds of each engine call of a recall over memories, made alone with nothing else running. */
export interface RawTimes {
  readonly embed: number;
  readonly words: number;
  readonly vectors: number;
  readonly features: number;
  /** Word scores for hits of vectors only, and the reverse. */
  readonly 'other words': number;
  readonly 'other vectors': number;
  readonly passages: number;
  readonly hydrate: number;
}

const filter: Filter = { kind: 'memory' };

/** Makes one call and measures it. */
type Call = <Result>(stage: keyof RawTimes, work: () => Promise<Result>) => Promise<{ ms: number; result: Result }>;

/** Calls the engines behind the ports like recall does, but in sequence. */
export class RawEngines {
  private readonly app: INestApplicationContext;
  private readonly principal: Principal;
  private readonly call: Call;

  constructor(app: INestApplicationContext, principal: Principal, call: Call = (_, work) => timed(work)) {
    this.app = app;
    this.principal = principal;
    this.call = call;
  }

  async time(text: string): Promise<RawTimes> {
    const { candidates, bm25 } = recipes.fused;
    const limit = toolLimits.recallLimit.default;
    const scope = scopeOf(this.principal);
    const embedder = await this.app.get(Embedders).live();
    const texts = await this.app.get(LiveWordIndex).forQuestion();
    const query = texts.queryOf(text);
    const vectors = this.app.get(VectorSearch);
    const [items, ranking] = [this.app.get(ItemReader), this.app.get(RankingReader)];

    const embedding = await this.call('embed', () => embedder.embed([text], 'query'));
    const meaning = { modelId: embedder.modelId, vector: embedding.result[0]!.vector };
    const byWords = await this.call('words', () => texts.search(scope, query, filter, candidates.memory, bm25.memory));
    const byVectors = await this.call('vectors', () => vectors.search(scope, meaning, filter, candidates.memory));
    const worded = byWords.result.map(({ id }) => id);
    const near = byVectors.result.map(({ id }) => id);
    const all = [...new Set([...worded, ...near])];

    const features = await this.call('features', () => ranking.candidateFeatures(scope, 'memory', all));
    const otherWords = await this.call('other words', () =>
      texts.score(scope, query, 'memory', without(near, worded), bm25.memory),
    );
    const otherVectors = await this.call('other vectors', () =>
      vectors.score(scope, meaning, 'memory', without(worded, near)),
    );
    const wanted = [...byVectors.result, ...otherVectors.result].map(({ id, chunk }) => ({ id, chunk }));
    const passages = await this.call('passages', () =>
      passagesOf(this.app.get<EmbeddingStore>(embeddingStore.token), {
        scope,
        modelId: embedder.modelId,
        kind: 'memory',
        wanted,
      }),
    );
    const hydrate = await this.call('hydrate', () => items.hydrate(scope, filter, all.slice(0, limit)));
    return {
      embed: embedding.ms,
      words: byWords.ms,
      vectors: byVectors.ms,
      features: features.ms,
      'other words': otherWords.ms,
      'other vectors': otherVectors.ms,
      passages: passages.ms,
      hydrate: hydrate.ms,
    };
  }
}

function without(ids: readonly ItemId[], known: readonly ItemId[]): ItemId[] {
  const left = new Set(known);
  return ids.filter((id) => !left.has(id));
}
