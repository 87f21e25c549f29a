import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const lowPriority = new AsyncLocalStorage<true>();

/** Runs low-priority work, such as work after a write: its long searches yield to those that a caller waits for. */
export const withLowPriority = <Result>(work: () => Result): Result => lowPriority.run(true, work);

export const isLowPriority = (): boolean => lowPriority.getStore() === true;

/** Milliseconds without a question after which callers count as idle. */
const QUIET_MS = 20;
/** The longest delay of a search while questions keep coming, ms. */
const PATIENCE_MS = 200;

/** Runs low-priority searches: one at a time, so that a reader stays free, and preferably while no caller asks. */
export class LowPrioritySearches {
  private last: Promise<unknown> = Promise.resolve();
  private askedAt = -Infinity;

  /** Records a question that a caller waits for. */
  noteQuestion(): void {
    this.askedAt = performance.now();
  }

  run<Result>(search: () => Promise<Result>): Promise<Result> {
    const answer = this.last.then(() => this.quiet()).then(search);
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async quiet(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    const isAsked = () => performance.now() - this.askedAt < QUIET_MS;
    while (isAsked() && performance.now() < until) await delay(QUIET_MS);
  }
}
