import type { ItemId } from '@cairn/contracts';
import { COLUMN_FIELDS, type Bounds, type ColumnStore, type Field } from '../generations/column-store.ts';
import { hashOfWords, idFrom, ID_WORDS, wordsOf } from '../generations/id-words.ts';
import { growTo } from './vector-memory.ts';

/** Allocates blocks of memory that threads share. Freed blocks are used again for blocks of the same size. */
export class RowBlocks {
  readonly memory: SharedArrayBuffer;
  private readonly freed = new Map<number, number[]>();
  private end = BLOCK_ALIGNMENT;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
  }

  /** Returns the address of a block of zeros. */
  allocate(bytes: number): number {
    const again = this.freed.get(bytes)?.pop();
    if (again !== undefined) {
      new Uint8Array(this.memory, again, bytes).fill(0);
      return again;
    }
    const address = this.end;
    const end = address + Math.ceil(bytes / BLOCK_ALIGNMENT) * BLOCK_ALIGNMENT;
    growTo(this.memory, end);
    this.end = end;
    return address;
  }

  free(address: number, bytes: number): void {
    if (bytes === 0) return;
    this.freed.set(bytes, [...(this.freed.get(bytes) ?? []), address]);
  }
}

const BLOCK_ALIGNMENT = 64;

/** Words of the head of a partition's rows. */
const HEAD = ['size', 'capacity', 'rowsAt', 'slotsAt', 'boundsAt', 'boundsCapacity', 'boundsUsed', 'changes'] as const;
const HEAD_AT = Object.fromEntries(HEAD.map((name, at) => [name, at])) as Record<(typeof HEAD)[number], number>;
const HEAD_BYTES = 4 * HEAD.length;

const CAPACITY_MIN = 32;
const SLOTS_PER_ROW = 2;
const BOUNDS_NUMBERS = 4;

/** Columns of 32 bits: those of filters, and the number of the row's bounds plus one. */
const WORDS_PER_ROW = COLUMN_FIELDS.length + 1 + ID_WORDS;
const BYTES_PER_ROW = 4 * WORDS_PER_ROW + 2 * Float64Array.BYTES_PER_ELEMENT;

/**
 * Rows of one partition in memory that threads share: columns of filters, ids with their hash table, and versions. Only the
 * thread that has the `RowBlocks` writes; others read while it does not.
 */
export class SharedRows implements ColumnStore {
  /** Address of the head, by which other threads find the rows. */
  readonly address: number;
  private readonly head: Uint32Array;
  private readonly memory: SharedArrayBuffer;
  private readonly blocks: RowBlocks | undefined;
  private readonly freeBounds: number[] = [];
  private viewed: Views;

  constructor(memory: SharedArrayBuffer, address: number, blocks?: RowBlocks) {
    this.memory = memory;
    this.address = address;
    this.blocks = blocks;
    this.head = new Uint32Array(memory, address, HEAD.length);
    this.viewed = viewsOf(memory, this.head);
  }

  static in(blocks: RowBlocks): SharedRows {
    return new SharedRows(blocks.memory, blocks.allocate(HEAD_BYTES), blocks);
  }

  get size(): number {
    return this.head[HEAD_AT.size] as number;
  }

  set size(size: number) {
    this.head[HEAD_AT.size] = size;
  }

  /** Number that each change of a row makes greater, modulo 2 ** 32. */
  get changes(): number {
    return this.head[HEAD_AT.changes] as number;
  }

  noteChange(): void {
    this.head[HEAD_AT.changes]!++;
  }

  get columns(): Readonly<Record<Field, Int32Array>> {
    return this.views.columns;
  }

  get times(): Float64Array {
    return this.views.times;
  }

  get versions(): Float64Array {
    return this.views.versions;
  }

  reserve(rows: number, bounds = 0): void {
    if (bounds > this.freeBounds.length) this.reserveBounds(bounds - this.freeBounds.length);
    const capacity = this.head[HEAD_AT.capacity] as number;
    if (rows <= capacity) return;
    const { blocks, head } = this;
    const old = this.views;
    const larger = Math.max(CAPACITY_MIN, 2 ** Math.ceil(Math.log2(rows)));
    const [rowsAt, slotsAt] = [head[HEAD_AT.rowsAt] as number, head[HEAD_AT.slotsAt] as number];
    // Both blocks are allocated before the head changes, so that rows stay whole if there is no room.
    const newSlotsAt = blocks!.allocate(4 * SLOTS_PER_ROW * larger);
    head[HEAD_AT.rowsAt] = blocks!.allocate(larger * BYTES_PER_ROW);
    head[HEAD_AT.slotsAt] = newSlotsAt;
    head[HEAD_AT.capacity] = larger;
    const views = this.views;
    old.all.forEach((column, at) => views.all[at]!.set(column as never));
    for (let row = 0; row < this.size; row++) this.putSlot(row);
    blocks!.free(rowsAt, capacity * BYTES_PER_ROW);
    blocks!.free(slotsAt, 4 * SLOTS_PER_ROW * capacity);
  }

  setId(row: number, id: ItemId): void {
    this.views.ids.set(wordsOf(id), row * ID_WORDS);
    this.putSlot(row);
  }

  idOf(row: number): ItemId {
    return idFrom(this.views.ids, row * ID_WORDS);
  }

  /** Returns the row of an id; undefined if there is none. */
  find(id: ItemId): number | undefined {
    if (this.size === 0) return undefined;
    const slot = this.slotOf(wordsOf(id), 0);
    return slot === undefined ? undefined : (this.views.slots[slot] as number) - 1;
  }

  /** Compares two rows by their ids, as their texts compare. */
  compareIds(row: number, other: number): number {
    const { ids } = this.views;
    for (let at = 0; at < ID_WORDS; at++) {
      const difference = (ids[row * ID_WORDS + at] as number) - (ids[other * ID_WORDS + at] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Takes the id of a row out, before the last row moves to its place; that of the last row goes with it. */
  moveLastTo(row: number): void {
    const { ids, slots, versions } = this.views;
    const last = this.size - 1;
    this.takeSlot(this.slotOf(ids, row * ID_WORDS)!);
    if (row === last) return;
    slots[this.slotOf(ids, last * ID_WORDS)!] = row + 1;
    ids.copyWithin(row * ID_WORDS, last * ID_WORDS, (last + 1) * ID_WORDS);
    versions[row] = versions[last] as number;
  }

  get hasBounds(): boolean {
    return (this.head[HEAD_AT.boundsUsed] as number) > 0;
  }

  boundsOf(row: number): Bounds | undefined {
    const number = this.views.boundsNumbers[row] as number;
    return number === 0 ? undefined : this.boundsAt(number - 1);
  }

  setBounds(row: number, bounds: Bounds | undefined): void {
    const number = this.views.boundsNumbers[row] as number;
    if (number > 0) {
      this.writeBounds(number - 1, NO_BOUNDS);
      this.freeBounds.push(number - 1);
    }
    const place = bounds && (this.freeBounds.pop() ?? this.nextBounds());
    if (bounds) this.writeBounds(place!, bounds);
    this.views.boundsNumbers[row] = place === undefined ? 0 : place + 1;
  }

  *allBounds(): Generator<Bounds> {
    for (let at = 0; at < (this.head[HEAD_AT.boundsUsed] as number); at++) yield this.boundsAt(at);
  }

  private get views(): Views {
    if (this.viewed.rowsAt === this.head[HEAD_AT.rowsAt]) return this.viewed;
    return (this.viewed = viewsOf(this.memory, this.head));
  }

  private get bounds(): Float64Array {
    return new Float64Array(
      this.memory,
      this.head[HEAD_AT.boundsAt] as number,
      (this.head[HEAD_AT.boundsCapacity] as number) * BOUNDS_NUMBERS,
    );
  }

  private boundsAt(at: number): Bounds {
    const [validFrom, validTo, activeFrom, activeTo] = Array.from(
      this.bounds.subarray(at * BOUNDS_NUMBERS, (at + 1) * BOUNDS_NUMBERS),
      (time) => (Number.isNaN(time) ? null : time),
    ) as [number | null, number | null, number | null, number | null];
    return { validFrom, validTo, activeFrom, activeTo };
  }

  private writeBounds(at: number, { validFrom, validTo, activeFrom, activeTo }: Bounds): void {
    const times = [validFrom, validTo, activeFrom, activeTo].map((time) => time ?? Number.NaN);
    this.bounds.set(times, at * BOUNDS_NUMBERS);
  }

  private nextBounds(): number {
    this.reserveBounds(1);
    return this.head[HEAD_AT.boundsUsed]!++;
  }

  private reserveBounds(more: number): void {
    const { head, blocks } = this;
    const [used, capacity] = [head[HEAD_AT.boundsUsed] as number, head[HEAD_AT.boundsCapacity] as number];
    if (used + more <= capacity) return;
    const [old, address] = [this.bounds, head[HEAD_AT.boundsAt] as number];
    const larger = Math.max(CAPACITY_MIN, 2 * capacity);
    head[HEAD_AT.boundsAt] = blocks!.allocate(larger * BOUNDS_BYTES);
    head[HEAD_AT.boundsCapacity] = larger;
    this.bounds.set(old);
    blocks!.free(address, capacity * BOUNDS_BYTES);
  }

  /** Returns the slot of the hash table that has these words; undefined if there is none. */
  private slotOf(words: Uint32Array, at: number): number | undefined {
    const { ids, slots } = this.views;
    const mask = slots.length - 1;
    for (let slot = hashOfWords(words, at) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = ((slots[slot] as number) - 1) * ID_WORDS;
      let same = 0;
      while (same < ID_WORDS && ids[known + same] === words[at + same]) same++;
      if (same === ID_WORDS) return slot;
    }
    return undefined;
  }

  private putSlot(row: number): void {
    const { ids, slots } = this.views;
    const mask = slots.length - 1;
    let slot = hashOfWords(ids, row * ID_WORDS) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = row + 1;
  }

  /** Frees a slot, and moves those behind it that would not be found any more. */
  private takeSlot(free: number): void {
    const { ids, slots } = this.views;
    const mask = slots.length - 1;
    slots[free] = 0;
    for (let slot = (free + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const wanted = hashOfWords(ids, ((slots[slot] as number) - 1) * ID_WORDS) & mask;
      if (((slot - wanted) & mask) < ((slot - free) & mask)) continue;
      slots[free] = slots[slot] as number;
      slots[slot] = 0;
      free = slot;
    }
  }
}

const BOUNDS_BYTES = BOUNDS_NUMBERS * Float64Array.BYTES_PER_ELEMENT;
const NO_BOUNDS: Bounds = { validFrom: null, validTo: null, activeFrom: null, activeTo: null };

interface Views {
  readonly rowsAt: number;
  readonly columns: Readonly<Record<Field, Int32Array>>;
  readonly boundsNumbers: Int32Array;
  readonly times: Float64Array;
  readonly versions: Float64Array;
  readonly ids: Uint32Array;
  /** Rows plus one by the hash of their ids; 0 is free. */
  readonly slots: Uint32Array;
  /** All columns by row, without the hash table. */
  readonly all: readonly (Float64Array | Int32Array | Uint32Array)[];
}

function viewsOf(memory: SharedArrayBuffer, head: Uint32Array): Views {
  const capacity = head[HEAD_AT.capacity] as number;
  const rowsAt = head[HEAD_AT.rowsAt] as number;
  let at = rowsAt;
  const next = <View>(View: new (memory: SharedArrayBuffer, at: number, length: number) => View, bytes: number) => {
    const view = new View(memory, at, (capacity * bytes) / (View as never as Int8ArrayConstructor).BYTES_PER_ELEMENT);
    at += capacity * bytes;
    return view;
  };
  const [times, versions] = [next(Float64Array, 8), next(Float64Array, 8)];
  const ids = next(Uint32Array, 4 * ID_WORDS);
  const boundsNumbers = next(Int32Array, 4);
  const columns = Object.fromEntries(COLUMN_FIELDS.map((field) => [field, next(Int32Array, 4)]));
  return {
    ...{ rowsAt, times, versions, ids, boundsNumbers },
    columns: columns as Record<Field, Int32Array>,
    slots: new Uint32Array(memory, head[HEAD_AT.slotsAt], SLOTS_PER_ROW * capacity),
    all: [times, versions, ids, boundsNumbers, ...Object.values(columns)],
  };
}
