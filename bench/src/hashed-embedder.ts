import { createHash } from 'node:crypto';
import { Embedder, type Embedding } from '@cairn/ports';
import { vectorOf } from './cluster-embeddings-stub.ts';

const BITS_OF_TOKEN = 384;
const WORDS_OF_TOKEN = BITS_OF_TOKEN / 32;
const TOKENS_MAX = 256;

/**
 * Embedder of almost no cost, with the dimensions and token vectors of the bundled model: it fills a large store in minutes,
 * and searches there take as long as with the real model. Its answers mean little.
 */
export class HashedEmbedder extends Embedder {
  readonly modelId = 'words-hashed-with-tokens';
  readonly dims = BITS_OF_TOKEN;
  readonly maxTokens = TOKENS_MAX;
  readonly scale = {
    cosineNone: 0.1,
    cosineFull: 0.6,
    maxSimNone: 0.15,
    maxSimFull: 0.5,
    cosineSpread: 0.115,
    maxSimSpread: 0.068,
  };

  embed(texts: readonly string[]): Promise<Embedding[]> {
    return Promise.resolve(texts.map(embeddingOf));
  }

  countTokens(text: string): number {
    return wordsOf(text).length;
  }

  tokenWeight(): number {
    return 1;
  }

  health() {
    return Promise.resolve({ ready: true });
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];

function embeddingOf(text: string): Embedding {
  const words = wordsOf(text);
  const known = words.slice(0, TOKENS_MAX);
  const bits = new Uint32Array(known.length * WORDS_OF_TOKEN);
  known.forEach((word, at) => bits.set(bitsOf(word), at * WORDS_OF_TOKEN));
  const ids = Uint32Array.from(known, (word) => bitsOf(word)[0]! % 30_000);
  return {
    vector: Float32Array.from(vectorOf(text)),
    tokens: { dims: BITS_OF_TOKEN, bits, ids },
    truncated: words.length > TOKENS_MAX,
  };
}

const bitsByWord = new Map<string, Uint32Array>();

function bitsOf(word: string): Uint32Array {
  const known = bitsByWord.get(word);
  if (known) return known;
  const digest = createHash('shake256', { outputLength: BITS_OF_TOKEN / 8 })
    .update(word)
    .digest();
  const bits = new Uint32Array(Uint8Array.from(digest).buffer);
  bitsByWord.set(word, bits);
  return bits;
}
