import { PersistentListener } from '../pool/persistent-listener.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';

/** Pause in ms before the next look while deliveries are due, or when the look failed. */
const DUE_PAUSE_MS = 250;
/** Longest pause in ms between two looks. Only a delivery whose notification was lost waits that long. */
const PAUSE_MAX_MS = 1_000;

export interface OutboxWakesOptions {
  /** Returns the time in ms until the next delivery is due, at most 0 if one is due; undefined if none waits. */
  readonly dueIn: () => Promise<number | undefined>;
  readonly wake: () => void;
}

/**
 * Detects deliveries that are due: new ones at once by notifications of Postgres, later ones at their time, and by
 * looking from time to time also those whose notification was lost.
 */
export class OutboxWakes {
  private readonly dueIn: () => Promise<number | undefined>;
  private readonly wake: () => void;
  private readonly listener: PersistentListener;
  /** Identifies the time between a start and the next stop; undefined while stopped. */
  private run: symbol | undefined;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(pool: PostgresPool, { dueIn, wake }: OutboxWakesOptions) {
    this.dueIn = dueIn;
    this.wake = wake;
    this.listener = new PersistentListener(pool, 'cairn_outbox', wake);
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

  private async look(run: symbol): Promise<void> {
    // A failing server is ignored here, since the next claim reports it.
    const ms = await this.dueIn().catch(() => DUE_PAUSE_MS);
    if (this.run !== run) return;
    const isDue = ms !== undefined && ms <= 0;
    if (isDue) this.wake();
    const pauseMs = isDue ? DUE_PAUSE_MS : Math.min(PAUSE_MAX_MS, ms ?? PAUSE_MAX_MS);
    this.nextLook = setTimeout(() => void this.look(run), pauseMs).unref();
  }
}
