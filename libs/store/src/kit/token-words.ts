import type { ChunkEmbedding, EmbeddedExtent, TokenBits } from '@cairn/ports';

/** The stored form of vectors and token bits: little-endian f32 and u32; first the sign bits of all tokens, then their ids. */
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

/** The extent of an embedding whose chunks are all stored; undefined when some are missing and the text must be embedded again. */
export function wholeExtent(
  row: { readonly chunks: number; readonly last: number | null; readonly to: number | null } | undefined,
): EmbeddedExtent | undefined {
  const isWhole = row?.last !== undefined && row.last !== null && row.last + 1 === row.chunks;
  return isWhole ? { chunks: row.chunks, to: row.to ?? 0 } : undefined;
}

function tokensOf(words: Uint32Array, dims: number): TokenBits {
  const idsStart = bitsIn(words.length, dims);
  return { dims, bits: words.slice(0, idsStart), ids: words.slice(idsStart) };
}

/** The number of a text's token words that hold sign bits: each token has `dims` bits, and one further word for its id. */
export function bitsIn(words: number, dims: number): number {
  const perToken = dims / 32;
  return (words / (perToken + 1)) * perToken;
}

/** Copies bytes: a driver may return a view of its own memory. */
const ownBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

export const tokenBytesOf = (tokens: TokenBits | undefined): Uint8Array | null =>
  tokens ? Buffer.concat([bytesOf(tokens.bits), bytesOf(tokens.ids)]) : null;

export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
