import { storeCommands, type Reach, type SqlStore } from '@cairn/adapter-sql';
import type { Clock } from '@cairn/ports';
import type { PostgresPool } from './pool/postgres-pool.ts';
import { PostgresSession } from './pool/postgres-session.ts';

/** Runs store commands in transactions of the pool. */
export class PostgresStore implements SqlStore {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;
  private readonly request: () => string | undefined;

  /** `trace` says where a write is in its trace, as W3C traceparent: its events carry that on. `request` is its id, for the audit. */
  constructor({
    pool,
    clock,
    trace = () => undefined,
    request = () => undefined,
  }: {
    pool: PostgresPool;
    clock: Clock;
    trace?: () => string | undefined;
    request?: () => string | undefined;
  }) {
    this.pool = pool;
    this.clock = clock;
    this.trace = trace;
    this.request = request;
  }

  read(command: string, reach: Reach, input: unknown): Promise<unknown> {
    return this.pool.read(reach, (session) =>
      storeCommands.read(new PostgresSession(session, this.occasion()), command, input),
    );
  }

  async write(command: string, reach: Reach, input: unknown): Promise<unknown> {
    const occasion = this.occasion();
    const { result, hasAnnounced } = await this.pool.write(reach, async (transaction) => {
      const session = new PostgresSession(transaction, occasion);
      const result = await storeCommands.write(session, command, input);
      return { result, hasAnnounced: session.hasAnnounced };
    });
    if (hasAnnounced) this.pool.tellOfOutbox();
    return result;
  }

  private occasion() {
    return { now: this.clock.now(), trace: this.trace(), request: this.request() };
  }
}
