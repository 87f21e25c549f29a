const EXACT_TO = 199;
const STEP = 1.2;
export const LENGTH_CODES = 256;

/** Encodes a document's length as a byte of its sequence number: exact for short texts, in steps of 20 % for long ones. */
export function lengthCode(length: number): number {
  if (length <= EXACT_TO) return length;
  const steps = Math.floor(Math.log(length / EXACT_TO) / Math.log(STEP));
  return Math.min(LENGTH_CODES - 1, EXACT_TO + 1 + steps);
}

/** A lower bound of the length of documents with this code. */
export const shortestWith = (code: number): number =>
  code <= EXACT_TO ? code : Math.floor(EXACT_TO * STEP ** (code - EXACT_TO - 1) * 0.999);
