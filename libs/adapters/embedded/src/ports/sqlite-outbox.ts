import { SqlOutbox, type Claim } from '@cairn/store';
import type { EventPattern } from '@cairn/contracts';
import type { Clock, Delivery } from '@cairn/ports';
import { SqliteStore } from '../store/sqlite-store.ts';
import type { SqliteThreads } from '../store/threads.ts';

/** Wake-ups within the same step of this many ms are merged into one wake-up. */
const WAKE_STEP_MS = 20;

/** The outbox in the file of the embedded backend. */
export class SqliteOutbox extends SqlOutbox {
  private readonly threads: SqliteThreads;
  private readonly listeners = new Set<() => void>();
  /** Timers by the time step at which they wake consumers, for retries and for leases that may expire. */
  private readonly wakes = new Map<number, NodeJS.Timeout>();
  private stopNotices: (() => void) | undefined;

  constructor({ threads, clock }: { threads: SqliteThreads; clock: Clock }) {
    super(new SqliteStore({ threads, clock }), clock);
    this.threads = threads;
  }

  override async claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]> {
    const claimed = await super.claim(patterns, limit, leaseMs);
    if (claimed.length > 0) this.wakeIn(leaseMs);
    return claimed;
  }

  override async retry(id: string, afterMs: number, reason: string): Promise<void> {
    await super.retry(id, afterMs, reason);
    this.wakeIn(afterMs);
  }

  onDue(listener: () => void): () => void {
    this.listeners.add(listener);
    this.stopNotices ??= this.threads.onNotice('outbox', () => this.wakeForNew());
    this.wakeForWaiting();
    return () => this.stop(listener);
  }

  protected lease(claim: Claim): Promise<Delivery[]> {
    return this.threads.write('claim', claim);
  }

  private stop(listener: () => void): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.stopNotices?.();
    this.stopNotices = undefined;
    for (const timer of this.wakes.values()) clearTimeout(timer);
    this.wakes.clear();
  }

  /** Wakes consumers now and when the delay of each subscriber has passed. */
  private wakeForNew(): void {
    for (const delayMs of new Set([0, ...this.threads.subscriptions.map(({ delayMs }) => delayMs)]))
      this.wakeIn(delayMs);
  }

  /**
   * Wakes consumers when deliveries that were stored before this start become due. If the file fails, the consumer that
   * claims next reports the failure.
   */
  private wakeForWaiting(): void {
    this.nextDue().then(
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
