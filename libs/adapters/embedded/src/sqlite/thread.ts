import type { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { restoreError, withTimeout } from '@cairn/ports';
import type { CommitNotice } from './database.ts';
import type { Call, FromThread, ToThread } from './wire.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface UnsentCall extends Pick<CallOptions, 'transfers'> {
  readonly call: Call;
}

export interface ThreadOptions {
  /** Maximum number of calls that wait for an answer; a further call fails with `truth/overloaded`. */
  readonly waitingMax?: number | undefined;
  /** Called with the notices of a commit before the commands of the commit are answered. */
  readonly onNotices?: (notices: readonly CommitNotice[]) => void;
  /**
   * Makes the error for calls after the thread has ended or failed; `what` is `has ended` or `has failed`. By default
   * it is an error of the store of record.
   */
  readonly gone?: (what: string, cause?: unknown) => CairnError;
}

/** Options for sending a command to its thread; `transfers` are buffers that are transferred instead of copied. */
export interface CallOptions extends Pick<Call, 'isLong' | 'of'> {
  readonly transfers?: readonly ArrayBuffer[] | undefined;
}

const WAITING_CALLS_MAX = 10_000;
const THREAD_CLOSE_TIMEOUT_MS = 10_000;

/**
 * Worker thread that answers numbered calls. Calls of one turn are sent in one message, since a message, which wakes a thread, often
 * takes longer than the call itself. Once the thread has ended or failed, every call fails.
 */
export class Thread {
  failure: CairnError | undefined;
  readonly ended: Promise<void>;
  private readonly worker: Worker;
  private readonly onNotices: (notices: readonly CommitNotice[]) => void;
  private readonly waitingMax: number;
  private readonly calls = new Map<number, Waiting>();
  private unsent: UnsentCall[] = [];
  private lastNumber = 0;

  constructor(
    worker: Worker,
    { waitingMax = WAITING_CALLS_MAX, onNotices = () => {}, gone = storeGoneError }: ThreadOptions = {},
  ) {
    this.worker = worker;
    this.waitingMax = waitingMax;
    this.onNotices = onNotices;
    this.ended = new Promise((done) => worker.once('exit', () => done(this.fail(gone('has ended')))));
    worker.on('error', (error) => this.fail(gone('has failed', error)));
    worker.on('message', (message: FromThread) => this.receive(message));
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.calls.set(0, { resolve: () => resolve(), reject });
      this.post({ type: 'open' });
    });
  }

  get waiting(): number {
    return this.calls.size;
  }

  call(name: string, args: readonly unknown[], { isLong, of, transfers }: CallOptions = {}): Promise<unknown> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.calls.size >= this.waitingMax) return Promise.reject(overloadedError());
    return new Promise((resolve, reject) => {
      const number = ++this.lastNumber;
      this.calls.set(number, { resolve, reject });
      if (this.unsent.push({ call: { number, name, args, isLong, of }, transfers }) === 1)
        queueMicrotask(() => this.send());
    });
  }

  async close(): Promise<void> {
    if (this.failure) return;
    this.send();
    this.post({ type: 'close' });
    await withTimeout(THREAD_CLOSE_TIMEOUT_MS, this.ended, () => this.worker.terminate());
  }

  /** Terminates the thread at once. */
  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private receive(message: FromThread): void {
    if (message.type === 'ready') return this.settle(0, (call) => call.resolve(undefined));
    if (message.type === 'failed') return this.fail(restoreError(message.error));
    this.onNotices(message.notices);
    for (const answer of message.answers) {
      this.settle(answer.number, (call) =>
        'error' in answer ? call.reject(restoreError(answer.error)) : call.resolve(answer.result),
      );
    }
  }

  private settle(number: number, settle: (call: Waiting) => void): void {
    const call = this.calls.get(number);
    this.calls.delete(number);
    if (call) settle(call);
  }

  private fail(error: CairnError): void {
    this.failure ??= error;
    for (const number of [...this.calls.keys()]) this.settle(number, (call) => call.reject(error));
  }

  private send(): void {
    const unsent = this.unsent;
    this.unsent = [];
    if (unsent.length === 0) return;
    try {
      this.postCalls(unsent);
    } catch {
      for (const one of unsent) this.sendAlone(one);
    }
  }

  /** Sends one call of a message that could not be sent, since a single one of its calls may be what cannot be copied. */
  private sendAlone(one: UnsentCall): void {
    try {
      this.postCalls([one]);
    } catch (error) {
      this.settle(one.call.number, ({ reject }) => reject(error));
    }
  }

  private postCalls(sent: readonly UnsentCall[]): void {
    this.post(
      { type: 'calls', calls: sent.map(({ call }) => call) },
      sent.flatMap(({ transfers = [] }) => transfers),
    );
  }

  private post(message: ToThread, transfers: readonly ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfers);
  }
}

const storeGoneError = (what: string, cause?: unknown) =>
  new CairnError('truth/unavailable', `A thread of the store of record ${what}.`, { cause });

const overloadedError = () =>
  new CairnError('truth/overloaded', 'Too many commands are waiting for the store of record.');
