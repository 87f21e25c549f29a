import { enlarged } from '../generations/enlarged.ts';
import type { Slots } from '../generations/item-columns.ts';
import { compiledKernel, plainKernel, ROW_HEADER, type Kernel } from './kernel.ts';
import { greatestOf, LOW_STEPS, packedSizesOf } from './packed-vectors.ts';
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

const QUERY_LEVELS = 63;
const QUERY_ZERO = 64;

export interface ArenaOptions {
  /** Number of the thread's room to work; 0 is that of the thread that writes. */
  readonly room?: number;
  readonly usePlainKernel?: boolean;
}

/**
 * Reads vectors by slot, in the form of `packVectors`: three bytes a number. With floats beside the bytes of the scan, it would be
 * five.
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
  protected views(): MemoryViews {
    const { scan, low } = this.memory;
    const { buffer } = scan;
    const { viewed } = this;
    if (viewed?.high.buffer === buffer && viewed.low.byteLength === low.byteLength) return viewed;
    return (this.viewed = {
      high: new Int8Array(buffer),
      scales: new Float32Array(buffer),
      words: new Int32Array(buffer),
      low: new Int16Array(low, 0, low.byteLength / 2),
      lowWords: new Int32Array(low, 0, low.byteLength / WORD_BYTES),
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
  private users = new Uint32Array(64);
  private lengths = new Uint32Array(64);
  private slots = 0;
  private readonly packedBytes: number;

  constructor(memory: VectorMemory, options?: ArenaOptions) {
    super(memory, options);
    this.packedBytes = packedSizesOf(memory.dims).packedBytes;
  }

  /** Stores vectors as `packVectors` returns them in consecutive slots, and returns the first slot. */
  add(packed: Uint8Array): number {
    const count = packed.length / this.packedBytes;
    const words = wordsIn(packed);
    const hash = this.hashOf(words, 0, count);
    const known = this.firstByHash.get(hash);
    const shared = known !== undefined && this.holds(known, words, count) ? known : undefined;
    const first = shared ?? this.place(words, count);
    if (known === undefined) this.firstByHash.set(hash, first);
    this.users[first]!++;
    return first;
  }

  /** Releases slots that `add` returned. The slots become free when their last user releases them. */
  free(first: number, count: number): void {
    if (count === 0 || --this.users[first]! > 0) return;
    const hash = this.hashOf(this.views().words, this.addressOf(first) / WORD_BYTES, count);
    if (this.firstByHash.get(hash) === first) this.firstByHash.delete(hash);
    const freed = this.freed.get(count) ?? [];
    this.freed.set(count, freed);
    freed.push(first);
  }

  /** Number of bytes that all slots take, both used and free slots. */
  get size(): number {
    return this.slots * this.packedBytes;
  }

  private place(words: Int32Array, count: number): number {
    const first = this.freed.get(count)?.pop() ?? this.extend(count);
    const { rowsAt, lowAt, rowWords } = this.placesOf(first, count);
    const views = this.views();
    // Loops, since a view for each vector takes longer than copying its words.
    for (let at = 0; at < rowWords; at++) views.words[rowsAt + at] = words[at] as number;
    for (let at = rowWords; at < words.length; at++) views.lowWords[lowAt + at - rowWords] = words[at] as number;
    for (let index = 0; index < count; index++)
      this.raiseErrors(views.scales, rowsAt + (index * this.stride) / WORD_BYTES);
    this.lengths[first] = count;
    return first;
  }

  private raiseErrors(scales: Float32Array, row: number): void {
    const [error, norm] = [scales[row + 2] as number, scales[row + 3] as number];
    if (error > this.errors[0]!) this.errors[0] = error;
    if (norm > this.errors[1]!) this.errors[1] = norm;
  }

  private holds(first: number, words: Int32Array, count: number): boolean {
    if (this.lengths[first] !== count) return false;
    const { rowsAt, lowAt, rowWords } = this.placesOf(first, count);
    const views = this.views();
    for (let at = 0; at < rowWords; at++) if (views.words[rowsAt + at] !== words[at]) return false;
    for (let at = rowWords; at < words.length; at++)
      if (views.lowWords[lowAt + at - rowWords] !== words[at]) return false;
    return true;
  }

  /** Returns where the words of the rows and of the low bytes of some slots begin, and the number of words of the rows. */
  private placesOf(first: number, count: number) {
    return {
      rowsAt: this.addressOf(first) / WORD_BYTES,
      lowAt: (2 * first * this.bytes) / WORD_BYTES,
      rowWords: (count * this.stride) / WORD_BYTES,
    };
  }

  /**
   * Returns a hash of the headers of rows, which depend on every number of their vectors, but not on their order. Of vectors
   * with equal hashes only the first is shared; `add` compares it word by word.
   */
  private hashOf(words: Int32Array, at: number, count: number): number {
    let hash = count;
    for (let index = 0; index < count; index++) {
      const row = at + (index * this.stride) / WORD_BYTES;
      for (let word = row; word < row + ROW_HEADER / WORD_BYTES; word++)
        hash = Math.imul(hash ^ (hash >>> 15) ^ (words[word] as number), HASH_FACTOR);
    }
    return hash;
  }

  private extend(count: number): number {
    const first = this.slots;
    const end = first + count;
    if (end > this.users.length) {
      this.users = enlarged(this.users, 2 * end);
      this.lengths = enlarged(this.lengths, 2 * end);
    }
    growScan(this.memory.scan, this.addressOf(end));
    growTo(this.memory.low, 2 * end * this.bytes);
    this.slots = end;
    return first;
  }
}

/** Returns bytes as words; copies them where they do not begin at a word, as bytes from SQLite may not. */
function wordsIn({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array {
  const isAligned = byteOffset % WORD_BYTES === 0;
  const start = isAligned ? byteOffset : 0;
  return new Int32Array(
    isAligned ? buffer : buffer.slice(byteOffset, byteOffset + byteLength),
    start,
    byteLength / WORD_BYTES,
  );
}

const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** Maximum rounding error of sums of 32-bit floats. */
const ROUNDING_ERROR_MAX = 1e-5;
/** Factor for hashing: 2 ** 32 divided by the golden ratio, made odd. */
const HASH_FACTOR = 0x9e3779b1;

/** The rows, as high bytes by address and as scales and words by a quarter of it, and the low bytes by slot, also as words. */
interface MemoryViews {
  readonly high: Int8Array;
  readonly scales: Float32Array;
  readonly words: Int32Array;
  readonly low: Int16Array;
  readonly lowWords: Int32Array;
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
