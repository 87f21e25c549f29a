import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SystemClock, type Clock } from '@cairn/ports';
import type { Database, Notice } from './database.ts';
import { FolderLock } from './folder-lock.ts';
import type { ReaderCommands } from './reader-commands.ts';
import { LastingThread } from './lasting-thread.ts';
import { Thread } from './thread.ts';
import type { ThreadStart } from './wire.ts';
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

/**
 * The one file of the embedded backend: a thread that writes it, some that read it, and the lock on its folder. A thread
 * that ends is replaced.
 */
export class SqliteThreads {
  private readonly lock: FolderLock;
  private readonly writer: LastingThread;
  private readonly readers: readonly LastingThread[];
  private readonly noticeListeners = new Map<Notice, Set<() => void>>();
  private closing: Promise<void> | undefined;

  private constructor(lock: FolderLock, start: ThreadStart, { waitingMax, readers = READERS }: ThreadsOptions) {
    const onNotices = (notices: readonly Notice[]) => this.tell(notices);
    this.lock = lock;
    this.writer = new LastingThread(
      () => new Thread(newWriter(start), { waitingMax, onNotices }),
      // What the one before had committed last, it may not have told.
      () => this.tell([...this.noticeListeners.keys()]),
    );
    this.readers = Array.from(
      { length: readers },
      () => new LastingThread(() => new Thread(newReader(start), { waitingMax })),
    );
  }

  /** Opens `<dataDir>/cairn.db`, made or migrated where needed. A folder that is in use is `data/locked`. */
  static async open(options: ThreadsOptions): Promise<SqliteThreads> {
    const dataDir = resolve(options.dataDir);
    const lock = FolderLock.take(dataDir);
    const start = { path: resolve(dataDir, 'cairn.db'), now: (options.clock ?? new SystemClock()).now() };
    const threads = new SqliteThreads(lock, start, options);
    try {
      await threads.openAll();
      return threads;
    } catch (error) {
      await Promise.all(threads.all.map((thread) => thread.end()));
      lock.release();
      throw error;
    }
  }

  /** All threads load at once; the readers open the file when the writer has made or migrated it. */
  private async openAll(): Promise<void> {
    await this.writer.open();
    await Promise.all(this.readers.map((reader) => reader.open()));
  }

  private get all(): readonly LastingThread[] {
    return [this.writer, ...this.readers];
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

  private readerFor(name: keyof ReaderCommands): LastingThread {
    const usual = this.readers.at(wordCommands.has(name) ? 0 : -1) as LastingThread;
    return this.readers.reduce((idlest, each) => (each.waiting < idlest.waiting ? each : idlest), usual);
  }

  /** Calls back after each commit that left this notice, before its commands are answered. Returns how to stop. */
  onNotice(notice: Notice, listener: () => void): () => void {
    const listeners = this.noticeListeners.get(notice) ?? new Set();
    this.noticeListeners.set(notice, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** What ended a thread, while it is missed; readers stand in for each other. */
  get failure(): string | undefined {
    return this.writer.failure ?? (this.readers.every(({ failure }) => failure) ? this.readers[0]?.failure : undefined);
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
