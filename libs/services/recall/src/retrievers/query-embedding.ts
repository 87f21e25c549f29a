import { Injectable } from '@nestjs/common';
import { Memo, type Embedder, type QueryVector } from '@cairn/ports';
import type { WeightedTokens } from '@cairn/ranking';

export interface QueryEmbedding extends QueryVector {
  /** Token vectors for late interaction; absent if the model has none. */
  readonly tokens?: WeightedTokens | undefined;
}

/** The most embeddings that are cached. Queries repeat, above all within a conversation. */
const CACHED_EMBEDDINGS_MAX = 2_000;

/** Embeds queries with a cache by model and text. */
@Injectable()
export class QueryEmbeddings {
  private readonly remembered = new Memo<string, QueryEmbedding>({ max: CACHED_EMBEDDINGS_MAX });

  of(model: Embedder, text: string): Promise<QueryEmbedding> {
    return this.remembered.of(`${model.modelId}\n${text}`, () => this.embed(model, text));
  }

  protected embed(model: Embedder, text: string): Promise<QueryEmbedding> {
    return embedQuery(model, text);
  }
}

async function embedQuery(model: Embedder, text: string): Promise<QueryEmbedding> {
  const { modelId } = model;
  const [embedding] = await model.embed([text], 'query');
  const { vector, tokens } = embedding!;
  if (!tokens) return { modelId, vector };
  const weights = Float32Array.from(tokens.ids, (id) => model.tokenWeight(id));
  return { modelId, vector, tokens: { dims: tokens.dims, bits: tokens.bits, weights } };
}
