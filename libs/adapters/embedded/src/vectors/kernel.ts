import { KERNEL } from './kernel.generated.ts';

/** Scores rows in the memory against the query in it; all arguments but `count` are addresses or sizes in bytes. */
export type ScoreRows = (rows: number, count: number, query: number, bytes: number, out: number) => void;

/** The compiled kernel, or nothing where WebAssembly has no relaxed SIMD. */
export function compiledKernel(memory: WebAssembly.Memory): ScoreRows | undefined {
  const binary = Buffer.from(KERNEL, 'base64');
  if (!WebAssembly.validate(binary)) return undefined;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } });
  return exports['score'] as ScoreRows;
}

/** The same to the bit in JavaScript, some ten times slower. */
export const plainKernel =
  (memory: WebAssembly.Memory): ScoreRows =>
  (rows, count, query, bytes, out) => {
    const view = new DataView(memory.buffer);
    const signed = new Int8Array(memory.buffer);
    for (let index = 0; index < count; index++) {
      const row = view.getUint32(rows + 4 * index, true);
      let dot = 0;
      for (let at = 0; at < bytes; at++)
        dot += (signed[row + ROW_HEADER + at] as number) * (signed[query + at] as number);
      const exact = Math.fround(dot - 64 * view.getInt32(row + 4, true));
      view.setFloat32(out + 4 * index, exact * view.getFloat32(row, true), true);
    }
  };

/** Bytes before the values of a row: scale, sum, and nothing up to the next 16. */
export const ROW_HEADER = 16;
