import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { SystemClock, type Clock } from '@cairn/ports';
import type { Database, Notice } from './database.ts';
import { FolderLock } from './folder-lock.ts';
import type { ReaderCommands } from './reader-commands.ts';
import { fromWire, type FromThread, type ThreadStart, type ToThread } from './wire.ts';
import type { WriterCommands } from './writer-commands.ts';

export interface ThreadsOptions {
  readonly dataDir: string;
  readonly readers?: number | undefined;
  /** Calls that may wait for an answer; one more is `truth/overloaded`. */
  readonly waitingMax?: number | undefined;
  readonly clock?: Clock | undefined;
}

type ArgsOf<Command> = Command extends (db: Database, ...args: infer Args) => unknown ? Args : never;
type ResultOf<Command> = Command extends (db: Database, ...args: never) => infer Result ? Result : never;

const READERS = 2;
const wordCommands: ReadonlySet<keyof ReaderCommands> = new Set(['searchWords', 'scoreWords', 'coverGroups']);
const WAITING_MAX = 10_000;

/** The one file of the embedded backend: a thread that writes it, some that read it, and the lock on its folder. */
export class SqliteThreads {
  private readonly lock: FolderLock;
  private readonly writer: Thread;
  private readonly readers: readonly Thread[];
  private readonly noticeListeners = new Map<Notice, Set<() => void>>();
  private closing: Promise<void> | undefined;

  private constructor(lock: FolderLock, writer: Thread, readers: readonly Thread[]) {
    this.lock = lock;
    this.writer = writer;
    this.readers = readers;
    writer.onNotices = (notices) => this.tell(notices);
  }

  /** Opens `<dataDir>/cairn.db`, made or migrated where needed. A folder that is in use is `data/locked`. */
  static async open(options: ThreadsOptions): Promise<SqliteThreads> {
    const dataDir = resolve(options.dataDir);
    const lock = FolderLock.take(dataDir);
    const start = { path: resolve(dataDir, 'cairn.db'), now: (options.clock ?? new SystemClock()).now() };
    try {
      return await SqliteThreads.start(lock, start, options);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** All threads load at once; the readers open the file when the writer has made or migrated it. */
  private static async start(lock: FolderLock, start: ThreadStart, options: ThreadsOptions): Promise<SqliteThreads> {
    const writer = new Thread(newWriter(start), options.waitingMax);
    const readers = Array.from(
      { length: options.readers ?? READERS },
      () => new Thread(newReader(start), options.waitingMax),
    );
    try {
      await writer.open();
      await Promise.all(readers.map((reader) => reader.open()));
      return new SqliteThreads(lock, writer, readers);
    } catch (error) {
      await Promise.all([writer, ...readers].map((thread) => thread.end()));
      throw error;
    }
  }

  /** Runs a command in the writer. It answers when the command is on disk, or throws and nothing of it is. */
  write<Name extends keyof WriterCommands & string>(
    name: Name,
    ...args: ArgsOf<WriterCommands[Name]>
  ): Promise<ResultOf<WriterCommands[Name]>> {
    return this.writer.call(name, args) as Promise<ResultOf<WriterCommands[Name]>>;
  }

  /**
   * Runs a command in the reader with the least to do; of those with equally little, where such commands usually run, and
   * what they read is in memory. It sees every write that was answered before.
   */
  read<Name extends keyof ReaderCommands & string>(
    name: Name,
    ...args: ArgsOf<ReaderCommands[Name]>
  ): Promise<ResultOf<ReaderCommands[Name]>> {
    return this.readerFor(name).call(name, args) as Promise<ResultOf<ReaderCommands[Name]>>;
  }

  private readerFor(name: keyof ReaderCommands): Thread {
    const usual = this.readers.at(wordCommands.has(name) ? 0 : -1) as Thread;
    return this.readers.reduce((idlest, each) => (each.waiting < idlest.waiting ? each : idlest), usual);
  }

  /** Calls back after each commit that left this notice, before its commands are answered. Returns how to stop. */
  onNotice(notice: Notice, listener: () => void): () => void {
    const listeners = this.noticeListeners.get(notice) ?? new Set();
    this.noticeListeners.set(notice, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** How many calls the writer has not answered yet. */
  get waitingWrites(): number {
    return this.writer.waiting;
  }

  /** What ended a thread, if one has ended; nothing works from then on. */
  get failure(): string | undefined {
    return [this.writer, ...this.readers].find((thread) => thread.failure)?.failure?.message;
  }

  /** Finishes what was asked, moves the log into the file and lets go of the folder. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    await Promise.all(this.readers.map((reader) => reader.close()));
    await this.writer.close();
    this.lock.release();
  }

  private tell(notices: readonly Notice[]): void {
    for (const notice of notices) for (const listener of this.noticeListeners.get(notice) ?? []) listener();
  }
}

/**
 * What the threads of a store make lives as long as one call. Left alone, each lets its young heap grow to many times of
 * this, at no gain: four threads took 200 MB more for the same calls.
 */
export const threadLimits = { maxYoungGenerationSizeMb: 12 } as const;

const newWriter = (workerData: ThreadStart) =>
  new Worker(new URL('./writer.worker.ts', import.meta.url), { workerData, resourceLimits: threadLimits });
const newReader = (workerData: ThreadStart) =>
  new Worker(new URL('./reader.worker.ts', import.meta.url), { workerData, resourceLimits: threadLimits });

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CairnError) => void;
}

const CLOSE_MS = 10_000;

/** A worker thread that answers numbered calls. */
class Thread {
  onNotices: (notices: readonly Notice[]) => void = () => {};
  failure: CairnError | undefined;
  private readonly worker: Worker;
  private readonly waitingMax: number;
  private readonly calls = new Map<number, Waiting>();
  private readonly exited: Promise<void>;
  private lastNumber = 0;

  constructor(worker: Worker, waitingMax = WAITING_MAX) {
    this.worker = worker;
    this.waitingMax = waitingMax;
    this.exited = new Promise((done) => worker.once('exit', () => done(this.fail(gone('has ended')))));
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

  call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.failure) return Promise.reject(this.failure);
    if (this.calls.size >= this.waitingMax) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const number = ++this.lastNumber;
      this.post({ type: 'call', call: { number, name, args } });
      this.calls.set(number, { resolve, reject });
    });
  }

  async close(): Promise<void> {
    if (this.failure) return;
    this.post({ type: 'close' });
    const limit = setTimeout(() => void this.worker.terminate(), CLOSE_MS);
    await this.exited;
    clearTimeout(limit);
  }

  /** Ends the thread at once, whatever it does. */
  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private receive(message: FromThread): void {
    if (message.type === 'ready') return this.settle(0, (call) => call.resolve(undefined));
    if (message.type === 'failed') return this.fail(fromWire(message.error));
    this.onNotices(message.notices);
    for (const answer of message.answers) {
      this.settle(answer.number, (call) =>
        'error' in answer ? call.reject(fromWire(answer.error)) : call.resolve(answer.result),
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

  private post(message: ToThread): void {
    this.worker.postMessage(message);
  }
}

const gone = (what: string, cause?: unknown) =>
  new CairnError('truth/unavailable', `A thread of the store of record ${what}.`, { cause });

const overloaded = () => new CairnError('truth/overloaded', 'Too many commands are waiting for the store of record.');
