import type { ChunkEmbedding, EmbeddedExtent, TokenBits } from '@cairn/ports';

/**
 * A chunk as stored. `vector` is little-endian f32; `tokens` is little-endian u32: first the sign bits of all tokens, then
 * their ids.
 */
export interface StoredChunk {
  readonly from: number;
  readonly to: number;
  readonly vector: Uint8Array;
  readonly tokenDims: number | null;
  readonly tokens: Uint8Array | null;
}

export function chunkOf({ from, to, vector, tokenDims, tokens }: StoredChunk): ChunkEmbedding {
  const place = { from, to, vector: new Float32Array(copyToBuffer(vector)) };
  if (tokens === null || tokenDims === null) return place;
  return { ...place, tokens: copyTokens(new Uint32Array(copyToBuffer(tokens)), tokenDims) };
}

/**
 * Returns the extent of an embedding, or undefined if some of its chunks are missing and the text must be embedded again.
 */
export function wholeExtent(
  row: { readonly chunks: number; readonly last: number | null; readonly to: number | null } | undefined,
): EmbeddedExtent | undefined {
  const isWhole = row?.last !== undefined && row.last !== null && row.last + 1 === row.chunks;
  return isWhole ? { chunks: row.chunks, to: row.to ?? 0 } : undefined;
}

function copyTokens(words: Uint32Array, dims: number): TokenBits {
  const { bits, ids } = tokensIn(words, dims);
  return { dims, bits: bits.slice(), ids: ids.slice() };
}

/** Returns the tokens whose words these are, as views of the words. */
export function tokensIn(words: Uint32Array, dims: number): TokenBits {
  const idsStart = bitsIn(words.length, dims);
  return { dims, bits: words.subarray(0, idsStart), ids: words.subarray(idsStart) };
}

/**
 * Given the number of 32-bit words for a text's tokens, computes how many of these words contain sign bits. A token takes
 * `dims` bits, and one more word for its id.
 */
function bitsIn(words: number, dims: number): number {
  const perToken = dims / 32;
  return (words / (perToken + 1)) * perToken;
}

/** Copies the bytes, since a driver may return a view of its own memory. */
const copyToBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const tokenBytesOf = (tokens: TokenBits | undefined): Uint8Array | null =>
  tokens ? Buffer.concat([bytesOf(tokens.bits), bytesOf(tokens.ids)]) : null;

export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
