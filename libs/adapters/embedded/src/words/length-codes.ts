const EXACT_LENGTH_MAX = 199;
const STEP_FACTOR = 1.2;
export const LENGTH_CODES = 256;

/**
 * Encodes a document's length as one byte of its sequence number: short lengths exactly, long lengths in steps of 20 %.
 */
export function lengthCode(length: number): number {
  if (length <= EXACT_LENGTH_MAX) return length;
  const steps = Math.floor(Math.log(length / EXACT_LENGTH_MAX) / Math.log(STEP_FACTOR));
  return Math.min(LENGTH_CODES - 1, EXACT_LENGTH_MAX + 1 + steps);
}

/** Returns a lower bound of the length of documents with this code. */
export const shortestWith = (code: number): number =>
  code <= EXACT_LENGTH_MAX ? code : Math.floor(EXACT_LENGTH_MAX * STEP_FACTOR ** (code - EXACT_LENGTH_MAX - 1) * 0.999);
