import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions, Thread } from './thread.ts';

/** The pause before an ended thread is replaced, ms: the cause may end the next one too. */
const PAUSE_MS = 1000;

/**
 * A thread that is replaced, after a pause, when it ends. Calls without an answer yet, and calls during the pause, fail: it is unknown
 * whether they were done.
 */
export class PersistentWorker {
  private readonly start: () => Thread;
  private readonly onRestart: () => void;
  private thread: Thread;
  private isClosing = false;

  constructor(start: () => Thread, onRestart: () => void = () => {}) {
    this.start = start;
    this.onRestart = onRestart;
    this.thread = start();
  }

  /** Throws when the first thread cannot open the file; later threads retry. */
  async open(): Promise<void> {
    await this.thread.open();
    void this.keep();
  }

  call(name: string, args: readonly unknown[], options?: CallOptions): Promise<unknown> {
    return this.thread.call(name, args, options);
  }

  /** The number of unanswered calls; infinite while there is no thread. */
  get waiting(): number {
    return this.thread.failure ? Infinity : this.thread.waiting;
  }

  /** The reason why the thread ended, until it is replaced. */
  get failure(): string | undefined {
    return this.thread.failure?.message;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.thread.close();
  }

  /** Terminates the thread at once. */
  async end(): Promise<void> {
    this.isClosing = true;
    await this.thread.end();
  }

  private async keep(): Promise<void> {
    for (await this.missed(); !this.isClosing; await this.missed()) {
      this.thread = this.start();
      await this.thread.open().then(this.onRestart, () => undefined);
    }
  }

  private async missed(): Promise<void> {
    await this.thread.ended;
    if (!this.isClosing) await delay(PAUSE_MS, undefined, { ref: false });
  }
}
