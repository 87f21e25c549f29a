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

/** Tells whether indexing these items takes so long that no other command should share the transaction. */
export const needsOwnTransaction = (items: readonly Item[]): boolean => charactersOf(items) > ANALYSED_CHARS_MAX;

/**
 * Analyses long texts in a separate thread, so that the writer can process other writes meanwhile. The thread starts on
 * first use.
 */
export class WordsThread {
  private thread: Promise<PersistentWorker> | undefined;
  private readonly works = new Set<Promise<unknown>>();

  /**
   * Returns the listings of each item by each analyser. Undefined if the items together are so short that the writer
   * can analyse them.
   */
  async list(
    items: readonly Item[],
    analysersOf: () => Promise<readonly string[]>,
  ): Promise<PackedListing[][] | undefined> {
    if (charactersOf(items) <= SHORT_CHARS_MAX) return undefined;
    const [thread, analysers] = await Promise.all([(this.thread ??= this.open()), analysersOf()]);
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
    await this.thread?.then((thread) => thread.close());
  }

  private async open(): Promise<PersistentWorker> {
    const thread = new PersistentWorker(() => new Thread(newWorker()));
    try {
      await thread.open();
      return thread;
    } catch (error) {
      this.thread = undefined;
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

const newWorker = () => new Worker(new URL('./words.worker.ts', import.meta.url), threadOptions);
