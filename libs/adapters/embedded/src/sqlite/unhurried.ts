import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const unhurried = new AsyncLocalStorage<true>();

/** Work that nobody waits for, such as what follows a write: its long searches let those by that somebody waits for. */
export const withoutHurry = <Result>(work: () => Result): Result => unhurried.run(true, work);

export const isUnhurried = (): boolean => unhurried.getStore() === true;

/** After so long without a question, nobody is taken to be asking, ms. */
const QUIET_MS = 20;
/** While somebody asks all the time, a search waits so long at most, ms. */
const PATIENCE_MS = 200;

/** Searches that nobody waits for: one at a time, so that a reader stays free, and when nobody asks for anything, if that comes soon. */
export class UnhurriedSearches {
  private last: Promise<unknown> = Promise.resolve();
  private askedAt = -Infinity;

  /** Somebody waits for an answer. */
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
