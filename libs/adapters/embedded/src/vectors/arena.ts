import { compiledKernel, plainKernel, ROW_HEADER, type Kernel } from './kernel.ts';

const PAGE_BYTES = 65_536;
const BATCH_SLOTS = 8192;
const ROW_LEVELS = 127;
const QUERY_LEVELS = 63;
const QUERY_ZERO = 64;
const ROWS_PER_EXACT_BLOCK = 1024;

/** Slots to score: a list of slots, or a range of them. */
export type Slots = Uint32Array | { readonly first: number; readonly count: number };

/**
 * Stores vectors by slot, each as bytes for the scan and as floats for the exact score. Equal vectors, which come from
 * equal texts, are stored and scanned once. The bytes are in WebAssembly memory, which grows and never shrinks; freed
 * slots are reused.
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
  private readonly firstByHash = new Map<number, number>();
  /** Number of users (`users`) and of slots (`lengths`) of each added group of vectors, by the group's first slot. */
  private readonly users: number[] = [];
  private readonly lengths: number[] = [];
  private slots = 0;
  private rowErrorMost = 0;
  private rowNormMost = 0;
  private estimates = new Float32Array(BATCH_SLOTS);

  constructor(dims: number, { usePlainKernel = false } = {}) {
    this.dims = dims;
    this.bytes = Math.ceil(dims / 32) * 32;
    this.stride = ROW_HEADER + this.bytes;
    this.rowsAt = QUERY_OFFSET + this.bytes;
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.rowsAt / PAGE_BYTES) });
    this.kernel = (usePlainKernel ? undefined : compiledKernel(this.memory)) ?? plainKernel(this.memory);
  }

  /** Stores vectors in consecutive slots and returns the first slot. */
  add(joined: Float32Array): number {
    const vectors = splitVectors(joined, this.dims);
    const hash = hashOf(vectors);
    const known = this.firstByHash.get(hash);
    const shared = known !== undefined && this.holds(known, vectors) ? known : undefined;
    const first = shared ?? this.place(vectors);
    if (known === undefined) this.firstByHash.set(hash, first);
    this.users[first] = (this.users[first] ?? 0) + 1;
    return first;
  }

  /** Releases slots that `add` returned. The slots become free when their last user releases them. */
  free(first: number, count: number): void {
    if (count === 0 || --(this.users[first] as number) > 0) return;
    const hash = hashOf(this.vectorsFrom(first, count));
    if (this.firstByHash.get(hash) === first) this.firstByHash.delete(hash);
    const freed = this.freed.get(count) ?? [];
    this.freed.set(count, freed);
    freed.push(first);
  }

  /** Returns the cosine of a slot's vector with a query, computed from floats. */
  cosine(slot: number, query: Float32Array): number {
    const block = this.blockOf(slot);
    const start = startInBlock(slot, this.dims);
    let sum = 0;
    for (let at = 0; at < this.dims; at++) sum += (block[start + at] as number) * (query[at] as number);
    return Math.max(-1, Math.min(1, sum));
  }

  /**
   * Estimates the cosines of slots with a query, in the order of the slots, and an upper bound of the error. The
   * returned list is reused: it may be longer than the number of slots, and the next call overwrites it.
   */
  estimate(slots: Slots, query: Float32Array): { estimates: Float32Array; errorMost: number } {
    const { scale, error, norm } = this.writeQuery(query);
    const count = slots instanceof Uint32Array ? slots.length : slots.count;
    if (this.estimates.length < count) this.estimates = new Float32Array(2 * count);
    for (let at = 0; at < count; at += BATCH_SLOTS)
      this.estimateBatch(slots, at, Math.min(BATCH_SLOTS, count - at), scale);
    const errorMost = this.rowErrorMost * norm + (this.rowNormMost + this.rowErrorMost) * error;
    return { estimates: this.estimates, errorMost: errorMost + ROUNDING_ERROR_MAX };
  }

  /** Number of bytes that all slots take, both used and free slots. */
  get size(): number {
    return this.memory.buffer.byteLength + this.exact.length * ROWS_PER_EXACT_BLOCK * this.dims * 4;
  }

  private estimateBatch(slots: Slots, at: number, count: number, scale: number): void {
    const { kernel, bytes, rowsAt } = this;
    if (slots instanceof Uint32Array) {
      new Uint32Array(this.memory.buffer, ROW_LIST_OFFSET, count).set(slots.subarray(at, at + count));
      kernel.scoreSlots(ROW_LIST_OFFSET, count, rowsAt, QUERY_OFFSET, bytes, scale, OUTPUT_OFFSET);
    } else {
      kernel.scoreRange(this.addressOf(slots.first + at), count, QUERY_OFFSET, bytes, scale, OUTPUT_OFFSET);
    }
    this.estimates.set(new Float32Array(this.memory.buffer, OUTPUT_OFFSET, count), at);
  }

  private addressOf(slot: number): number {
    return this.rowsAt + slot * this.stride;
  }

  private place(vectors: readonly Float32Array[]): number {
    const first = this.freed.get(vectors.length)?.pop() ?? this.extend(vectors.length);
    vectors.forEach((vector, index) => this.write(first + index, vector));
    this.lengths[first] = vectors.length;
    return first;
  }

  private holds(first: number, vectors: readonly Float32Array[]): boolean {
    if (this.lengths[first] !== vectors.length) return false;
    return this.vectorsFrom(first, vectors.length).every((vector, index) =>
      areEqual(vector, vectors[index] as Float32Array),
    );
  }

  private vectorsFrom(first: number, count: number): Float32Array[] {
    return Array.from({ length: count }, (_, index) => this.vectorAt(first + index));
  }

  private vectorAt(slot: number): Float32Array {
    const start = startInBlock(slot, this.dims);
    return this.blockOf(slot).subarray(start, start + this.dims);
  }

  private blockOf(slot: number): Float32Array {
    return this.exact[Math.floor(slot / ROWS_PER_EXACT_BLOCK)] as Float32Array;
  }

  private extend(count: number): number {
    const first = this.slots;
    this.slots += count;
    const missing = this.addressOf(this.slots) - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES) + PAGES_PER_GROWTH);
    while (this.exact.length * ROWS_PER_EXACT_BLOCK < this.slots)
      this.exact.push(new Float32Array(ROWS_PER_EXACT_BLOCK * this.dims));
    return first;
  }

  private write(slot: number, vector: Float32Array): void {
    this.vectorAt(slot).set(vector);
    const row = this.addressOf(slot);
    const values = new Int8Array(this.memory.buffer, row + ROW_HEADER, this.bytes);
    const { scale, sum, error, norm } = quantiseVector(vector, ROW_LEVELS, values);
    const header = new DataView(this.memory.buffer, row, ROW_HEADER);
    header.setFloat32(0, scale, true);
    header.setInt32(4, sum, true);
    this.rowErrorMost = Math.max(this.rowErrorMost, error);
    this.rowNormMost = Math.max(this.rowNormMost, norm);
  }

  private writeQuery(query: Float32Array) {
    const values = new Int8Array(this.memory.buffer, QUERY_OFFSET, this.bytes);
    const quantised = quantiseVector(query, QUERY_LEVELS, values);
    for (let at = 0; at < this.dims; at++) values[at] = (values[at] as number) + QUERY_ZERO;
    return quantised;
  }
}

const ROW_LIST_OFFSET = 1024;
const OUTPUT_OFFSET = ROW_LIST_OFFSET + 4 * BATCH_SLOTS;
const QUERY_OFFSET = OUTPUT_OFFSET + 4 * BATCH_SLOTS;
/**
 * Number of additional pages (1 MB in total) by which the memory grows each time. It grows in large steps, since each
 * growth invalidates every view of the memory.
 */
const PAGES_PER_GROWTH = 16;
/** Maximum rounding error of sums of 32-bit floats. */
const ROUNDING_ERROR_MAX = 1e-5;
/** Factor for hashing: 2 ** 32 divided by the golden ratio, made odd. */
const HASH_FACTOR = 0x9e3779b1;

const startInBlock = (slot: number, dims: number): number => (slot % ROWS_PER_EXACT_BLOCK) * dims;

const splitVectors = (joined: Float32Array, dims: number): Float32Array[] =>
  Array.from({ length: joined.length / dims }, (_, index) => joined.subarray(index * dims, (index + 1) * dims));

/** Returns a hash over the bits of all numbers. Vectors with equal hashes are compared number by number. */
function hashOf(vectors: readonly Float32Array[]): number {
  let hash = vectors.length;
  for (const { buffer, byteOffset, length } of vectors) {
    const bits = new Int32Array(buffer, byteOffset, length);
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ (hash >>> 15) ^ (bits[at] as number), HASH_FACTOR);
  }
  return hash;
}

function areEqual(one: Float32Array, other: Float32Array): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/**
 * Quantises a vector to whole numbers from `-levels` to `levels`. Returns the scale and the maximum error. The result
 * needs no clamping, since the scale maps the greatest absolute value to `levels`, up to the last bit.
 */
function quantiseVector(vector: Float32Array, levels: number, values: Int8Array) {
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
