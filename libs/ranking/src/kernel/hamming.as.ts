// AssemblyScript: compiled by tools/kernels.mjs into hamming.generated.ts.

/**
 * For each query token, the least Hamming distance to any token of the text. Tokens are `bytes` long, a multiple of 16.
 * Writes one i32 a query token to `out`.
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
    let least = bytes * 8;
    let at = text;
    for (let other = 0; other < textTokens; other++) {
      let ones = i16x8.splat(0);
      for (let offset: usize = 0; offset < <usize>bytes; offset += 16) {
        const different = v128.xor(v128.load(wanted + offset), v128.load(at + offset));
        ones = i16x8.add(ones, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(different)));
      }
      const sums = i32x4.extadd_pairwise_i16x8_u(ones);
      const distance =
        i32x4.extract_lane(sums, 0) +
        i32x4.extract_lane(sums, 1) +
        i32x4.extract_lane(sums, 2) +
        i32x4.extract_lane(sums, 3);
      if (distance < least) least = distance;
      at += <usize>bytes;
    }
    store<i32>(out + ((<usize>token) << 2), least);
  }
}
