import type { Reach, SqlStore } from '@cairn/adapter-sql';
import type { Clock } from '@cairn/ports';
import type { StoreCall } from './sqlite-session.ts';
import type { SqliteThreads } from './threads.ts';

/** Runs store commands in the threads of the one file. */
export class SqliteStore implements SqlStore {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;

  /** `trace` says where a write is in its trace, as W3C traceparent: its events carry that on. */
  constructor({
    threads,
    clock,
    trace = () => undefined,
  }: {
    threads: SqliteThreads;
    clock: Clock;
    trace?: () => string | undefined;
  }) {
    this.threads = threads;
    this.clock = clock;
    this.trace = trace;
  }

  read(command: string, _reach: Reach, input: unknown): Promise<unknown> {
    return this.threads.read('readStore', this.call(command, input));
  }

  write(command: string, _reach: Reach, input: unknown): Promise<unknown> {
    return this.threads.write('writeStore', this.call(command, input));
  }

  private call(command: string, input: unknown): StoreCall {
    return { command, input, occasion: { now: this.clock.now(), trace: this.trace() } };
  }
}
