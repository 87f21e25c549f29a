import { SqlOutbox, type Claim } from '@cairn/store';
import { AskedTogether, type Clock, type Delivery } from '@cairn/ports';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { PostgresStore } from '../store/postgres-store.ts';
import { claimDeliveries } from './claim.ts';
import { OutboxWakes, type OutboxLog } from './outbox-wakes.ts';

/** Outbox on Postgres. Any number of relays may use it at once. */
export class PostgresOutbox extends SqlOutbox {
  private readonly pool: PostgresPool;
  private readonly listeners = new Set<() => void>();
  private readonly wakes: OutboxWakes;
  /** Claims of several patterns at the same time are one transaction. */
  private readonly claims = new AskedTogether((commands: readonly Claim[]) => this.claimAll(commands));

  constructor({ pool, clock, log }: { pool: PostgresPool; clock: Clock; log: OutboxLog }) {
    super(new PostgresStore({ pool, clock }), clock);
    this.pool = pool;
    this.wakes = new OutboxWakes(pool, { dueIn: () => this.dueIn(), wake: () => this.wake(), log });
  }

  onDue(listener: () => void): () => void {
    this.listeners.add(listener);
    this.wakes.start();
    return () => this.stop(listener);
  }

  protected async lease(command: Claim): Promise<Delivery[]> {
    return (await this.claims.add('all', command)).get(command)!;
  }

  private claimAll(commands: readonly Claim[]): Promise<ReadonlyMap<Claim, Delivery[]>> {
    return this.pool.writeRepeatable('all', async (session) => {
      const claimed = await Promise.all(commands.map((command) => claimDeliveries(session, command)));
      return new Map(commands.map((command, at) => [command, claimed[at]!]));
    });
  }

  private stop(listener: () => void): void {
    this.listeners.delete(listener);
    if (this.listeners.size === 0) this.wakes.stop();
  }

  private async dueIn(): Promise<number | undefined> {
    const due = await this.nextDue();
    return due && due - this.clock.now();
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }
}
