import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions, Thread } from './thread.ts';

/** How long a thread that has ended is missed before the next one starts, ms: what ended it may well end that too. */
const PAUSE_MS = 1000;

/**
 * A thread, and when it ends another in its place, a while later. What the one had not answered yet, and what is asked
 * meanwhile, is refused: whether it was done is not known.
 */
export class LastingThread {
  private readonly start: () => Thread;
  private readonly onRestart: () => void;
  private thread: Thread;
  private isClosing = false;

  constructor(start: () => Thread, onRestart: () => void = () => {}) {
    this.start = start;
    this.onRestart = onRestart;
    this.thread = start();
  }

  /** Throws when the first one cannot open the file; others go on trying. */
  async open(): Promise<void> {
    await this.thread.open();
    void this.keep();
  }

  call(name: string, args: readonly unknown[], options?: CallOptions): Promise<unknown> {
    return this.thread.call(name, args, options);
  }

  /** Calls that have no answer yet; infinitely many where there is nobody to answer. */
  get waiting(): number {
    return this.thread.failure ? Infinity : this.thread.waiting;
  }

  /** What ended the thread, until another is in its place. */
  get failure(): string | undefined {
    return this.thread.failure?.message;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.thread.close();
  }

  /** Ends the thread at once, whatever it does. */
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
