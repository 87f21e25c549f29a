import type { ItemId } from '@cairn/contracts';

/** Number of 32-bit words of a UUID. */
export const ID_WORDS = 4;
const ID_CHARS = 36;
const HYPHEN = '-'.charCodeAt(0);
const DIGIT_MAX = '9'.charCodeAt(0);
const DIGITS = Buffer.from('0123456789abcdef');
const written = Buffer.from('........-....-....-....-............');
/** Positions of the digits in the text of an id. */
const DIGITS_AT = Uint8Array.from([...written.keys()].filter((at) => written[at] !== HYPHEN));

const read = new Uint32Array(ID_WORDS);

/** Parses an id; the result is valid until the next call. An id that is no UUID has the words of no stored id. */
export function wordsOf(id: ItemId): Uint32Array {
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

/** Returns the id whose words begin at a position. Writes bytes, since joined strings take twenty times the memory. */
export function idFrom(words: Uint32Array, at: number): ItemId {
  for (let digit = 0; digit < DIGITS_AT.length; digit++) {
    const word = words[at + (digit >> 3)] as number;
    written[DIGITS_AT[digit] as number] = DIGITS[(word >>> (28 - 4 * (digit & 7))) & 15] as number;
  }
  return written.toString('latin1') as ItemId;
}

export const hashOfWords = (words: Uint32Array, at: number): number =>
  hashOfId(words[at] as number, words[at + 1] as number, words[at + 2] as number, words[at + 3] as number);

export const hashOfId = (a: number, b: number, c: number, d: number): number => {
  const mixed = Math.imul(a ^ (b >>> 3) ^ Math.imul(c, 0x9e3779b1) ^ d, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
};
