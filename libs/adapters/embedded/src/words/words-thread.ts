import { Worker } from 'node:worker_threads';
import type { Item } from '@cairn/contracts';
import { threadOptions } from '@cairn/ports';
import { PersistentWorker } from '../sqlite/persistent-worker.ts';
import { Thread } from '../sqlite/thread.ts';
import type { PackedListing } from './packed-listing.ts';

/**
 * Maximum number of characters that the writer analyses itself. Analysing them takes about a millisecond, as long as a
 * message to a different thread.
 */
const SHORT_CHARS_MAX = 2000;
/** Maximum number of characters that are analysed at a time. A longer text is analysed alone; the next texts wait. */
const ANALYSED_CHARS_MAX = 100_000;

const IDLE_THREAD_MS = 10_000;

/** Maximum number of items that are written in a transaction with other commands. */
const SHARING_ITEMS_MAX = 32;

/** Tells whether writing these items takes so long that no other command should share the transaction. */
export const needsOwnTransaction = (items: readonly Item[]): boolean =>
  items.length > SHARING_ITEMS_MAX || charactersOf(items) > ANALYSED_CHARS_MAX;

/** Starts the program of the thread. */
export const startWorker = () => new Worker(new URL('./words.worker.ts', import.meta.url), threadOptions);

interface WordsThreadOptions {
  /** Time in ms without long texts after which the thread ends. */
  readonly idleMs?: number;
  readonly start?: () => Worker;
}

/**
 * Analyses long texts in a separate thread, so that the writer can process other writes meanwhile. The thread starts on
 * first use, and ends when no long text has come for some time.
 */
export class WordsThread {
  private thread: Promise<PersistentWorker> | undefined;
  private readonly idleMs: number;
  private readonly start: () => Worker;
  private readonly works = new Set<Promise<unknown>>();
  private listing = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor({ idleMs = IDLE_THREAD_MS, start = startWorker }: WordsThreadOptions = {}) {
    this.idleMs = idleMs;
    this.start = start;
  }

  /**
   * Returns the listings of each item by each analyser. Undefined if the items together are so short that the writer
   * can analyse them.
   */
  async list(
    items: readonly Item[],
    analysersOf: () => Promise<readonly string[]>,
  ): Promise<PackedListing[][] | undefined> {
    if (charactersOf(items) <= SHORT_CHARS_MAX) return undefined;
    clearTimeout(this.idle);
    this.listing += 1;
    try {
      return await this.listInThread(items, analysersOf);
    } finally {
      this.listing -= 1;
      if (this.listing === 0) this.idle = setTimeout(() => void this.end(), this.idleMs).unref();
    }
  }

  private async listInThread(
    items: readonly Item[],
    analysersOf: () => Promise<readonly string[]>,
  ): Promise<PackedListing[][]> {
    const [thread, analysers] = await Promise.all([this.thread ?? this.open(), analysersOf()]);
    const listings: PackedListing[][] = [];
    for (const page of pagesOf(items))
      listings.push(...((await thread.call('list', [page, analysers])) as PackedListing[][]));
    return listings;
  }

  /** Keeps the thread open until this work is done. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.works.add(work);
    return work.finally(() => this.works.delete(work));
  }

  /** Finishes pending work, then ends the thread. */
  async close(): Promise<void> {
    await Promise.allSettled(this.works);
    clearTimeout(this.idle);
    await this.end();
  }

  /** Ends the thread, which holds some 20 MB; the next long text starts another. */
  private async end(): Promise<void> {
    const ended = this.thread;
    this.thread = undefined;
    // A thread that did not start has nothing to end; its caller has the error.
    const thread = await ended?.catch(() => undefined);
    await thread?.close();
  }

  /** Starts the thread. If it does not start, the next long text tries again. */
  private open(): Promise<PersistentWorker> {
    const opening = this.startThread();
    this.thread = opening;
    opening.catch(() => {
      if (this.thread === opening) this.thread = undefined;
    });
    return opening;
  }

  private async startThread(): Promise<PersistentWorker> {
    let thread: PersistentWorker | undefined;
    try {
      thread = new PersistentWorker(() => new Thread(this.start()));
      await thread.open();
      return thread;
    } catch (error) {
      await thread?.end();
      throw error;
    }
  }
}

const charactersOf = (items: readonly Item[]): number => items.reduce((sum, { content }) => sum + content.length, 0);

function pagesOf(items: readonly Item[]): Item[][] {
  const pages: Item[][] = [];
  for (const item of items) {
    const last = pages.at(-1);
    if (last && charactersOf([...last, item]) <= ANALYSED_CHARS_MAX) last.push(item);
    else pages.push([item]);
  }
  return pages;
}
