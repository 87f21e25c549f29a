import { compiledKernel, plainKernel, ROW_HEADER, type Kernel } from './kernel.ts';

const PAGE = 65_536;
const BATCH = 8192;
const ROW_LEVELS = 127;
const QUERY_LEVELS = 63;
const QUERY_ZERO = 64;
const EXACT_BLOCK = 1024;

/** Slots to score: a list of them, or so many from the first on. */
export type Slots = Uint32Array | { readonly first: number; readonly count: number };

/**
 * Vectors by slot, each as bytes for the scan and as floats for the exact score. The bytes stand in WebAssembly memory,
 * which grows and never shrinks; freed slots are used again.
 */
export class Arena {
  private readonly dims: number;
  private readonly bytes: number;
  private readonly stride: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: Kernel;
  private readonly rowsAt: number;
  private readonly exact: Float32Array[] = [];
  private readonly freed = new Map<number, number[]>();
  private slots = 0;
  private rowErrorMost = 0;
  private rowNormMost = 0;
  private estimates = new Float32Array(BATCH);

  constructor(dims: number, { usePlainKernel = false } = {}) {
    this.dims = dims;
    this.bytes = Math.ceil(dims / 32) * 32;
    this.stride = ROW_HEADER + this.bytes;
    this.rowsAt = QUERY_AT + this.bytes;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.rowsAt / PAGE) });
    this.kernel = (usePlainKernel ? undefined : compiledKernel(this.memory)) ?? plainKernel(this.memory);
  }

  /** Keeps vectors that stand one after the other, in slots that do too. Returns the first slot. */
  add(vectors: Float32Array): number {
    const count = vectors.length / this.dims;
    const first = this.freed.get(count)?.pop() ?? this.extend(count);
    for (let index = 0; index < count; index++) {
      this.write(first + index, vectors.subarray(index * this.dims, (index + 1) * this.dims));
    }
    return first;
  }

  free(first: number, count: number): void {
    if (count === 0) return;
    const freed = this.freed.get(count) ?? [];
    this.freed.set(count, freed);
    freed.push(first);
  }

  /** The cosine of a slot's vector with a query, computed from the floats. */
  cosine(slot: number, query: Float32Array): number {
    const block = this.exact[Math.floor(slot / EXACT_BLOCK)] as Float32Array;
    const start = (slot % EXACT_BLOCK) * this.dims;
    let sum = 0;
    for (let at = 0; at < this.dims; at++) sum += (block[start + at] as number) * (query[at] as number);
    return Math.max(-1, Math.min(1, sum));
  }

  /**
   * Estimates of the cosines of slots with a query, in their order, and how far at most each is from the exact one. The
   * list is the arena's own, with more behind it, and holds until the next call.
   */
  estimate(slots: Slots, query: Float32Array): { estimates: Float32Array; errorMost: number } {
    const { scale, error, norm } = this.writeQuery(query);
    const count = slots instanceof Uint32Array ? slots.length : slots.count;
    if (this.estimates.length < count) this.estimates = new Float32Array(2 * count);
    for (let at = 0; at < count; at += BATCH) this.estimateBatch(slots, at, Math.min(BATCH, count - at), scale);
    const errorMost = this.rowErrorMost * norm + (this.rowNormMost + this.rowErrorMost) * error;
    return { estimates: this.estimates, errorMost: errorMost + ROUNDING };
  }

  /** Bytes that the slots take, used or free. */
  get size(): number {
    return this.memory.buffer.byteLength + this.exact.length * EXACT_BLOCK * this.dims * 4;
  }

  private estimateBatch(slots: Slots, at: number, count: number, scale: number): void {
    const { kernel, bytes, rowsAt } = this;
    if (slots instanceof Uint32Array) {
      new Uint32Array(this.memory.buffer, LIST_AT, count).set(slots.subarray(at, at + count));
      kernel.scoreSlots(LIST_AT, count, rowsAt, QUERY_AT, bytes, scale, OUT_AT);
    } else {
      kernel.scoreRange(this.addressOf(slots.first + at), count, QUERY_AT, bytes, scale, OUT_AT);
    }
    this.estimates.set(new Float32Array(this.memory.buffer, OUT_AT, count), at);
  }

  private addressOf(slot: number): number {
    return this.rowsAt + slot * this.stride;
  }

  private extend(count: number): number {
    const first = this.slots;
    this.slots += count;
    const missing = this.addressOf(this.slots) - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE) + GROW_PAGES);
    while (this.exact.length * EXACT_BLOCK < this.slots) this.exact.push(new Float32Array(EXACT_BLOCK * this.dims));
    return first;
  }

  private write(slot: number, vector: Float32Array): void {
    (this.exact[Math.floor(slot / EXACT_BLOCK)] as Float32Array).set(vector, (slot % EXACT_BLOCK) * this.dims);
    const row = this.addressOf(slot);
    const values = new Int8Array(this.memory.buffer, row + ROW_HEADER, this.bytes);
    const { scale, sum, error, norm } = quantise(vector, ROW_LEVELS, values);
    const header = new DataView(this.memory.buffer, row, ROW_HEADER);
    header.setFloat32(0, scale, true);
    header.setInt32(4, sum, true);
    this.rowErrorMost = Math.max(this.rowErrorMost, error);
    this.rowNormMost = Math.max(this.rowNormMost, norm);
  }

  private writeQuery(query: Float32Array) {
    const values = new Int8Array(this.memory.buffer, QUERY_AT, this.bytes);
    const quantised = quantise(query, QUERY_LEVELS, values);
    for (let at = 0; at < this.dims; at++) values[at] = (values[at] as number) + QUERY_ZERO;
    return quantised;
  }
}

const LIST_AT = 1024;
const OUT_AT = LIST_AT + 4 * BATCH;
const QUERY_AT = OUT_AT + 4 * BATCH;
/** Memory grows by so many pages (1 MB) more than is needed, since growing makes every view of it void. */
const GROW_PAGES = 16;
/** What sums of 32-bit floats may be off. */
const ROUNDING = 1e-5;

/**
 * Writes a vector as whole numbers of `-levels` to `levels`, and says what they stand for and how far off they are. The
 * rounding keeps them in range: the greatest is `levels` but for the last bit.
 */
function quantise(vector: Float32Array, levels: number, values: Int8Array) {
  const scale = Math.fround(greatestOf(vector) / levels) || 1;
  const perStep = 1 / scale;
  let sum = 0;
  let error = 0;
  let norm = 0;
  for (let at = 0; at < vector.length; at++) {
    const exact = vector[at] as number;
    const value = Math.round(exact * perStep);
    const off = exact - value * scale;
    values[at] = value;
    sum += value;
    error += off * off;
    norm += exact * exact;
  }
  return { scale, sum, error: Math.sqrt(error), norm: Math.sqrt(norm) };
}

function greatestOf(vector: Float32Array): number {
  let greatest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at] as number);
    if (size > greatest) greatest = size;
  }
  return greatest;
}
