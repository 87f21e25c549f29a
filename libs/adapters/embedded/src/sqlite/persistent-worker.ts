import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions, Thread } from './thread.ts';

/** Pause in ms before an ended thread is replaced, since the same cause may end the next thread too. */
const RESTART_PAUSE_MS = 1000;

/**
 * Thread that is replaced after a pause when it ends. Calls fail if they have no answer when it ends, or arrive during
 * the pause. Whether an unanswered call was done is unknown.
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

  /** Starts the first thread. Throws when it cannot open the file; later threads retry. */
  async open(): Promise<void> {
    await this.thread.open();
    void this.keep();
  }

  call(name: string, args: readonly unknown[], options?: CallOptions): Promise<unknown> {
    return this.thread.call(name, args, options);
  }

  /** Number of unanswered calls; infinite while there is no thread. */
  get waiting(): number {
    return this.thread.failure ? Infinity : this.thread.waiting;
  }

  /** Reason why the thread ended; undefined once it is replaced. */
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
      await this.restart().then(this.onRestart, () => undefined);
    }
  }

  /** Rejects if the thread cannot be created, as at a limit of threads, or does not open. */
  private async restart(): Promise<void> {
    this.thread = this.start();
    await this.thread.open();
  }

  private async missed(): Promise<void> {
    await this.thread.ended;
    if (!this.isClosing) await delay(RESTART_PAUSE_MS, undefined, { ref: false });
  }
}
