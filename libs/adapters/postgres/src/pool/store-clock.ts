import { Clock, SystemClock } from '@cairn/ports';
import type { PostgresPool } from './postgres-pool.ts';

const CLOCK_MEASURE_INTERVAL_MS = 10_000;

/**
 * Clock with the time of Postgres, by which processes with different clocks agree on what is due and how old a token
 * is. The difference to the clock of this process is measured at the start and every ten seconds.
 */
export class StoreClock extends Clock {
  private readonly own: Clock;
  private ahead = 0;
  private measuring: NodeJS.Timeout | undefined;

  constructor(own: Clock = new SystemClock()) {
    super();
    this.own = own;
  }

  now(): number {
    return this.own.now() - this.ahead;
  }

  override aheadMs(): number {
    return this.ahead;
  }

  /** Measures once, and then repeatedly until the clock is closed. */
  async follow(pool: PostgresPool): Promise<void> {
    await this.measure(pool);
    this.measuring = setInterval(
      () => void this.measure(pool).catch(() => undefined),
      CLOCK_MEASURE_INTERVAL_MS,
    ).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.measuring);
  }

  /**
   * Measures the difference to the server's time. A difference that is smaller than the duration of the round trip
   * counts as none, so that the time does not jump with the network.
   */
  private async measure(pool: PostgresPool): Promise<void> {
    const askedAt = this.own.now();
    const stored = await pool.now();
    const answeredAt = this.own.now();
    const ahead = Math.round((askedAt + answeredAt) / 2 - stored);
    if (Math.abs(ahead - this.ahead) > answeredAt - askedAt + 1) this.ahead = ahead;
  }
}
