import { Clock, SystemClock } from '@cairn/ports';
import type { PostgresPool } from './postgres-pool.ts';

const MEASURE_MS = 10_000;

/**
 * The time as Postgres has it. Processes whose own clocks differ agree by it on what is due, and on how old a token is. It is
 * asked at the start and every ten seconds; in between, the process's own clock goes on from there.
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

  /** Measures once, and from then on again and again until it is closed. */
  async follow(pool: PostgresPool): Promise<void> {
    await this.measure(pool);
    this.measuring = setInterval(() => void this.measure(pool).catch(() => undefined), MEASURE_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.measuring);
  }

  /** A difference that the way there and back could have made is none, so that the time does not jump with the network. */
  private async measure(pool: PostgresPool): Promise<void> {
    const askedAt = this.own.now();
    const stored = await pool.now();
    const answeredAt = this.own.now();
    const ahead = Math.round((askedAt + answeredAt) / 2 - stored);
    if (Math.abs(ahead - this.ahead) > answeredAt - askedAt + 1) this.ahead = ahead;
  }
}
