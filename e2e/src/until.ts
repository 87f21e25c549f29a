import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until it is so; the test's own time limit ends what never is. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(100);
}
