import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition holds; the test's own time limit ends a wait in vain. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(100);
}
