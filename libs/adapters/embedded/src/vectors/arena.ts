import type { Slots } from '../generations/item-columns.ts';
import { compiledKernel, plainKernel, ROW_HEADER, type Kernel } from './kernel.ts';

const PAGE_BYTES = 65_536;
const BATCH_SLOTS = 8192;
const ROW_LEVELS = 127;
const QUERY_LEVELS = 63;
const QUERY_ZERO = 64;
const ROWS_PER_LOW_BLOCK = 1024;
/** Number of steps of the low bytes in one step of the high byte, and its binary digits. */
const LOW_STEPS = 65_536;
const LOW_DIGITS = 16;
/** Number above every packed number, which makes them positive. */
const ABOVE_ZERO = 2 ** 24;
const ROUNDED_ABOVE_ZERO = ABOVE_ZERO + 0.5;

/**
 * Stores vectors by slot, each number as three bytes: a high one for the scan, and what it leaves out as two low ones for
 * the exact score, which is as exact as that of floats. With floats beside the bytes of the scan, a vector would take five
 * bytes a number. Equal vectors, which come from equal texts, are stored and scanned once. The high bytes are in
 * WebAssembly memory, which grows and never shrinks; freed slots are reused.
 */
export class Arena {
  private readonly dims: number;
  private readonly bytes: number;
  private readonly stride: number;
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: Kernel;
  private readonly rowsAt: number;
  private readonly low: Int16Array[] = [];
  private readonly freed = new Map<number, number[]>();
  private readonly firstByHash = new Map<number, number>();
  /** Number of users (`users`) and of slots (`lengths`) of each added group of vectors, by the group's first slot. */
  private readonly users: number[] = [];
  private readonly lengths: number[] = [];
  private slots = 0;
  private rowErrorMost = 0;
  private rowNormMost = 0;
  private estimates = new Float32Array(BATCH_SLOTS);
  private packed: PackedVectors | undefined;
  private viewed: MemoryViews | undefined;

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
    const vectors = this.pack(joined);
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
    const hash = hashOf(this.copyFrom(first, count));
    if (this.firstByHash.get(hash) === first) this.firstByHash.delete(hash);
    const freed = this.freed.get(count) ?? [];
    this.freed.set(count, freed);
    freed.push(first);
  }

  /** Returns the cosine of a slot's vector with a query, computed from all bytes of each number. */
  cosine(slot: number, query: Float32Array): number {
    const { dims } = this;
    const { high, scales } = this.views();
    const address = this.addressOf(slot);
    const low = this.low[Math.floor(slot / ROWS_PER_LOW_BLOCK)] as Int16Array;
    const [highAt, lowAt] = [address + ROW_HEADER, (slot % ROWS_PER_LOW_BLOCK) * this.bytes];
    let sum = 0;
    for (let at = 0; at < dims; at++)
      sum += ((high[highAt + at] as number) * LOW_STEPS + (low[lowAt + at] as number)) * (query[at] as number);
    return Math.max(-1, Math.min(1, (sum * (scales[address / 4] as number)) / LOW_STEPS));
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
    return (
      this.memory.buffer.byteLength + this.low.length * ROWS_PER_LOW_BLOCK * this.bytes * Int16Array.BYTES_PER_ELEMENT
    );
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

  private place(vectors: PackedVectors): number {
    const { count, rows, low, errorMost, normMost } = vectors;
    const first = this.freed.get(count)?.pop() ?? this.extend(count);
    new Int8Array(this.memory.buffer, this.addressOf(first), rows.length).set(rows);
    for (let index = 0; index < count; index++)
      this.lowOf(first + index).set(low.subarray(index * this.bytes, (index + 1) * this.bytes));
    this.rowErrorMost = Math.max(this.rowErrorMost, errorMost);
    this.rowNormMost = Math.max(this.rowNormMost, normMost);
    this.lengths[first] = count;
    return first;
  }

  private holds(first: number, vectors: PackedVectors): boolean {
    if (this.lengths[first] !== vectors.count) return false;
    const { rows, low } = this.copyFrom(first, vectors.count);
    return areEqual(rows, vectors.rows) && areEqual(low, vectors.low);
  }

  private copyFrom(first: number, count: number): Pick<PackedVectors, 'count' | 'rows' | 'low'> {
    const low = new Int16Array(count * this.bytes);
    for (let index = 0; index < count; index++) low.set(this.lowOf(first + index), index * this.bytes);
    return { count, rows: new Int8Array(this.memory.buffer, this.addressOf(first), count * this.stride), low };
  }

  private lowOf(slot: number): Int16Array {
    const start = (slot % ROWS_PER_LOW_BLOCK) * this.bytes;
    return (this.low[Math.floor(slot / ROWS_PER_LOW_BLOCK)] as Int16Array).subarray(start, start + this.bytes);
  }

  /** Returns views of the memory, which are replaced when it has grown. */
  private views(): MemoryViews {
    const { buffer } = this.memory;
    if (this.viewed?.high.buffer === buffer) return this.viewed;
    return (this.viewed = { high: new Int8Array(buffer), scales: new Float32Array(buffer) });
  }

  private extend(count: number): number {
    const first = this.slots;
    this.slots += count;
    const missing = this.addressOf(this.slots) - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES) + PAGES_PER_GROWTH);
    while (this.low.length * ROWS_PER_LOW_BLOCK < this.slots)
      this.low.push(new Int16Array(ROWS_PER_LOW_BLOCK * this.bytes));
    return first;
  }

  /** Packs vectors as rows with headers, and low bytes. The result is valid until the next call, which reuses its bytes. */
  private pack(joined: Float32Array): PackedVectors {
    const { dims, bytes, stride } = this;
    const count = joined.length / dims;
    if (this.packed?.count !== count)
      this.packed = {
        count,
        rows: new Int8Array(count * stride),
        low: new Int16Array(count * bytes),
        errorMost: 0,
        normMost: 0,
      };
    const { packed } = this;
    packed.errorMost = packed.normMost = 0;
    for (let index = 0; index < count; index++) {
      const vector = joined.subarray(index * dims, (index + 1) * dims);
      const row = packed.rows.subarray(index * stride, (index + 1) * stride);
      const high = row.subarray(ROW_HEADER);
      const { scale, sum, error, norm } = packVector(vector, high, packed.low.subarray(index * bytes));
      const header = new DataView(row.buffer, row.byteOffset, ROW_HEADER);
      header.setFloat32(0, scale, true);
      header.setInt32(4, sum, true);
      packed.errorMost = Math.max(packed.errorMost, error);
      packed.normMost = Math.max(packed.normMost, norm);
    }
    return packed;
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

/** The whole memory, as high bytes by address and as scales by a quarter of it. */
interface MemoryViews {
  readonly high: Int8Array;
  readonly scales: Float32Array;
}

/** Consecutive vectors in the form in which they are stored. */
interface PackedVectors {
  readonly count: number;
  readonly rows: Int8Array;
  readonly low: Int16Array;
  /** Greatest error of a vector's high bytes alone, and the greatest length of a vector. */
  errorMost: number;
  normMost: number;
}

/** Returns a hash over all bytes. Vectors with equal hashes are compared byte by byte. */
function hashOf({ count, rows, low }: Pick<PackedVectors, 'count' | 'rows' | 'low'>): number {
  let hash = count;
  for (const { buffer, byteOffset, byteLength } of [rows, low]) {
    const bits = new Int32Array(buffer, byteOffset, byteLength / 4);
    for (let at = 0; at < bits.length; at++) hash = Math.imul(hash ^ (hash >>> 15) ^ (bits[at] as number), HASH_FACTOR);
  }
  return hash;
}

function areEqual<Bytes extends Int8Array | Int16Array>(one: Bytes, other: Bytes): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/**
 * Packs each number of a vector into a high byte and two low ones. Returns the scale of the high bytes, their sum, the error of
 * the high bytes alone and the length of the packed vector. Rounds by truncation of positive numbers, which takes a third
 * of the time of `Math.round`.
 */
function packVector(vector: Float32Array, high: Int8Array, low: Int16Array) {
  const scale = Math.fround(greatestOf(vector) / ROW_LEVELS) || 1;
  const perStep = LOW_STEPS / scale;
  let sum = 0;
  let error = 0;
  let norm = 0;
  for (let at = 0; at < vector.length; at++) {
    const value = (((vector[at] as number) * perStep + ROUNDED_ABOVE_ZERO) | 0) - ABOVE_ZERO;
    const upper = (value + LOW_STEPS / 2) >> LOW_DIGITS;
    const rest = value - upper * LOW_STEPS;
    high[at] = upper;
    low[at] = rest;
    sum += upper;
    error += rest * rest;
    norm += value * value;
  }
  const step = scale / LOW_STEPS;
  return { scale, sum, error: Math.sqrt(error) * step, norm: Math.sqrt(norm) * step };
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
