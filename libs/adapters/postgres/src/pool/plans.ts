import type { Pool } from 'pg';

const LOOK_MS = 30_000;
/** Above this, what Postgres knows of a table is good enough for plans that stay. */
const ROWS_MIN = 10_000;

/**
 * Planning takes about as long as a small query, so Postgres keeps the plans of prepared statements. But one that was made
 * while the tables were empty stays when they fill, and is a hundred times slower then. So nothing is kept until they have
 * grown and were analysed.
 */
export class Plans {
  private isGrown = false;
  private readonly pool: Pool;
  private readonly looking: NodeJS.Timeout;

  constructor(pool: Pool) {
    this.pool = pool;
    this.looking = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  /** For the beginning of a transaction. */
  get setting(): string {
    return `set local plan_cache_mode = ${this.isGrown ? 'auto' : 'force_custom_plan'}`;
  }

  stop(): void {
    clearInterval(this.looking);
  }

  private async look(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ rows: number }>(
        "select reltuples::float8 as rows from pg_class where oid = to_regclass('item')",
      );
      this.isGrown = (rows[0]?.rows ?? 0) >= ROWS_MIN;
    } catch {
      // It is asked again soon; until then nothing changes.
    }
    if (this.isGrown) this.stop();
  }
}
