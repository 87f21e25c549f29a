import { scopeOf, toolLimits, type ItemId, type Principal } from '@cairn/contracts';
import { Embedder, EmbeddingStore, TextIndex, Truth, VectorIndex, type Filter } from '@cairn/ports';
import { recipes } from '@cairn/ranking';
import { parseQuery } from '@cairn/text';
import type { INestApplicationContext } from '@nestjs/common';
import { timed } from './speed-statistics.ts';

/** Milliseconds of each engine call that a recall over memories makes, made alone with nothing else running. */
export interface RawTimes {
  readonly embed: number;
  readonly words: number;
  readonly vectors: number;
  readonly traits: number;
  /** The word scores of what only the vectors found, and the other way round. */
  readonly 'other words': number;
  readonly 'other vectors': number;
  readonly passages: number;
  readonly hydrate: number;
}

const filter: Filter = { kind: 'memory' };

/** The engines behind the ports, called as recall calls them but one after the other. */
export class RawEngines {
  private readonly app: INestApplicationContext;
  private readonly principal: Principal;

  constructor(app: INestApplicationContext, principal: Principal) {
    this.app = app;
    this.principal = principal;
  }

  async time(text: string): Promise<RawTimes> {
    const { candidates, bm25 } = recipes.fused;
    const limit = toolLimits.recallLimit.default;
    const scope = scopeOf(this.principal);
    const query = parseQuery(text);
    const embedder = this.app.get(Embedder);
    const [texts, vectors, truth] = [this.app.get(TextIndex), this.app.get(VectorIndex), this.app.get(Truth)];

    const embedding = await timed(() => embedder.embed([text], 'query'));
    const { vector } = embedding.result[0]!;
    const byWords = await timed(() => texts.search(scope, query, filter, candidates.memory, bm25.memory));
    const byVectors = await timed(() => vectors.search(scope, vector, filter, candidates.memory));
    const worded = byWords.result.map(({ id }) => id);
    const near = byVectors.result.map(({ id }) => id);
    const all = [...new Set([...worded, ...near])];

    const traits = await timed(() => truth.traits(scope, 'memory', all));
    const otherWords = await timed(() => texts.score(scope, query, 'memory', without(near, worded), bm25.memory));
    const otherVectors = await timed(() => vectors.score(scope, vector, 'memory', without(worded, near)));
    const wanted = [...byVectors.result, ...otherVectors.result].map(({ id, chunk }) => ({ id, chunk }));
    const passages = await timed(() =>
      this.app.get(EmbeddingStore).passages(scope, embedder.modelId, 'memory', wanted),
    );
    const hydrate = await timed(() => truth.hydrate(scope, filter, all.slice(0, limit)));
    return {
      embed: embedding.ms,
      words: byWords.ms,
      vectors: byVectors.ms,
      traits: traits.ms,
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
