// AssemblyScript: compiled by tools/kernels.mjs into hamming.generated.ts.

/**
 * For each query token, the least Hamming distance to any token of the text. Tokens are `bytes` long, a multiple of 16.
 * Writes one i32 a query token to `out`. Processors count the bits of 64 in one step; for 16 bytes at once they have no such
 * instruction, so that this takes half the time.
 */
export function leastDistances(
  query: usize,
  queryTokens: i32,
  text: usize,
  textTokens: i32,
  bytes: i32,
  out: usize,
): void {
  for (let token = 0; token < queryTokens; token++) {
    const wanted = query + <usize>(token * bytes);
    let least: i64 = bytes * 8;
    let at = text;
    for (let other = 0; other < textTokens; other++) {
      let distance: i64 = 0;
      for (let offset: usize = 0; offset < <usize>bytes; offset += 16) {
        distance += popcnt(load<i64>(wanted + offset) ^ load<i64>(at + offset));
        distance += popcnt(load<i64>(wanted + offset, 8) ^ load<i64>(at + offset, 8));
      }
      if (distance < least) least = distance;
      at += <usize>bytes;
    }
    store<i32>(out + ((<usize>token) << 2), <i32>least);
  }
}
