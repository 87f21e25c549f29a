// @ts-nocheck: AssemblyScript, compiled by build-kernel.mjs into kernel.generated.ts.

/**
 * Scores rows at the given addresses against one query. A row is its scale (f32), the sum of its values (i32), 8 bytes of
 * nothing, and its values as signed bytes; the query is bytes of 1 to 127, which stand for -63 to 63. With the top bit
 * of the query's bytes clear, the relaxed instruction has one result on every machine.
 */
export function score(rows: usize, count: i32, query: usize, bytes: usize, out: usize): void {
  for (let index: usize = 0; index < <usize>count; index++) {
    const row: usize = <usize>load<u32>(rows + (index << 2));
    const values: usize = row + 16;
    let even = i32x4.splat(0);
    let odd = i32x4.splat(0);
    for (let at: usize = 0; at < bytes; at += 32) {
      even = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(values + at), v128.load(query + at), even);
      odd = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(values + at, 16), v128.load(query + at, 16), odd);
    }
    const four = i32x4.add(even, odd);
    const dot =
      i32x4.extract_lane(four, 0) +
      i32x4.extract_lane(four, 1) +
      i32x4.extract_lane(four, 2) +
      i32x4.extract_lane(four, 3);
    store<f32>(out + (index << 2), <f32>(dot - 64 * load<i32>(row, 4)) * load<f32>(row));
  }
}
