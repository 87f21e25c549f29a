import { wasmBase64 } from './kernel.generated.ts';

/**
 * Scores rows in memory against the query in memory. Scores are multiplied by `scale`. All arguments except `scale` and
 * `count` are addresses or sizes in bytes. `bytes` is the size of the query, which equals the size of a row without its
 * header.
 */
export interface Kernel {
  /** Scores consecutive rows. */
  scoreRange(row: number, count: number, query: number, bytes: number, scale: number, out: number): void;
  /** Scores the rows in a list of slots; the row of slot 0 is at `first`. */
  scoreSlots(
    slots: number,
    count: number,
    first: number,
    query: number,
    bytes: number,
    scale: number,
    out: number,
  ): void;
}

/** Compiles the WebAssembly kernel; undefined where WebAssembly has no relaxed SIMD. */
export function compiledKernel(memory: WebAssembly.Memory): Kernel | undefined {
  const binary = Buffer.from(wasmBase64, 'base64');
  if (!WebAssembly.validate(binary)) return undefined;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } });
  return exports as unknown as Kernel;
}

/** Creates the kernel in JavaScript. Its results are identical, and it takes some ten times as long. */
export function plainKernel(memory: WebAssembly.Memory): Kernel {
  const scoreRange: Kernel['scoreRange'] = (row, count, query, bytes, scale, out) => {
    for (let index = 0; index < count; index++) {
      scoreRow(memory, row + index * (ROW_HEADER + bytes), query, bytes, scale, out + 4 * index);
    }
  };
  const scoreSlots: Kernel['scoreSlots'] = (slots, count, first, query, bytes, scale, out) => {
    new Uint32Array(memory.buffer, slots, count).forEach((slot, index) =>
      scoreRange(first + slot * (ROW_HEADER + bytes), 1, query, bytes, scale, out + 4 * index),
    );
  };
  return { scoreRange, scoreSlots };
}

function scoreRow(
  { buffer }: WebAssembly.Memory,
  row: number,
  query: number,
  bytes: number,
  scale: number,
  out: number,
) {
  const view = new DataView(buffer);
  const values = new Int8Array(buffer, row + ROW_HEADER, bytes);
  const wanted = new Int8Array(buffer, query, bytes);
  let dot = 0;
  for (let at = 0; at < bytes; at++) dot += (values[at] as number) * (wanted[at] as number);
  const whole = Math.fround(dot - 64 * view.getInt32(row + 4, true));
  view.setFloat32(out, Math.fround(whole * view.getFloat32(row, true)) * scale, true);
}

/** Number of bytes before the values of a row: its scale, its sum, and two numbers that the kernel does not read. */
export const ROW_HEADER = 16;
