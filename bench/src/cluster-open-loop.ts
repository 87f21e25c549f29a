import { setTimeout as delay } from 'node:timers/promises';

export interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Starts work at fixed times, whether or not earlier work has ended, and waits for all. Delays therefore show in the results. */
export async function openLoop<Result>(
  { perSecond, seconds }: OpenLoop,
  work: (at: number, dueAt: number) => Promise<Result>,
): Promise<Result[]> {
  const startedAt = performance.now();
  const running: Promise<Result>[] = [];
  for (let at = 0; at < perSecond * seconds; at++) {
    const dueAt = startedAt + (at * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    running.push(work(at, dueAt));
  }
  return Promise.all(running);
}
