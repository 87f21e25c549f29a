import { Embedder, type Embedding } from '@cairn/ports';
import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import { z } from 'zod';
import { brokenAnswerError, requireEmbeddings } from '../common/checked-embeddings.ts';
import { cutToEstimate, estimateTokens } from '../common/estimate-tokens.ts';
import { pooledScaleOf, type CosineRange } from '../common/pooled-scale.ts';
import { preparationHash } from '../common/preparation.ts';
import { OpenAiEndpoint } from './openai-endpoint.ts';

export interface OpenAiEmbedderOptions extends CosineRange {
  /** Address of the endpoint without `/embeddings`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Number of dimensions of the model's vectors; vectors with another number are refused. */
  readonly dims: number;
  readonly apiKey?: string | undefined;
  /** Prefixes that the model expects before queries and documents, such as `query: ` and `passage: `. */
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
  /**
   * Maximum number of tokens. Longer texts are cut, by an estimated number of tokens. 512 fits the common small models.
   */
  readonly maxTokens?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly attemptsMax?: number | undefined;
  /** Maximum number of texts in one request. */
  readonly batchSize?: number | undefined;
  /** Maximum number of concurrent requests. */
  readonly concurrency?: number | undefined;
}

/**
 * The fields of an answer that are read. `requireEmbeddings` checks the numbers. JSON has null where a model computed
 * NaN.
 */
const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().min(0).optional(), embedding: z.array(z.number()) })),
});

/** Maximum size of an answer in bytes. It exceeds the size of the vectors of one request as text. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Model behind any OpenAI-compatible endpoint. The endpoint returns only one vector per text, so there is no late
 * interaction.
 */
export class OpenAiEmbedder extends Embedder {
  readonly modelId: string;
  override readonly provider = 'openai';
  readonly dims: number;
  readonly maxTokens: number;
  readonly scale: Embedder['scale'];
  readonly #model: string;
  readonly #prefixes: { readonly query: string; readonly document: string };
  readonly #batchSize: number;
  readonly #slots: BulkheadPolicy;
  readonly #endpoint: OpenAiEndpoint;
  #problem: string | undefined;

  constructor(options: OpenAiEmbedderOptions) {
    super();
    const { baseUrl, apiKey, model, dims, timeoutMs = 20_000, attemptsMax = 3 } = options;
    this.#model = model;
    this.#prefixes = { query: options.queryPrefix ?? '', document: options.documentPrefix ?? '' };
    this.#batchSize = options.batchSize ?? 32;
    this.#slots = bulkhead(options.concurrency ?? 4, Infinity);
    this.#endpoint = new OpenAiEndpoint({
      ...{ baseUrl, apiKey, timeoutMs, attemptsMax, broken: brokenAnswerError },
      path: '/embeddings',
      server: 'embedding server',
      unavailable: 'embedder/unavailable',
      answerBytesMax: ANSWER_BYTES_MAX,
    });
    this.dims = dims;
    this.maxTokens = options.maxTokens ?? 512;
    this.scale = pooledScaleOf(options);
    this.modelId = `openai/${model}/${dims}/${preparationHash({ prefixes: this.#prefixes, maxTokens: this.maxTokens })}/v1`;
  }

  async embed(texts: readonly string[], kind: 'query' | 'document'): Promise<Embedding[]> {
    const prepared = texts.map((text) => cutToEstimate(this.#prefixes[kind] + text, this.maxTokens));
    const batches = splitIntoBatches(prepared, this.#batchSize);
    const vectors = await Promise.all(batches.map((batch) => this.#slots.execute(() => this.#embedBatch(batch))));
    return vectors.flat().map((vector, at) => ({
      vector,
      truncated: prepared[at]!.length < this.#prefixes[kind].length + texts[at]!.length,
    }));
  }

  /** Estimates the number of tokens, since only the server has the tokenizer. */
  countTokens(text: string): number {
    return estimateTokens(this.#prefixes.document + text);
  }

  tokenWeight(): number {
    return 1;
  }

  /**
   * Returns the result of the last request. If the last request failed, sends a small request to check whether the
   * failure persists.
   */
  async health(): Promise<{ ready: boolean; problem?: string }> {
    if (this.#problem === undefined) return { ready: true };
    await this.embed(['ready?'], 'query').catch(() => undefined);
    return this.#problem === undefined ? { ready: true } : { ready: false, problem: this.#problem };
  }

  async #embedBatch(batch: readonly string[]): Promise<Float32Array[]> {
    try {
      const body = await this.#endpoint.post({ model: this.#model, input: batch, encoding_format: 'float' });
      const vectors = requireEmbeddings(batch.length, this.dims, vectorsInOrder(body));
      this.#problem = undefined;
      return vectors;
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}

/** Orders the vectors by `index`, since servers may answer in any order. Each text must have exactly one vector. */
function vectorsInOrder(body: unknown): number[][] {
  const answer = Answer.safeParse(body);
  if (!answer.success) throw brokenAnswerError('something that is no list of vectors', answer.error);
  const places = answer.data.data.map((entry, at) => ({ at: entry.index ?? at, embedding: entry.embedding }));
  const ordered = places.sort((left, right) => left.at - right.at);
  if (ordered.some(({ at }, expected) => at !== expected))
    throw brokenAnswerError('vectors whose indexes are not 0, 1, 2 and so on');
  return ordered.map(({ embedding }) => embedding);
}

function splitIntoBatches(texts: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => texts.slice(at * size, (at + 1) * size));
}
