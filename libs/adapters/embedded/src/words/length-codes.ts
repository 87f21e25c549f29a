const EXACT_TO = 199;
const STEP = 1.2;
export const LENGTH_CODES = 256;

/** Encodes a document's length as one byte of its sequence number: short lengths exactly, long ones in steps of 20 %. */
export function lengthCode(length: number): number {
  if (length <= EXACT_TO) return length;
  const steps = Math.floor(Math.log(length / EXACT_TO) / Math.log(STEP));
  return Math.min(LENGTH_CODES - 1, EXACT_TO + 1 + steps);
}

/** Returns a lower bound of the length of documents with this code. */
export const shortestWith = (code: number): number =>
  code <= EXACT_TO ? code : Math.floor(EXACT_TO * STEP ** (code - EXACT_TO - 1) * 0.999);
