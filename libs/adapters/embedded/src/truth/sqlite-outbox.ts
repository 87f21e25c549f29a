import type { Author } from '@cairn/adapter-sql';
import type { EventPattern, OrgId } from '@cairn/contracts';
import { type Clock, type Delivery, Outbox } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';

/** Wakes within this of each other are one. */
const WAKE_STEP_MS = 20;

/** The outbox in the one file of the embedded backend. */
export class SqliteOutbox extends Outbox {
  private readonly threads: SqliteThreads;
  private readonly clock: Clock;
  private readonly listeners = new Set<() => void>();
  /** Timers by the step in which they wake: for retries, and for leases that nobody ended. */
  private readonly wakes = new Map<number, NodeJS.Timeout>();
  /** Whose turn the last claim of each pattern ended with. */
  private readonly lastServed = new Map<EventPattern, string>();
  private stopNotices: (() => void) | undefined;

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super();
    this.threads = threads;
    this.clock = clock;
  }

  async claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]> {
    const claimed: Delivery[] = [];
    for (const pattern of patterns) claimed.push(...(await this.claimOf(pattern, limit - claimed.length, leaseMs)));
    if (claimed.length > 0) this.wakeIn(leaseMs);
    return claimed;
  }

  continueLater(id: string): Promise<void> {
    return this.threads.write('continueLater', id, this.clock.now());
  }

  complete(ids: readonly string[]): Promise<void> {
    return this.threads.write('complete', ids);
  }

  async retry(id: string, afterMs: number, reason: string): Promise<void> {
    await this.threads.write('retry', { id, due: this.clock.now() + afterMs, reason });
    this.wakeIn(afterMs);
  }

  bury(id: string, reason: string): Promise<void> {
    return this.threads.write('bury', { id, reason, now: this.clock.now() });
  }

  buryTaken(delivery: Delivery, reason: string): Promise<void> {
    return this.threads.write('buryTaken', { delivery, reason, now: this.clock.now() });
  }

  deadLetters(orgId: OrgId, page: { after?: string | undefined; limit: number }) {
    return this.threads.read('deadLetters', orgId, page);
  }

  replayDead({ orgId, principalId }: Author, ids?: readonly string[]): Promise<number> {
    return this.threads.write('replayDead', { author: { orgId, principalId }, ids, now: this.clock.now() });
  }

  depth(): Promise<{ waiting: number; dead: number; oldestMs: number }> {
    return this.threads.read('depth', this.clock.now());
  }

  onDue(listener: () => void): () => void {
    this.listeners.add(listener);
    this.stopNotices ??= this.threads.onNotice('outbox', () => this.wakeForNew());
    this.wakeForWaiting();
    return () => this.stop(listener);
  }

  private async claimOf(pattern: EventPattern, limit: number, leaseMs: number): Promise<Delivery[]> {
    if (limit <= 0) return [];
    const after = this.lastServed.get(pattern) ?? '';
    const claimed = await this.threads.write('claim', { pattern, after, limit, leaseMs, now: this.clock.now() });
    const last = claimed.at(-1);
    if (last) this.lastServed.set(pattern, last.payload.orgId);
    return claimed;
  }

  private stop(listener: () => void): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.stopNotices?.();
    this.stopNotices = undefined;
    for (const timer of this.wakes.values()) clearTimeout(timer);
    this.wakes.clear();
  }

  /** At once, and when the delays of subscribers are over. */
  private wakeForNew(): void {
    for (const delayMs of new Set([0, ...this.threads.subscriptions.map(({ delayMs }) => delayMs)]))
      this.wakeIn(delayMs);
  }

  /** What waits from before, such as from a former start. A file that does not answer is the claimer's to notice. */
  private wakeForWaiting(): void {
    this.threads.read('nextDue').then(
      (due) => due !== undefined && this.wakeIn(due - this.clock.now()),
      () => this.wakeIn(0),
    );
  }

  private wakeIn(ms: number): void {
    if (this.listeners.size === 0) return;
    const step = Math.ceil((performance.now() + Math.max(0, ms)) / WAKE_STEP_MS);
    const key = ms <= 0 ? 0 : step;
    if (this.wakes.has(key)) return;
    const wait = ms <= 0 ? 0 : step * WAKE_STEP_MS - performance.now();
    this.wakes.set(key, setTimeout(() => this.wake(key), Math.max(0, wait)).unref());
  }

  private wake(key: number): void {
    this.wakes.delete(key);
    for (const listener of this.listeners) listener();
  }
}
