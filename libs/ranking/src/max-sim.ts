import { hammingFor } from './kernel/hamming.ts';

/** Sign bits of the tokens of one text: words [t * dims / 32, (t + 1) * dims / 32) of `bits` belong to token t. */
export interface SignBits {
  readonly dims: number;
  readonly bits: Uint32Array;
}

export interface WeightedTokens extends SignBits {
  /** Weight of each token, not negative. */
  readonly weights: Float32Array;
}

/**
 * Late interaction (ColBERT's MaxSim): finds for each query token the most similar token of the text, and averages
 * these similarities, weighted by the weights of the query tokens. Similarity is the cosine of the sign vectors, 1 - 2
 * * hamming / dims, from -1 to 1. `preceding` is the question that the text answers: if the similarity of a query token
 * to `preceding`, multiplied by `share`, is greater, it is used instead. Undefined if the query or the text has no
 * tokens, or all weights of the query are 0.
 */
export function maxSim(query: WeightedTokens, text: SignBits, preceding?: SignBits, share = 0): number | undefined {
  if (query.weights.length === 0 || text.bits.length === 0) return undefined;

  const own = compareSigns(query, text);
  const before = preceding && preceding.bits.length > 0 ? compareSigns(query, preceding) : undefined;
  let sum = 0;
  let weightSum = 0;
  query.weights.forEach((weight, token) => {
    const best = before ? Math.max(own[token]!, share * before[token]!) : own[token]!;
    sum += weight * best;
    weightSum += weight;
  });
  return weightSum > 0 ? sum / weightSum : undefined;
}

/** Similarity of each query token to the closest token of the text. A plain loop, since it runs for every candidate. */
function compareSigns(query: SignBits, text: SignBits): Float64Array {
  const distances = hammingFor(query.dims).least(query.bits, text.bits, query.dims);
  const similar = new Float64Array(distances.length);
  for (let token = 0; token < similar.length; token++) similar[token] = 1 - (2 * distances[token]!) / query.dims;
  return similar;
}
