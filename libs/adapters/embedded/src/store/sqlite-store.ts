import { storeCommands, type WriteContext, type Reach, type SqlStore } from '@cairn/store';
import type { Clock } from '@cairn/ports';
import type { Item } from '@cairn/contracts';
import type { PackedListing } from '../words/packed-listing.ts';
import type { ReadWords, StoreCall } from './sqlite-transaction.ts';
import type { FileCommands } from './threads.ts';

export interface StoreOptions {
  readonly threads: FileCommands;
  readonly clock: Clock;
  /** Returns the W3C traceparent of a write; the events of the write continue the trace. */
  readonly trace?: () => string | undefined;
  /** Returns the id of the request, which the audit records. */
  readonly request?: () => string | undefined;
}

/** Runs store commands in the threads of the file. */
export class SqliteStore implements SqlStore {
  private readonly threads: FileCommands;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;
  private readonly request: () => string | undefined;

  constructor({ threads, clock, trace = () => undefined, request = () => undefined }: StoreOptions) {
    this.threads = threads;
    this.clock = clock;
    this.trace = trace;
    this.request = request;
  }

  read(command: string, _reach: Reach, input: unknown): Promise<unknown> {
    return this.threads.read('readStore', this.call(command, input));
  }

  write(command: string, reach: Reach, input: unknown): Promise<unknown> {
    const call = this.call(command, input);
    const items = storeCommands.newItemsOf(command, input, call.context.now);
    return this.threads.writeWords('writeStore', { items, of: reach }, (words) => [
      { ...call, words: words && wordsById(items, words) },
    ]);
  }

  context(): WriteContext {
    return { now: this.clock.now(), trace: this.trace(), request: this.request() };
  }

  private call(command: string, input: unknown): StoreCall {
    return { command, input, context: this.context() };
  }
}

const wordsById = (items: readonly Item[], words: readonly (readonly PackedListing[])[]): ReadWords =>
  new Map(items.map(({ id }, at) => [id, words[at]!]));
