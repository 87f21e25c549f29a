import type { IndexTarget } from '@cairn/contracts';
import { Upkeep, type Clock } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** Looking after the one file of the embedded backend. */
export class SqliteUpkeep extends Upkeep {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super();
    this.threads = threads;
    this.clock = clock;
  }

  oldestBehind(): Promise<Record<IndexTarget, number>> {
    return this.threads.read('oldestBehind', this.clock.now());
  }

  forgetIdempotency(olderThanMs: number, limit: number): Promise<number> {
    return this.threads.write('forgetIdempotency', { before: this.clock.now() - olderThanMs, limit });
  }
}
