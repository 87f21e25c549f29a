import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const lowPriority = new AsyncLocalStorage<true>();

/**
 * Runs work with low priority, such as work after a write. The long searches of this work yield to searches for which a
 * caller waits.
 */
export const withLowPriority = <Result>(work: () => Result): Result => lowPriority.run(true, work);

export const isLowPriority = (): boolean => lowPriority.getStore() === true;

/** Callers count as idle if no caller has asked a question for this many ms. */
const IDLE_AFTER_MS = 20;
/** Maximum delay of a search in ms while questions keep arriving. */
const IDLE_WAIT_MAX_MS = 200;

/** Runs low-priority searches one at a time, so that a reader stays free, and preferably while callers are idle. */
export class LowPrioritySearches {
  private last: Promise<unknown> = Promise.resolve();
  private askedAt = -Infinity;
  /** Numbers of questions that other threads have answered, by the function that counts them. */
  private readonly elsewhere = new Map<() => number, number>();

  /** Records a question that a caller waits for. */
  noteQuestion(): void {
    this.askedAt = performance.now();
  }

  /** Asks a function, before each search, how many questions were answered without this thread. */
  watch(count: () => number): void {
    this.elsewhere.set(count, count());
  }

  unwatch(count: () => number): void {
    this.elsewhere.delete(count);
  }

  run<Result>(search: () => Promise<Result>): Promise<Result> {
    const answer = this.last.then(() => this.quiet()).then(search);
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async quiet(): Promise<void> {
    const until = performance.now() + IDLE_WAIT_MAX_MS;
    while (this.isAsked() && performance.now() < until) await delay(IDLE_AFTER_MS);
  }

  private isAsked(): boolean {
    for (const [count, before] of this.elsewhere) {
      const now = count();
      this.elsewhere.set(count, now);
      if (now !== before) this.noteQuestion();
    }
    return performance.now() - this.askedAt < IDLE_AFTER_MS;
  }
}
