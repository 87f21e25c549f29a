/** Rows that are written together. */
const TOGETHER = 25;
/** How long a command writes many rows before it leaves the rest to the next one, ms. */
const TURN_MS = 30;

/**
 * Works on rows, some together, until a turn is over; returns how many it did, which are some. The rest is another command's,
 * so that nobody who waits for the writer of a file, or for a row, waits for more than a turn.
 */
export async function asFarAsTimeAllows<Row>(
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + TURN_MS;
  let done = 0;
  while (done < rows.length) {
    await work(rows.slice(done, done + TOGETHER));
    done = Math.min(rows.length, done + TOGETHER);
    if (performance.now() >= until) break;
  }
  return done;
}
