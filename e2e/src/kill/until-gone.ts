import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 5;

/** Returns true if the process ends within the time. */
export async function isGoneWithin(pid: number | undefined, ms: number): Promise<boolean> {
  const giveUpAt = performance.now() + ms;
  while (isThere(pid)) {
    if (performance.now() > giveUpAt) return false;
    await delay(LOOK_MS);
  }
  return true;
}

function isThere(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
