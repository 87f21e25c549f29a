import type { Slots } from '../generations/item-columns.ts';
import { compiledKernel, plainKernel, ROW_HEADER, type Kernel } from './kernel.ts';
import {
  BATCH_SLOTS,
  errorsIn,
  growScan,
  growTo,
  layoutOf,
  OUTPUT_OFFSET,
  QUERY_OFFSET,
  ROW_LIST_OFFSET,
  type VectorMemory,
} from './vector-memory.ts';

const ROW_LEVELS = 127;
const QUERY_LEVELS = 63;
const QUERY_ZERO = 64;
/** Number of steps of the low bytes in one step of the high byte, and its binary digits. */
const LOW_STEPS = 65_536;
const LOW_DIGITS = 16;
/** Number above every packed number, which makes them positive. */
const ABOVE_ZERO = 2 ** 24;
const ROUNDED_ABOVE_ZERO = ABOVE_ZERO + 0.5;

export interface ArenaOptions {
  /** Number of the thread's room to work; 0 is that of the thread that writes. */
  readonly room?: number;
  readonly usePlainKernel?: boolean;
}

/**
 * Reads vectors by slot. Each number is three bytes: a high one for the scan, and what it leaves out as two low ones for
 * the exact score, which is as exact as that of floats. With floats beside the bytes of the scan, a vector would take five
 * bytes a number.
 */
export class ArenaReader {
  protected readonly memory: VectorMemory;
  protected readonly dims: number;
  protected readonly bytes: number;
  protected readonly stride: number;
  /** Greatest error of a row's high bytes alone, and greatest length of a vector. */
  protected readonly errors: Float64Array;
  private readonly kernel: Kernel;
  private readonly rowsAt: number;
  private readonly roomAt: number;
  private estimates = new Float32Array(BATCH_SLOTS);
  private viewed: MemoryViews | undefined;

  constructor(memory: VectorMemory, { room = 0, usePlainKernel = false }: ArenaOptions = {}) {
    const { bytes, stride, rowsAt, workBytes } = layoutOf(memory.dims);
    this.memory = memory;
    this.dims = memory.dims;
    this.bytes = bytes;
    this.stride = stride;
    this.rowsAt = rowsAt;
    this.roomAt = room * workBytes;
    this.errors = errorsIn(memory);
    this.kernel = (usePlainKernel ? undefined : compiledKernel(memory.scan)) ?? plainKernel(memory.scan);
  }

  /** Returns the cosine of a slot's vector with a query, computed from all bytes of each number. */
  cosine(slot: number, query: Float32Array): number {
    const { dims } = this;
    const { high, scales, low } = this.views();
    const address = this.addressOf(slot);
    const [highAt, lowAt] = [address + ROW_HEADER, slot * this.bytes];
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
    const [rowErrorMost, rowNormMost] = this.errors as unknown as [number, number];
    const errorMost = rowErrorMost * norm + (rowNormMost + rowErrorMost) * error;
    return { estimates: this.estimates, errorMost: errorMost + ROUNDING_ERROR_MAX };
  }

  protected addressOf(slot: number): number {
    return this.rowsAt + slot * this.stride;
  }

  private estimateBatch(slots: Slots, at: number, count: number, scale: number): void {
    const { kernel, bytes, rowsAt, roomAt } = this;
    const { buffer } = this.memory.scan;
    const [query, output] = [roomAt + QUERY_OFFSET, roomAt + OUTPUT_OFFSET];
    if (slots instanceof Uint32Array) {
      const list = roomAt + ROW_LIST_OFFSET;
      new Uint32Array(buffer, list, count).set(slots.subarray(at, at + count));
      kernel.scoreSlots(list, count, rowsAt, query, bytes, scale, output);
    } else {
      kernel.scoreRange(this.addressOf(slots.first + at), count, query, bytes, scale, output);
    }
    this.estimates.set(new Float32Array(buffer, output, count), at);
  }

  /** Returns views of the memory, which are replaced when it has grown. */
  private views(): MemoryViews {
    const { scan, low } = this.memory;
    const { buffer } = scan;
    const { viewed } = this;
    if (viewed?.high.buffer === buffer && viewed.low.byteLength === low.byteLength) return viewed;
    return (this.viewed = {
      high: new Int8Array(buffer),
      scales: new Float32Array(buffer),
      low: new Int16Array(low, 0, low.byteLength / 2),
    });
  }

  private writeQuery(query: Float32Array) {
    const values = new Int8Array(this.memory.scan.buffer, this.roomAt + QUERY_OFFSET, this.bytes);
    const quantised = quantiseVector(query, QUERY_LEVELS, values);
    for (let at = 0; at < this.dims; at++) values[at] = (values[at] as number) + QUERY_ZERO;
    return quantised;
  }
}

/**
 * Stores vectors by slot. Equal vectors, which come from equal texts, are stored and scanned once. The memory grows and never
 * shrinks; freed slots are reused.
 */
export class Arena extends ArenaReader {
  private readonly freed = new Map<number, number[]>();
  private readonly firstByHash = new Map<number, number>();
  /** Number of users (`users`) and of slots (`lengths`) of each added group of vectors, by the group's first slot. */
  private readonly users: number[] = [];
  private readonly lengths: number[] = [];
  private slots = 0;
  private packed: PackedVectors | undefined;

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

  /** Number of bytes that all slots take, both used and free slots. */
  get size(): number {
    return this.slots * (this.stride + this.bytes * Int16Array.BYTES_PER_ELEMENT);
  }

  private place(vectors: PackedVectors): number {
    const { count, rows, low, errorMost, normMost } = vectors;
    const first = this.freed.get(count)?.pop() ?? this.extend(count);
    new Int8Array(this.memory.scan.buffer, this.addressOf(first), rows.length).set(rows);
    this.lowOf(first, count).set(low);
    this.errors.set([Math.max(this.errors[0]!, errorMost), Math.max(this.errors[1]!, normMost)]);
    this.lengths[first] = count;
    return first;
  }

  private holds(first: number, vectors: PackedVectors): boolean {
    if (this.lengths[first] !== vectors.count) return false;
    const { rows, low } = this.copyFrom(first, vectors.count);
    return areEqual(rows, vectors.rows) && areEqual(low, vectors.low);
  }

  private copyFrom(first: number, count: number): Pick<PackedVectors, 'count' | 'rows' | 'low'> {
    const rows = new Int8Array(this.memory.scan.buffer, this.addressOf(first), count * this.stride);
    return { count, rows, low: this.lowOf(first, count) };
  }

  private lowOf(first: number, count: number): Int16Array {
    return new Int16Array(this.memory.low, 2 * first * this.bytes, count * this.bytes);
  }

  private extend(count: number): number {
    const first = this.slots;
    const end = first + count;
    growScan(this.memory.scan, this.addressOf(end));
    growTo(this.memory.low, 2 * end * this.bytes);
    this.slots = end;
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
}

/** Maximum rounding error of sums of 32-bit floats. */
const ROUNDING_ERROR_MAX = 1e-5;
/** Factor for hashing: 2 ** 32 divided by the golden ratio, made odd. */
const HASH_FACTOR = 0x9e3779b1;

/** The rows, as high bytes by address and as scales by a quarter of it, and the low bytes by slot. */
interface MemoryViews {
  readonly high: Int8Array;
  readonly scales: Float32Array;
  readonly low: Int16Array;
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
