/** Rows that are written in one statement. */
const TOGETHER = 25;
/** The time in ms after which a command that writes many rows leaves the rest to the next command. */
const TURN_MS = 30;

/**
 * Processes rows in groups until a turn is over, at least one group; returns the number of processed rows. Another command does the
 * rest, so that nobody waits longer than a turn for the writer of the file or for a locked row.
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
