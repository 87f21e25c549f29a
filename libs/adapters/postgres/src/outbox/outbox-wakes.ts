import { reasonOf } from '@cairn/ports';
import { PersistentListener, type Cause } from '../pool/persistent-listener.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';

/** Pause in ms before the next look while deliveries are due, when the look failed, or while no notification was heard. */
const SHORT_PAUSE_MS = 250;
/** Longest pause in ms between two looks. Only a delivery whose notification was lost waits that long. */
const PAUSE_MAX_MS = 1_000;

export interface OutboxLog {
  warn(about: { cause: string }, message: string): void;
}

export interface OutboxWakesOptions {
  /** Returns the time in ms until the next delivery is due, at most 0 if one is due; undefined if none waits. */
  readonly dueIn: () => Promise<number | undefined>;
  readonly wake: () => void;
  readonly log: OutboxLog;
}

/**
 * Detects deliveries that are due: new ones at once by notifications of Postgres, later ones at their time, and by
 * looking from time to time also those whose notification was lost. A pooler such as PgBouncer may lose every
 * notification, so until the first one it looks more often.
 */
export class OutboxWakes {
  private readonly dueIn: () => Promise<number | undefined>;
  private readonly wake: () => void;
  private readonly log: OutboxLog;
  private readonly listener: PersistentListener;
  /** Identifies the time between a start and the next stop; undefined while stopped. */
  private run: symbol | undefined;
  private nextLook: NodeJS.Timeout | undefined;
  private isNotified = false;

  constructor(pool: PostgresPool, { dueIn, wake, log }: OutboxWakesOptions) {
    this.dueIn = dueIn;
    this.wake = wake;
    this.log = log;
    this.listener = new PersistentListener(pool, 'cairn_outbox', (cause) => this.hear(cause));
  }

  start(): void {
    if (this.run) return;
    this.run = Symbol('run');
    this.listener.start();
    void this.look(this.run);
  }

  stop(): void {
    this.run = undefined;
    clearTimeout(this.nextLook);
    void this.listener.close();
  }

  private hear(cause: Cause): void {
    this.isNotified ||= cause === 'notification';
    this.tryWake();
  }

  /** Wakes. An error of a woken listener must end neither the looks nor the connection that listens. */
  private tryWake(): void {
    try {
      this.wake();
    } catch (error) {
      const cause = reasonOf(error);
      this.log.warn({ cause }, `Due deliveries were not taken up: ${cause}`);
    }
  }

  private async look(run: symbol): Promise<void> {
    // A failing server is ignored here, since the next claim reports it.
    const ms = await this.dueIn().catch(() => SHORT_PAUSE_MS);
    if (this.run !== run) return;
    const isDue = ms !== undefined && ms <= 0;
    if (isDue) this.tryWake();
    const longestMs = this.isNotified ? PAUSE_MAX_MS : SHORT_PAUSE_MS;
    const pauseMs = isDue ? SHORT_PAUSE_MS : Math.min(longestMs, ms ?? longestMs);
    this.nextLook = setTimeout(() => void this.look(run), pauseMs).unref();
  }
}
