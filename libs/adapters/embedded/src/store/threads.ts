import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { subscriptions, type CairnError, type Item, type Subscription } from '@cairn/contracts';
import { Batcher, SystemClock, threadOptions, type Clock } from '@cairn/ports';
import { damagedFileFault, unusableFolderError } from '../sqlite/data-folder.ts';
import type { PackedListing } from '../words/packed-listing.ts';
import { needsOwnTransaction, WordsThread } from '../words/words-thread.ts';
import type { Database, CommitNotice } from '../sqlite/database.ts';
import { FolderLock, makeOwnerOnly } from '../sqlite/folder-lock.ts';
import type { ReaderCommands } from './reader-commands.ts';
import { PersistentWorker } from '../sqlite/persistent-worker.ts';
import { Thread, type CallOptions } from '../sqlite/thread.ts';
import { isLowPriority, LowPrioritySearches } from '../sqlite/low-priority.ts';
import { ReaderThreads } from './reader-threads.ts';
import { isRepeatable } from './repeatable-command.ts';
import { isStorageFailure, type ThreadStart } from '../sqlite/wire.ts';
import type { WriterCommands } from './writer-commands.ts';

export interface ThreadsOptions {
  readonly dataDir: string;
  /** Maximum number of reading threads; the first starts at once, and each further one when those before are busy. */
  readonly readers?: number | undefined;
  /** Maximum number of calls that wait for an answer; a further call fails with `truth/overloaded`. */
  readonly waitingMax?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Subscriptions to the events of writes; the catalog by default. */
  readonly subscriptions?: readonly Subscription[] | undefined;
}

type ArgsOf<Command> = Command extends (db: Database, ...args: infer Args) => unknown ? Args : never;
type ResultOf<Command> = Command extends (db: Database, ...args: never) => infer Result ? Awaited<Result> : never;

const READER_THREADS = 2;
const REPEATABLE_AT_ONCE_MAX = 256;
/** Free bytes with which a disk counts as usable. A small write takes a few pages, a large write a megabyte. */
const SHARED_BUFFER_BYTES = 1_000_000;
const wordCommands: ReadonlySet<keyof ReaderCommands> = new Set(['searchWords', 'scoreWords', 'coverGroups']);

/** Runs commands on the file. */
export type FileCommands = Pick<SqliteThreads, 'read' | 'write' | 'writeWords' | 'onNotice'>;

/**
 * Threads for the file of the embedded backend. One thread writes the file and some threads read it, while this process
 * holds the lock on the folder. A thread that ends is replaced.
 */
export class SqliteThreads {
  private readonly lock: FolderLock;
  private readonly writer: PersistentWorker;
  private readonly readers: ReaderThreads;
  private readonly words = new WordsThread();
  private readonly repeatable = new Batcher<() => Promise<unknown>, unknown>({
    work: async (batch) => {
      await Promise.all(batch.map(({ input: call, resolve, reject }) => call().then(resolve, reject)));
    },
    weightMax: REPEATABLE_AT_ONCE_MAX,
    batchesAtOnce: 1,
  });
  private readonly lowPriority = new LowPrioritySearches();
  private readonly noticeListeners = new Map<CommitNotice, Set<() => void>>();
  private closing: Promise<void> | undefined;
  private readonly dataDir: string;
  readonly subscriptions: readonly Subscription[];
  private refusal: CairnError | undefined;
  private damage: CairnError | undefined;

  private constructor(lock: FolderLock, start: ThreadStart, { waitingMax, readers = READER_THREADS }: ThreadsOptions) {
    this.dataDir = dirname(start.path);
    this.subscriptions = start.subscriptions;
    const onNotices = (notices: readonly CommitNotice[]) => this.tell(notices);
    this.lock = lock;
    this.writer = new PersistentWorker(
      () => new Thread(newWriter(start), { waitingMax, onNotices }),
      // All listeners are called, since the ended thread may not have sent the notices of its last commit.
      () => this.tell([...this.noticeListeners.keys()]),
    );
    const startReader = () => new PersistentWorker(() => new Thread(newReader(start), { waitingMax }));
    this.readers = new ReaderThreads(startReader, readers);
  }

  /** Opens `<dataDir>/cairn.db`, creating or migrating it as needed. Throws `data/locked` for a folder in use. */
  static async open(options: ThreadsOptions): Promise<SqliteThreads> {
    const dataDir = resolve(options.dataDir);
    const lock = FolderLock.take(dataDir);
    const start = {
      path: resolve(dataDir, 'cairn.db'),
      now: (options.clock ?? new SystemClock()).now(),
      subscriptions: options.subscriptions ?? subscriptions,
    };
    const threads = new SqliteThreads(lock, start, options);
    try {
      makeOwnerOnly(start.path);
      await threads.openAll();
      return threads;
    } catch (error) {
      await Promise.all(threads.all.map((thread) => thread.end()));
      lock.release();
      throw withPath(error, start.path);
    }
  }

  /** Opens the writer, which creates or migrates the file, and then a reader. */
  private async openAll(): Promise<void> {
    await this.writer.open();
    await this.readers.open();
  }

  private get all(): readonly PersistentWorker[] {
    return [this.writer, ...this.readers.all];
  }

  /** Runs a command in the writer. Resolves when the command is on disk; rejects when nothing of it is stored. */
  write<Name extends keyof WriterCommands & string>(
    name: Name,
    ...args: ArgsOf<WriterCommands[Name]>
  ): Promise<ResultOf<WriterCommands[Name]>> {
    return this.send(name, args) as Promise<ResultOf<WriterCommands[Name]>>;
  }

  /** Repeatable commands that come while others are under way are sent together afterwards, so that they share a commit. */
  private send(name: string, args: readonly unknown[], options?: CallOptions): Promise<unknown> {
    const call = () => this.writer.call(name, args, options);
    return isRepeatable({ name, args })
      ? this.noting('repeatable write', this.repeatable.add(call))
      : this.noting('write', call());
  }

  /**
   * Runs a command that indexes the words of items. Long items are analysed first, in a separate thread, and the
   * command runs after the commands that are already waiting. If an item needs an analyser that was not foreseen, the
   * writer itself analyses the item.
   */
  writeWords<Name extends keyof WriterCommands & string>(
    name: Name,
    { items, of, analysers = () => this.read('wordAnalysers') }: WordsToRead,
    argsWith: (words: readonly (readonly PackedListing[])[] | undefined) => ArgsOf<WriterCommands[Name]>,
  ): Promise<ResultOf<WriterCommands[Name]>> {
    const work = async () => {
      const words = await this.words.list(items, analysers);
      const options = { of, isLong: needsOwnTransaction(items), ...(words && { transfers: buffersOf(words) }) };
      return this.send(name, argsWith(words), options) as Promise<ResultOf<WriterCommands[Name]>>;
    };
    return this.words.during(work());
  }

  /**
   * Runs a command in the reader with the fewest calls; of equally busy readers, in the reader whose cache fits the
   * command. The command sees every write that was answered before. A low-priority word search runs after the searches
   * for which callers wait.
   */
  read<Name extends keyof ReaderCommands & string>(
    name: Name,
    ...args: ArgsOf<ReaderCommands[Name]>
  ): Promise<ResultOf<ReaderCommands[Name]>> {
    const read = () =>
      this.noting('read', this.readerFor(name).call(name, args)) as Promise<ResultOf<ReaderCommands[Name]>>;
    this.noteQuestion();
    return isLowPriority() && wordCommands.has(name) ? this.lowPriority.run(read) : read();
  }

  /** Records that a caller waits for a search, so that those of low priority yield to it. */
  noteQuestion(): void {
    if (!isLowPriority()) this.lowPriority.noteQuestion();
  }

  /** Counts questions that other threads answer without this one as questions that callers wait for. */
  watchQuestions(count: () => number): void {
    this.lowPriority.watch(count);
  }

  unwatchQuestions(count: () => number): void {
    this.lowPriority.unwatch(count);
  }

  /**
   * Records a failure in an answer. Damage stays recorded until a restart. Any other refusal of a write stays recorded
   * until a write that waits for the disk succeeds.
   */
  private async noting(what: 'read' | 'write' | 'repeatable write', answer: Promise<unknown>): Promise<unknown> {
    try {
      const result = await answer;
      // A successful write does not clear `truth/full`: a small write can succeed in reused space of the log, while a
      // larger write would fail.
      if (what === 'write' && this.refusal?.code !== 'truth/full') this.refusal = undefined;
      return result;
    } catch (error) {
      if (isStorageFailure(error) && error.code === 'truth/damaged') this.damage = error;
      if (isStorageFailure(error) && what !== 'read') this.refusal = error;
      throw error;
    }
  }

  /**
   * Returns the reason why commands or writes fail, if any. If a write was refused, this tries the disk again, so that
   * the recovery of the disk is noticed.
   */
  async trouble(): Promise<string | undefined> {
    if (this.refusal && !this.damage && (await this.hasRoom()))
      await this.write('tryDisk').then(
        () => (this.refusal = undefined),
        () => undefined,
      );
    return this.failure ?? (this.damage ?? this.refusal)?.message;
  }

  /**
   * Tells whether the disk has room for a usual write. This cannot be found out by a trial write of a page or two,
   * which would succeed even if the next write fails.
   */
  private async hasRoom(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.dataDir);
    return bavail * bsize >= SHARED_BUFFER_BYTES;
  }

  private readerFor(name: keyof ReaderCommands): PersistentWorker {
    return this.readers.idlest(wordCommands.has(name) ? 'first' : 'last');
  }

  /**
   * Calls the listener after each commit with this notice, before the commit's commands are answered. Returns a function that
   * stops this.
   */
  onNotice(notice: CommitNotice, listener: () => void): () => void {
    const listeners = this.noticeListeners.get(notice) ?? new Set();
    this.noticeListeners.set(notice, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Reason why the writer, or all readers, have ended; undefined once they are replaced. */
  get failure(): string | undefined {
    return this.writer.failure ?? this.readers.failure;
  }

  /** Finishes waiting commands, moves the log into the file, and unlocks the folder. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    await this.readers.close();
    await this.words.close();
    await this.repeatable.idle();
    await this.writer.close();
    this.lock.release();
  }

  private tell(notices: readonly CommitNotice[]): void {
    for (const notice of notices) for (const listener of this.noticeListeners.get(notice) ?? []) listener();
  }
}

interface WordsToRead {
  readonly items: readonly Item[];
  /** The organisation that sent the command. */
  readonly of?: string;
  /** Returns the analysers of the items; by default those of the written generations. */
  readonly analysers?: () => Promise<readonly string[]>;
}

/** Adds the file's path to an error at the start. Errors of requests do not name the path. */
function withPath(error: unknown, path: string): unknown {
  if (!isStorageFailure(error)) return error;
  if (error.code === 'truth/damaged') return unusableFolderError(damagedFileFault(path), error);
  return unusableFolderError({ message: `${path} cannot be opened`, todo: error.message.replace(/\.$/, '') }, error);
}

const buffersOf = (words: readonly (readonly PackedListing[])[]): ArrayBuffer[] =>
  words.flat().map(({ bytes }) => bytes.buffer);

const newWriter = (workerData: ThreadStart) =>
  new Worker(new URL('./writer.worker.ts', import.meta.url), { workerData, ...threadOptions });
const newReader = (workerData: ThreadStart) =>
  new Worker(new URL('./reader.worker.ts', import.meta.url), { workerData, ...threadOptions });
