/**
 * Returns one bit per dimension, set if the value is above zero: dimension d of token t is bit d % 32 of the word at
 * index t * dims / 32 + floor(d / 32). These 48 bytes retain nearly all that late interaction needs of 384 floats.
 */
export function signBits(values: Float32Array): Uint32Array {
  const bits = new Uint32Array(values.length / 32);
  for (let at = 0; at < values.length; at++) if (values[at]! > 0) bits[at >>> 5]! |= 1 << (at & 31);
  return bits;
}

/** Returns the mean of the concatenated vectors of all tokens. */
export function meanVector(values: Float32Array, dims: number): Float32Array {
  const sum = new Float64Array(dims);
  for (let at = 0; at < values.length; at++) sum[at % dims]! += values[at]!;
  return Float32Array.from(sum, (total) => (total * dims) / values.length);
}
