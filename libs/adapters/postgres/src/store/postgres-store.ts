import { storeCommands, type Subscribers, type WriteContext, type Reach, type SqlStore } from '@cairn/store';
import { subscriptions, type Subscription } from '@cairn/contracts';
import type { Clock } from '@cairn/ports';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { PostgresTransaction } from './postgres-transaction.ts';
import type { Session } from '../pool/session.ts';

export interface StoreOptions {
  readonly pool: PostgresPool;
  readonly clock: Clock;
  /** Returns the W3C traceparent of a write; the events of the write continue the trace. */
  readonly trace?: () => string | undefined;
  /** Returns the id of the request, which the audit records. */
  readonly request?: () => string | undefined;
  /** Subscriptions to the events of writes; the catalog by default. */
  readonly subscriptions?: readonly Subscription[];
}

/** Runs store commands in transactions of the pool. */
export class PostgresStore implements SqlStore {
  /** Every subscriber gets every event, since on Postgres the commit itself writes no index. */
  readonly subscribers: Subscribers;
  private readonly pool: PostgresPool;
  private readonly clock: Clock;
  private readonly trace: () => string | undefined;
  private readonly request: () => string | undefined;

  constructor({
    pool,
    clock,
    trace = () => undefined,
    request = () => undefined,
    subscriptions: heard = subscriptions,
  }: StoreOptions) {
    this.subscribers = { subscriptions: heard, doneWithCommit: [] };
    this.pool = pool;
    this.clock = clock;
    this.trace = trace;
    this.request = request;
  }

  read(command: string, reach: Reach, input: unknown): Promise<unknown> {
    return this.pool.read(reach, (session) =>
      storeCommands.read(new PostgresTransaction(session, this.context(), this.subscribers), command, input),
    );
  }

  async write(command: string, reach: Reach, input: unknown): Promise<unknown> {
    const context = this.context();
    const work = async (transaction: Session) => {
      const session = new PostgresTransaction(transaction, context, this.subscribers);
      const result = await storeCommands.write(session, command, input);
      return { result, hasAnnounced: session.hasAnnounced };
    };
    const { result, hasAnnounced } = storeCommands.isRepeatable(command)
      ? await this.pool.writeRepeatable(reach, work)
      : await this.pool.write(reach, work, storeCommands.locksOf(command, input));
    if (hasAnnounced) this.pool.tell('cairn_outbox');
    return result;
  }

  context(): WriteContext {
    return { now: this.clock.now(), trace: this.trace(), request: this.request() };
  }
}
