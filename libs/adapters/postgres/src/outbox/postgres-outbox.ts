import { SqlOutbox, type Claim } from '@cairn/store';
import type { Clock, Delivery } from '@cairn/ports';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { PostgresStore } from '../store/postgres-store.ts';
import { claimDeliveries } from './claim.ts';
import { OutboxWakes } from './outbox-wakes.ts';

/** Outbox on Postgres. Any number of relays may use it at once. */
export class PostgresOutbox extends SqlOutbox {
  private readonly pool: PostgresPool;
  private readonly listeners = new Set<() => void>();
  private readonly wakes: OutboxWakes;

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super(new PostgresStore({ pool, clock }), clock);
    this.pool = pool;
    this.wakes = new OutboxWakes(pool, { isDue: () => this.isDue(), wake: () => this.wake() });
  }

  onDue(listener: () => void): () => void {
    this.listeners.add(listener);
    this.wakes.start();
    return () => this.stop(listener);
  }

  protected lease(command: Claim): Promise<Delivery[]> {
    return this.pool.writeRepeatable('all', (session) => claimDeliveries(session, command));
  }

  private stop(listener: () => void): void {
    this.listeners.delete(listener);
    if (this.listeners.size === 0) this.wakes.stop();
  }

  private async isDue(): Promise<boolean> {
    return ((await this.nextDue()) ?? Infinity) <= this.clock.now();
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }
}
