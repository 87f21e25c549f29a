import type { ItemId } from '@cairn/contracts';
import { enlarged } from '../generations/enlarged.ts';

/** Number of 32-bit words of a UUID. */
const WORDS = 4;
/** Largest share of the slots of the hash table that are taken before the table grows. */
const FULL_SHARE_MAX = 0.5;
const ID_CHARS = 36;

/**
 * Ids of rows, and the newest row of each id. Takes 24 to 32 bytes a row instead of the 150 of a map of strings.
 */
export class ItemIds {
  size = 0;
  private words = new Uint32Array(64 * WORDS);
  /** Hash table of rows plus one; 0 is a free slot. */
  private slots = new Uint32Array(256);
  private readonly read = new Uint32Array(WORDS);

  /** Adds the id of the next row. */
  push(id: ItemId): void {
    if ((this.size + 1) * WORDS > this.words.length) this.words = enlarged(this.words, this.words.length * 2);
    if (this.size + 1 > this.slots.length * FULL_SHARE_MAX) this.growSlots();
    this.words.set(this.wordsOf(id), this.size * WORDS);
    this.put(this.size++);
  }

  /** Returns the newest row of an id; -1 if there is none. */
  find(id: ItemId): number {
    const [a, b, c, d] = this.wordsOf(id) as unknown as [number, number, number, number];
    const { words, slots } = this;
    const mask = slots.length - 1;
    for (let slot = hashOf(a, b, c, d) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const row = (slots[slot] as number) - 1;
      const at = row * WORDS;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return row;
    }
    return -1;
  }

  at(row: number): ItemId {
    const at = row * WORDS;
    const [a, b, c, d] = [this.halves(at), this.halves(at + 1), this.halves(at + 2), this.halves(at + 3)];
    return `${a[0]}${a[1]}-${b[0]}-${b[1]}-${c[0]}-${c[1]}${d[0]}${d[1]}` as ItemId;
  }

  /** Compares two rows by their ids, as their texts compare. */
  compare(row: number, other: number): number {
    const { words } = this;
    for (let at = 0; at < WORDS; at++) {
      const difference = (words[row * WORDS + at] as number) - (words[other * WORDS + at] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  private halves(at: number): [string, string] {
    const word = this.words[at] as number;
    return [
      `${HEX[word >>> 24] as string}${HEX[(word >>> 16) & 255] as string}`,
      `${HEX[(word >>> 8) & 255] as string}${HEX[word & 255] as string}`,
    ];
  }

  /** Parses an id; the result is valid until the next call. An id that is no UUID has the words of no stored id. */
  private wordsOf(id: ItemId): Uint32Array {
    const { read } = this;
    read.fill(0);
    if (id.length !== ID_CHARS) return read;
    let digits = 0;
    for (let at = 0; at < ID_CHARS; at++) {
      const code = id.charCodeAt(at);
      if (code === HYPHEN) continue;
      const word = digits++ >> 3;
      read[word] = ((read[word] as number) << 4) | ((code & 15) + (code > DIGIT_MAX ? 9 : 0));
    }
    return read;
  }

  private put(row: number): void {
    const { words, slots } = this;
    const mask = slots.length - 1;
    const at = row * WORDS;
    const [a, b, c, d] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!];
    let slot = hashOf(a, b, c, d) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = ((slots[slot] as number) - 1) * WORDS;
      if (words[other] === a && words[other + 1] === b && words[other + 2] === c && words[other + 3] === d) break;
    }
    slots[slot] = row + 1;
  }

  private growSlots(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    for (let row = 0; row < this.size; row++) this.put(row);
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HYPHEN = '-'.charCodeAt(0);
const DIGIT_MAX = '9'.charCodeAt(0);

const hashOf = (a: number, b: number, c: number, d: number): number => {
  const mixed = Math.imul(a ^ (b >>> 3) ^ Math.imul(c, 0x9e3779b1) ^ d, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
};
