/** The number of rows that one statement writes. */
const ROWS_PER_STATEMENT = 25;
/** The time in ms after which a command that writes many rows stops and leaves the remaining rows to the next command. */
const COMMAND_TURN_MS = 30;

/**
 * Processes rows in groups, at least one, until `COMMAND_TURN_MS` have passed; returns the number of processed rows. The caller
 * processes the remaining rows in another command, so that nobody waits much longer than `COMMAND_TURN_MS` for the writer of the
 * file or for a locked row.
 */
export async function processUntilTimeout<Row>(
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + COMMAND_TURN_MS;
  let done = 0;
  while (done < rows.length) {
    await work(rows.slice(done, done + ROWS_PER_STATEMENT));
    done = Math.min(rows.length, done + ROWS_PER_STATEMENT);
    if (performance.now() >= until) break;
  }
  return done;
}
