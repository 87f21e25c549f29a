import type { ChunkEmbedding, EmbeddedExtent, TokenBits } from '@cairn/ports';

/** How vectors and token bits are kept: little-endian f32 and u32; of the tokens the sign bits of all, then their ids. */
export interface KeptChunk {
  readonly from: number;
  readonly to: number;
  readonly vector: Uint8Array;
  readonly tokenDims: number | null;
  readonly tokens: Uint8Array | null;
}

export function chunkOf({ from, to, vector, tokenDims, tokens }: KeptChunk): ChunkEmbedding {
  const place = { from, to, vector: new Float32Array(ownBuffer(vector)) };
  if (tokens === null || tokenDims === null) return place;
  return { ...place, tokens: tokensOf(new Uint32Array(ownBuffer(tokens)), tokenDims) };
}

/** Of chunks that are all there from the first on; where some are missing, the text has to be embedded anew. */
export function wholeExtent(
  row: { readonly chunks: number; readonly last: number | null; readonly to: number | null } | undefined,
): EmbeddedExtent | undefined {
  const isWhole = row?.last !== undefined && row.last !== null && row.last + 1 === row.chunks;
  return isWhole ? { chunks: row.chunks, to: row.to ?? 0 } : undefined;
}

export function tokensOf(words: Uint32Array, dims: number): TokenBits {
  const idsStart = bitsIn(words.length, dims);
  return { dims, bits: words.slice(0, idsStart), ids: words.slice(idsStart) };
}

/** How many of a text's token words are sign bits: each token has `dims` of them, and one word is its id. */
export function bitsIn(words: number, dims: number): number {
  const perToken = dims / 32;
  return (words / (perToken + 1)) * perToken;
}

/** A copy: what a driver gives may be a view of its own memory. */
export const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const tokenBytesOf = (tokens: TokenBits | undefined): Uint8Array | null =>
  tokens ? Buffer.concat([bytesOf(tokens.bits), bytesOf(tokens.ids)]) : null;

export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
