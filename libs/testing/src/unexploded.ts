import { runInNewContext } from 'node:vm';

/** Far more than the work takes on the busiest machine, far less than it takes when it explodes. */
const STOP_MS = 30_000;

/**
 * For tests of what must not explode, such as a regular expression over a megabyte: does the work, and stops it in its middle
 * when it has no end, so that no time is asserted. What explodes must take minutes: give it enough to do.
 */
export const unexploded = <Answer>(work: () => Answer): Answer =>
  runInNewContext('work()', { work }, { timeout: STOP_MS }) as Answer;
