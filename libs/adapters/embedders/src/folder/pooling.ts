import { meanVector } from '../local/sign-bits.ts';

/** Ways to combine the token vectors of a text into one vector. */
export const poolings = ['mean', 'cls', 'lasttoken', 'max'] as const;
export type Pooling = (typeof poolings)[number];

/** Combines the concatenated vectors of all tokens into one vector. */
export function poolTokens(values: Float32Array, dims: number, pooling: Pooling): Float32Array {
  switch (pooling) {
    case 'mean':
      return meanVector(values, dims);
    case 'cls':
      return values.slice(0, dims);
    case 'lasttoken':
      return values.slice(-dims);
    case 'max':
      return poolByMaximum(values, dims);
  }
}

function poolByMaximum(values: Float32Array, dims: number): Float32Array {
  const vector = values.slice(0, dims);
  for (let at = dims; at < values.length; at++) vector[at % dims] = Math.max(vector[at % dims]!, values[at]!);
  return vector;
}
