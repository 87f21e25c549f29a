import { createHash } from 'node:crypto';
import { Embedder, type Embedding } from '@cairn/ports';

const HALF = 64;

/**
 * Test embedder that puts a bag of words into one half of the dimensions, so that only equal texts are near each other.
 * The half depends on the model, so vectors of two models always have cosine 0.
 */
export class StampingEmbedder extends Embedder {
  readonly modelId: string;
  readonly dims = 2 * HALF;
  readonly maxTokens = 256;
  readonly scale = { cosineNone: 0, cosineFull: 1, maxSimNone: 0, maxSimFull: 1, cosineSpread: 0.1, maxSimSpread: 0.1 };
  private readonly half: 0 | 1;

  constructor(modelId: string, half: 0 | 1) {
    super();
    this.modelId = modelId;
    this.half = half;
  }

  async embed(texts: readonly string[]): Promise<Embedding[]> {
    return texts.map((text) => ({ vector: this.vectorOf(text), truncated: false }));
  }

  countTokens(text: string): number {
    return text.split(' ').length;
  }

  tokenWeight(): number {
    return 1;
  }

  async health(): Promise<{ ready: boolean }> {
    return { ready: true };
  }

  private vectorOf(text: string): Float32Array {
    const vector = new Float32Array(this.dims);
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
      const hash = createHash('sha256').update(word).digest();
      for (let at = 0; at < 4; at++) vector[this.half * HALF + (hash[at]! % HALF)]! += hash[at + 4]! % 2 ? 1 : -1;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((value) => value / length);
  }
}
