import type { Bm25 } from '@cairn/ports';

/** What a term that stands only in the parts of a document counts, against one in its text. */
export const PART_WEIGHT = 0.5;

/** How much a term says that `frequency` of `documents` hold. Never negative, and greatest for a term that nothing holds. */
export const inverseFrequency = (documents: number, frequency: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));

/** BM25's part for how often a term stands in a document: 0 for not at all, near k1 + 1 for very often. */
export function saturation(count: number, length: number, averageLength: number, { k1, b }: Bm25): number {
  if (count === Infinity) return k1 + 1;
  return ((k1 + 1) * count) / (count + k1 * (1 - b + (b * length) / averageLength));
}

const EXACT_TO = 199;
const STEP = 1.2;
export const LENGTH_CODES = 256;

/** A document's length as a byte, which its sequence number carries: exact for short texts, in steps of 20 % for long ones. */
export function lengthCode(length: number): number {
  if (length <= EXACT_TO) return length;
  const steps = Math.floor(Math.log(length / EXACT_TO) / Math.log(STEP));
  return Math.min(LENGTH_CODES - 1, EXACT_TO + 1 + steps);
}

/** No document with this code is shorter. */
export const shortestWith = (code: number): number =>
  code <= EXACT_TO ? code : Math.floor(EXACT_TO * STEP ** (code - EXACT_TO - 1) * 0.999);
