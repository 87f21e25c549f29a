/** Bytes of texts that are in memory at once, if no text alone is longer; other requests have their turn between two reads. */
export const READ_BYTES = 262_144;
/** Number of rows that one query names. */
export const READ_AT_ONCE = 100;

/** Splits rows so that the texts of each batch have at most `READ_BYTES`, or are those of one row. */
export function batchesByBytes<Row extends { readonly bytes: number }>(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let left = 0;
  for (const row of rows) {
    const batch = batches.at(-1);
    const bytes = Number(row.bytes);
    if (batch && bytes <= left && batch.length < READ_AT_ONCE) batch.push(row);
    else batches.push([row]);
    left = (batch === batches.at(-1) ? left : READ_BYTES) - bytes;
  }
  return batches;
}
