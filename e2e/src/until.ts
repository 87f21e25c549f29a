import { setTimeout as delay } from 'node:timers/promises';

const FIRST_WAIT_MS = 12;
const WAIT_MAX_MS = 100;

/** Polls until the condition holds, soon at first; the test's own time limit ends a wait in vain. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !(await isSo()); waitMs = Math.min(2 * waitMs, WAIT_MAX_MS)) await delay(waitMs);
}
