import { wasmBase64 } from './hamming.generated.ts';

interface Kernel {
  leastDistances(
    query: number,
    queryTokens: number,
    text: number,
    textTokens: number,
    bytes: number,
    out: number,
  ): void;
}

const PAGE_BYTES = 65_536;
/** First free address: AssemblyScript reserves the first bytes of the memory. */
const FIRST_FREE = 1_024;

/** Computes for each query token the minimum Hamming distance to any token of the text, in bits. */
export abstract class Hamming {
  abstract least(query: Uint32Array, text: Uint32Array, dims: number): Int32Array;
}

/**
 * WebAssembly kernel: counts the bits of 8 bytes per step with the processor's popcount instruction. `dims` must be a multiple
 * of 128.
 */
export class WasmHamming extends Hamming {
  private readonly memory = new WebAssembly.Memory({ initial: 4, maximum: 4_096 });
  private readonly kernel: Kernel;

  constructor() {
    super();
    const module = new WebAssembly.Module(Buffer.from(wasmBase64, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    this.kernel = exports as unknown as Kernel;
  }

  least(query: Uint32Array, text: Uint32Array, dims: number): Int32Array {
    const bytes = dims / 8;
    const queryTokens = query.byteLength / bytes;
    const textAt = FIRST_FREE + query.byteLength;
    const outAt = textAt + text.byteLength;
    this.reserve(outAt + queryTokens * 4);
    new Uint32Array(this.memory.buffer, FIRST_FREE, query.length).set(query);
    new Uint32Array(this.memory.buffer, textAt, text.length).set(text);
    this.kernel.leastDistances(FIRST_FREE, queryTokens, textAt, text.byteLength / bytes, bytes, outAt);
    return new Int32Array(this.memory.buffer, outAt, queryTokens);
  }

  private reserve(bytes: number): void {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
  }
}

/** Plain JavaScript fallback for `dims` that are not a multiple of 128, and for runtimes without WebAssembly. */
export class PlainHamming extends Hamming {
  least(query: Uint32Array, text: Uint32Array, dims: number): Int32Array {
    const width = dims >> 5;
    return Int32Array.from({ length: query.length / width }, (_, token) =>
      leastOf(query, token * width, text, width, dims),
    );
  }
}

function leastOf(query: Uint32Array, start: number, text: Uint32Array, width: number, dims: number): number {
  let least = dims;
  for (let at = 0; at < text.length; at += width) {
    let distance = 0;
    for (let word = 0; word < width; word++) distance += onesIn(query[start + word]! ^ text[at + word]!);
    if (distance < least) least = distance;
  }
  return least;
}

/** Counts the set bits of a 32-bit word (Hacker's Delight 5-1). */
function onesIn(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const plainHamming = new PlainHamming();

function chooseFastest(): Hamming {
  try {
    return new WasmHamming();
  } catch {
    return plainHamming;
  }
}

const fastestHamming = chooseFastest();

/** Chooses the kernel for vectors of `dims` dimensions. */
export const hammingFor = (dims: number): Hamming => (dims % 128 === 0 ? fastestHamming : plainHamming);
