// @ts-nocheck: AssemblyScript, compiled by tools/kernels.mjs into kernel.generated.ts, for shared memory.

/**
 * Scores rows against one query. A row is its scale (f32), the sum of its values (i32), 8 unused bytes, and its values
 * as signed bytes; the query is bytes of 1 to 127, which stand for -63 to 63, and has a scale too. With the top bit of
 * the query's bytes clear, the relaxed instruction has one result on every machine. Four rows at a time share the loads
 * of the query.
 */

/**
 * Scores rows that stand one after the other. The four that go together are a quarter of the rows apart: memory is then
 * read ahead in four places at once, which takes half the time of one.
 */
export function scoreRange(row: usize, count: i32, query: usize, bytes: usize, scale: f32, out: usize): void {
  const stride = bytes + 16;
  const quarter = count / 4;
  const rowsApart = <usize>quarter * stride;
  const outApart = <usize>quarter * 4;
  for (let index = 0; index < quarter; index++) {
    const scores = scoreFour(row, row + rowsApart, row + 2 * rowsApart, row + 3 * rowsApart, query, bytes, scale);
    v128.store_lane<f32>(out, scores, 0);
    v128.store_lane<f32>(out + outApart, scores, 1);
    v128.store_lane<f32>(out + 2 * outApart, scores, 2);
    v128.store_lane<f32>(out + 3 * outApart, scores, 3);
    row += stride;
    out += 4;
  }
  row += 3 * rowsApart;
  out += 3 * outApart;
  for (let left = count - 4 * quarter; left > 0; left--) {
    scoreOne(row, query, bytes, scale, out);
    row += stride;
    out += 4;
  }
}

/**
 * Scores the rows in a list of slots; slot 0 is at `first`. The four that go together are a quarter of the list apart, as in
 * `scoreRange`: of an ascending list, neighbours take three times as long.
 */
export function scoreSlots(
  slots: usize,
  count: i32,
  first: usize,
  query: usize,
  bytes: usize,
  scale: f32,
  out: usize,
): void {
  const stride = bytes + 16;
  const quarter = count / 4;
  const apart = <usize>quarter * 4;
  for (let index = 0; index < quarter; index++) {
    const scores = scoreFour(
      first + <usize>load<u32>(slots) * stride,
      first + <usize>load<u32>(slots + apart) * stride,
      first + <usize>load<u32>(slots + 2 * apart) * stride,
      first + <usize>load<u32>(slots + 3 * apart) * stride,
      query,
      bytes,
      scale,
    );
    v128.store_lane<f32>(out, scores, 0);
    v128.store_lane<f32>(out + apart, scores, 1);
    v128.store_lane<f32>(out + 2 * apart, scores, 2);
    v128.store_lane<f32>(out + 3 * apart, scores, 3);
    slots += 4;
    out += 4;
  }
  slots += 3 * apart;
  out += 3 * apart;
  for (let left = count - 4 * quarter; left > 0; left--) {
    scoreOne(first + <usize>load<u32>(slots) * stride, query, bytes, scale, out);
    slots += 4;
    out += 4;
  }
}

@inline
function dot(values: usize, part: v128, sum: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(values, 16), part, sum);
}

@inline
function scoreFour(a: usize, b: usize, c: usize, d: usize, query: usize, bytes: usize, scale: f32): v128 {
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 32) {
    const part = v128.load(query + at);
    sumA = dot(a + at, part, sumA);
    sumB = dot(b + at, part, sumB);
    sumC = dot(c + at, part, sumC);
    sumD = dot(d + at, part, sumD);
    const next = v128.load(query + at, 16);
    sumA = dot(a + at + 16, next, sumA);
    sumB = dot(b + at + 16, next, sumB);
    sumC = dot(c + at + 16, next, sumC);
    sumD = dot(d + at + 16, next, sumD);
  }
  const ab = i32x4.add(v128.shuffle<i32>(sumA, sumB, 0, 4, 1, 5), v128.shuffle<i32>(sumA, sumB, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(sumC, sumD, 0, 4, 1, 5), v128.shuffle<i32>(sumC, sumD, 2, 6, 3, 7));
  const dots = i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
  const headAB = v128.shuffle<i32>(v128.load(a), v128.load(b), 0, 4, 1, 5);
  const headCD = v128.shuffle<i32>(v128.load(c), v128.load(d), 0, 4, 1, 5);
  const scales = v128.shuffle<i32>(headAB, headCD, 0, 1, 4, 5);
  const sums = v128.shuffle<i32>(headAB, headCD, 2, 3, 6, 7);
  const whole = f32x4.convert_i32x4_s(i32x4.sub(dots, i32x4.shl(sums, 6)));
  return f32x4.mul(f32x4.mul(whole, scales), f32x4.splat(scale));
}

@inline
function scoreOne(row: usize, query: usize, bytes: usize, scale: f32, out: usize): void {
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) sum = dot(row + at, v128.load(query + at), sum);
  const whole =
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3);
  store<f32>(out, <f32>(whole - 64 * load<i32>(row, 4)) * load<f32>(row) * scale);
}
