import { Injectable } from '@nestjs/common';
import { Embedder } from '@cairn/ports';
import type { WeightedTokens } from '@cairn/ranking';
import { LRUCache } from 'lru-cache';

export interface QueryEmbedding {
  readonly vector: Float32Array;
  /** For the late interaction; absent where the model gives no token bits. */
  readonly tokens?: WeightedTokens | undefined;
}

/** Queries repeat, within a conversation above all; a remembered embedding costs nothing. */
const REMEMBERED = 2_000;

/** Embeds queries, each once while it is remembered. */
@Injectable()
export class QueryEmbeddings {
  private readonly remembered = new LRUCache<string, Promise<QueryEmbedding>>({ max: REMEMBERED });

  constructor(private readonly embedder: Embedder) {}

  /** Names what the vectors were made by. */
  get modelId(): string {
    return this.embedder.modelId;
  }

  of(text: string): Promise<QueryEmbedding> {
    const key = `${this.embedder.modelId}\n${text}`;
    const known = this.remembered.get(key);
    if (known) return known;

    const embedding = this.embed(text);
    this.remembered.set(key, embedding);
    embedding.catch(() => this.remembered.delete(key));
    return embedding;
  }

  private async embed(text: string): Promise<QueryEmbedding> {
    const [embedding] = await this.embedder.embed([text], 'query');
    const { vector, tokens } = embedding!;
    if (!tokens) return { vector };
    const weights = Float32Array.from(tokens.ids, (id) => this.embedder.tokenWeight(id));
    return { vector, tokens: { dims: tokens.dims, bits: tokens.bits, weights } };
  }
}
