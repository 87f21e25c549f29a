import { CairnError } from '@cairn/contracts';
import { packedSizesOf } from './packed-vectors.ts';

/**
 * The vectors of a generation in memory that threads share. Only the thread that made it writes. Each part grows in place up
 * to its greatest size, of which only what is used takes memory, so that addresses stay valid in all threads.
 */
export interface VectorMemory {
  readonly dims: number;
  /** Words of `VectorLock`, and `Errors` behind them. */
  readonly lock: SharedArrayBuffer;
  /** Room for the work of each thread, then the rows that the kernel scores. */
  readonly scan: WebAssembly.Memory;
  /** Low bytes of each number, which the rows leave out, by slot. */
  readonly low: SharedArrayBuffer;
  /** Blocks of `SharedRows`. */
  readonly rows: SharedArrayBuffer;
  readonly names: SharedArrayBuffer;
  readonly tagSets: SharedArrayBuffer;
  readonly partitions: SharedArrayBuffer;
}

const PAGE_BYTES = 65_536;
/** Number of pages of the largest WebAssembly memory, 4 GB; `tools/kernels.mjs` states it in the kernel. */
const PAGES_MAX = 65_536;
const LOW_BYTES_MAX = 8 * 2 ** 30;
const ROWS_BYTES_MAX = 4 * 2 ** 30 - PAGE_BYTES * 64;
const NAMES_BYTES_MAX = 2 ** 30;
const LOCK_BYTES = 4_096;
/** Position in bytes of the greatest error of a row's high bytes alone, and of the greatest length of a vector. */
const ERRORS_OFFSET = 2_048;

/** Number of threads beside the one that writes. */
export const READERS_MAX = 31;
/** Number of slots that a thread scores in one call of the kernel. */
export const BATCH_SLOTS = 8192;
export const ROW_LIST_OFFSET = 1024;
export const OUTPUT_OFFSET = ROW_LIST_OFFSET + 4 * BATCH_SLOTS;
export const QUERY_OFFSET = OUTPUT_OFFSET + 4 * BATCH_SLOTS;

/** Sizes in bytes of the parts of `scan`. */
export function layoutOf(dims: number) {
  const { bytes, stride } = packedSizesOf(dims);
  const workBytes = QUERY_OFFSET + bytes;
  return { bytes, stride, workBytes, rowsAt: workBytes * (1 + READERS_MAX) };
}

export function newVectorMemory(dims: number): VectorMemory {
  return atGreatestShare((share) => memoryOf(dims, share));
}

function memoryOf(dims: number, share: number): VectorMemory {
  const pages = { initial: Math.ceil(layoutOf(dims).rowsAt / PAGE_BYTES), maximum: PAGES_MAX, shared: true };
  return {
    dims,
    lock: new SharedArrayBuffer(LOCK_BYTES),
    scan: new WebAssembly.Memory(pages),
    low: growing(LOW_BYTES_MAX * share),
    rows: growing(ROWS_BYTES_MAX * share),
    names: growing(NAMES_BYTES_MAX * share),
    tagSets: growing(NAMES_BYTES_MAX * share),
    partitions: growing(NAMES_BYTES_MAX * share),
  };
}

/** Greatest error of a row and greatest length of a vector, of all that were ever stored. */
export const errorsIn = ({ lock }: VectorMemory): Float64Array => new Float64Array(lock, ERRORS_OFFSET, 2);

const growing = (maxByteLength: number) => new SharedArrayBuffer(PAGE_BYTES, { maxByteLength });

/** Makes something with the greatest share of its size for which the process may reserve addresses. */
export function atGreatestShare<Made>(make: (share: number) => Made, share = 1): Made {
  try {
    return make(share);
  } catch (error) {
    if (!(error instanceof RangeError) || share <= SHARE_MIN) throw error;
    return atGreatestShare(make, share / 4);
  }
}

const SHARE_MIN = 1 / 64;

/**
 * Grows a buffer to at least this size, in steps that double while it is small. Throws `index/unavailable`, and changes
 * nothing, if the size is above the limit of the buffer.
 */
export function growTo(buffer: SharedArrayBuffer, bytes: number): void {
  if (bytes <= buffer.byteLength) return;
  if (bytes > buffer.maxByteLength) throw fullError(bytes, buffer.maxByteLength);
  const step = Math.min(buffer.byteLength, GROWTH_BYTES_MAX);
  buffer.grow(Math.min(buffer.maxByteLength, Math.ceil(Math.max(bytes, buffer.byteLength + step) / 8) * 8));
}

/** Grows the memory of the scan as `growTo` does a buffer. It grows by a megabyte more, since each growth invalidates every view. */
export function growScan(scan: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - scan.buffer.byteLength;
  if (missing <= 0) return;
  const [limit, present] = [PAGES_MAX * PAGE_BYTES, scan.buffer.byteLength / PAGE_BYTES];
  if (bytes > limit) throw fullError(bytes, limit);
  scan.grow(Math.min(PAGES_MAX - present, Math.ceil(missing / PAGE_BYTES) + PAGES_PER_GROWTH));
}

const fullError = (bytes: number, limit: number) =>
  new CairnError(
    'index/unavailable',
    `The vectors in memory have no room left: one part needs ${bytes} bytes, and its limit is ${limit}. Where a limit of addresses (ulimit -v) made it small, raise that limit and restart.`,
  );

const PAGES_PER_GROWTH = 16;
const GROWTH_BYTES_MAX = 2 ** 20;
