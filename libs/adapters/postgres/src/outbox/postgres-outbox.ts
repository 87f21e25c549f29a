import type { EventPattern } from '@cairn/contracts';
import { Outbox, type Clock, type Delivery } from '@cairn/ports';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { bury, buryTaken, claim, complete, depth, nextDue, replayDead, retry } from './outbox-commands.ts';
import { OutboxWakes } from './outbox-wakes.ts';

/** The outbox on Postgres; any number of relays may work on it at once. */
export class PostgresOutbox extends Outbox {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  private readonly wakes: OutboxWakes;

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super();
    this.pool = pool;
    this.clock = clock;
    this.wakes = new OutboxWakes(pool, { isDue: () => this.isDue(), wake: () => this.wake() });
  }

  claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]> {
    const now = this.clock.now();
    return this.pool.writeRepeatable('all', (session) =>
      claim(session, { patterns, limit, until: now + leaseMs, now }),
    );
  }

  complete(ids: readonly string[]): Promise<void> {
    return this.pool.writeRepeatable('all', (session) => complete(session, ids));
  }

  async retry(id: string, afterMs: number, reason: string): Promise<void> {
    const due = this.clock.now() + afterMs;
    await this.pool.writeRepeatable('all', (session) => retry(session, { id, due, reason }));
  }

  bury(id: string, reason: string): Promise<void> {
    return this.pool.write('all', (session) => bury(session, id, reason, this.clock.now()));
  }

  buryTaken(delivery: Delivery, reason: string): Promise<void> {
    return this.pool.write('all', (session) => buryTaken(session, delivery, reason, this.clock.now()));
  }

  async replayDead(): Promise<number> {
    const replayed = await this.pool.write('all', (session) => replayDead(session, this.clock.now()));
    if (replayed > 0) this.pool.tellOfOutbox();
    return replayed;
  }

  depth(): Promise<{ waiting: number; dead: number; oldestMs: number }> {
    return this.pool.read('all', (session) => depth(session, this.clock.now()));
  }

  onDue(listener: () => void): () => void {
    this.listeners.add(listener);
    this.wakes.start();
    return () => this.stop(listener);
  }

  private stop(listener: () => void): void {
    this.listeners.delete(listener);
    if (this.listeners.size === 0) this.wakes.stop();
  }

  private async isDue(): Promise<boolean> {
    return (await this.pool.read('all', nextDue)) <= this.clock.now();
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }
}
