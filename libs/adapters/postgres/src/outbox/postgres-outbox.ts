import { NO_ORGANISATION, partsOf, type Author } from '@cairn/adapter-sql';
import type { EventPattern, OrgId } from '@cairn/contracts';
import { Outbox, type Clock, type Delivery } from '@cairn/ports';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import {
  bury,
  buryTaken,
  claim,
  complete,
  continueLater,
  deadLetters,
  depth,
  nextDue,
  replayDead,
  retry,
} from './outbox-commands.ts';
import { OutboxWakes } from './outbox-wakes.ts';

/** The outbox on Postgres; any number of relays may work on it at once. */
export class PostgresOutbox extends Outbox {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  private readonly wakes: OutboxWakes;
  /** Whose turn the last claim of each pattern ended with. */
  private readonly lastServed = new Map<EventPattern, string>();

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super();
    this.pool = pool;
    this.clock = clock;
    this.wakes = new OutboxWakes(pool, { isDue: () => this.isDue(), wake: () => this.wake() });
  }

  async claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]> {
    const claimed: Delivery[] = [];
    for (const pattern of patterns) claimed.push(...(await this.claimOf(pattern, limit - claimed.length, leaseMs)));
    return claimed;
  }

  async continueLater(id: string): Promise<void> {
    await this.pool.writeRepeatable('all', (session) => continueLater(session, id, this.clock.now()));
    this.pool.tellOfOutbox();
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

  deadLetters(orgId: OrgId, page: { after?: string | undefined; limit: number }) {
    return this.pool.read('all', (session) => deadLetters(session, orgId, page));
  }

  async replayDead(author: Author, ids?: readonly string[]): Promise<number> {
    const command = { author, ids, now: this.clock.now() };
    const replayed = await this.pool.write('all', (session) => replayDead(session, command));
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

  private async claimOf(pattern: EventPattern, limit: number, leaseMs: number): Promise<Delivery[]> {
    if (limit <= 0) return [];
    const now = this.clock.now();
    const after = this.lastServed.get(pattern) ?? NO_ORGANISATION;
    const command = { ...partsOf(pattern), after, limit, until: now + leaseMs, now };
    const claimed = await this.pool.writeRepeatable('all', (session) => claim(session, command));
    const last = claimed.at(-1);
    if (last) this.lastServed.set(pattern, last.payload.orgId);
    return claimed;
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
