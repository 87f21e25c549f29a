import { runInNewContext } from 'node:vm';

/** A limit far above the time on the busiest machine, and far below that of exponential work. */
const RUN_TIMEOUT_MS = 30_000;

/**
 * For tests of exponential work, such as a regular expression over a megabyte: runs the work, and stops it at a generous limit,
 * so that the test asserts no time. Faulty work must take minutes: give it enough to do.
 */
export const runBounded = <Answer>(work: () => Answer): Answer =>
  runInNewContext('work()', { work }, { timeout: RUN_TIMEOUT_MS }) as Answer;
