import type { Reach, SqlStore } from '@cairn/adapter-sql';
import type { Clock } from '@cairn/ports';
import type { StoreCall } from './sqlite-session.ts';
import type { SqliteThreads } from './threads.ts';

/** Runs store commands in the threads of the one file. */
export class SqliteStore implements SqlStore {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;
  private readonly request: () => string | undefined;

  /** `trace` says where a write is in its trace, as W3C traceparent: its events carry that on. `request` is its id, for the audit. */
  constructor({
    threads,
    clock,
    trace = () => undefined,
    request = () => undefined,
  }: {
    threads: SqliteThreads;
    clock: Clock;
    trace?: () => string | undefined;
    request?: () => string | undefined;
  }) {
    this.threads = threads;
    this.clock = clock;
    this.trace = trace;
    this.request = request;
  }

  read(command: string, _reach: Reach, input: unknown): Promise<unknown> {
    return this.threads.read('readStore', this.call(command, input));
  }

  write(command: string, _reach: Reach, input: unknown): Promise<unknown> {
    return this.threads.write('writeStore', this.call(command, input));
  }

  private call(command: string, input: unknown): StoreCall {
    return { command, input, occasion: { now: this.clock.now(), trace: this.trace(), request: this.request() } };
  }
}
