import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { FairSlots } from '@cairn/ports';

/** Answer of a thread of texts to an order: the result, or the stack of the error that was thrown. */
export type Outcome<Result> = { readonly result: Result } | { readonly problem: string };

/** Error of a thread that did not start, so that no text is to blame. */
export class ThreadNotStartedError extends Error {
  constructor(cause: unknown) {
    super(`The thread of texts does not start: ${String(cause)}.`, { cause });
  }
}

/** The most texts of one organisation that may wait for the thread; a further text is refused. */
const WAITING_TEXTS_MAX = 500;
/** Timeout for reading one text, in ms. */
const READING_TIMEOUT_MS = 30_000;
/** Time in ms without work after which the thread ends. */
const IDLE_THREAD_MS = 10_000;

/**
 * Reads texts in a thread of its own, one text at a time and organisations in turn, so that the main thread can serve
 * other requests. The thread starts with the first text and answers each order with one `Outcome`.
 */
export class TextThread<Order, Result> {
  private readonly slots = new FairSlots<string>({ slots: 1, waitingMax: WAITING_TEXTS_MAX });
  private worker: Worker | undefined;
  /** The thread that has answered, so that a later error of it is one of a text. */
  private answering: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly start: () => Worker,
    private readonly readingMs = READING_TIMEOUT_MS,
  ) {}

  /** Throws `truth/overloaded` if too many texts of the owner wait, and `request/invalid` if the text takes too long; `ThreadNotStartedError`. */
  async read(order: Order, owner: string): Promise<Result> {
    const slot = this.slots.take(owner);
    if (!slot)
      throw new CairnError('truth/overloaded', `${WAITING_TEXTS_MAX} texts wait already. Come back a little later.`);
    const giveBack = await slot;
    try {
      return await this.answerOf(order);
    } finally {
      giveBack();
    }
  }

  /** Ends the thread. A text that it reads fails; a further text starts it again. */
  close(): void {
    clearTimeout(this.idle);
    if (this.worker) this.end(this.worker);
  }

  private async answerOf(order: Order): Promise<Result> {
    clearTimeout(this.idle);
    const worker = (this.worker ??= this.startWorker());
    worker.ref();
    const signal = AbortSignal.timeout(this.readingMs);
    try {
      const answered = once(worker, 'message', { signal }) as Promise<[Outcome<Result>]>;
      worker.postMessage(order);
      const [outcome] = await answered;
      this.answering = worker;
      if ('problem' in outcome) throw new Error(outcome.problem);
      return outcome.result;
    } catch (error) {
      this.end(worker);
      if (signal.aborted) throw tooLongError(this.readingMs);
      throw this.answering === worker || isOutOfMemory(error) ? error : new ThreadNotStartedError(error);
    } finally {
      // Lets the process exit although the idle thread still exists.
      worker.unref();
      this.idle = setTimeout(() => this.end(worker), IDLE_THREAD_MS).unref();
    }
  }

  private startWorker(): Worker {
    try {
      return this.start();
    } catch (error) {
      throw new ThreadNotStartedError(error);
    }
  }

  private end(worker: Worker): void {
    if (this.worker === worker) this.worker = undefined;
    void worker.terminate();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

function tooLongError(ms: number): CairnError {
  const problem = `takes more than ${ms / 1000} s to read: divide it into parts`;
  return new CairnError('request/invalid', `A text of the request ${problem}.`);
}
