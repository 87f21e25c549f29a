import { CairnError } from '@cairn/contracts';
import { Embedder, type Embedding } from '@cairn/ports';
import { estimateTokens } from './common/estimate-tokens.ts';

/**
 * Embedder for a server without a model, because none is configured (`CAIRN_EMBEDDER=none`) or none can run. It never
 * invents vectors: it refuses every text as `embedder/unavailable`, so that recall continues by words and reports that
 * it is degraded.
 */
export class UnavailableEmbedder extends Embedder {
  readonly modelId = 'none';
  override readonly provider = 'none';
  readonly dims = 0;
  readonly maxTokens = 256;
  readonly scale = { cosineNone: 0, cosineFull: 1, maxSimNone: 0, maxSimFull: 1, cosineSpread: 0, maxSimSpread: 0 };
  readonly #reason: string;

  constructor(reason = 'No embedding model is set up (CAIRN_EMBEDDER=none): recall goes by words alone.') {
    super();
    this.#reason = reason;
  }

  async embed(texts: readonly string[]): Promise<Embedding[]> {
    if (texts.length === 0) return [];
    throw new CairnError('embedder/unavailable', this.#reason);
  }

  countTokens(text: string): number {
    return estimateTokens(text);
  }

  tokenWeight(): number {
    return 1;
  }

  async health(): Promise<{ ready: boolean; problem: string }> {
    return { ready: false, problem: this.#reason };
  }
}
