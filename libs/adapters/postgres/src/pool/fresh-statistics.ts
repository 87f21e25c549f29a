import type { Pool } from 'pg';

/** The tables that grow with what is written. */
const growing = ['item', 'index_state', 'outbox', 'audit', 'speaker', 'origin', 'embedding', 'item_embedding'];
const AFTER_WRITE_MS = 1000;

/** Those that are twice as large as when they were last analysed, and more than a page. */
const DOUBLED = `
  select relname as name from unnest($1::text[]) as growing (name)
  join pg_class on pg_class.oid = to_regclass(growing.name)
  where pg_relation_size(pg_class.oid) >= 2 * greatest(relpages, 1) * current_setting('block_size')::int`;

/**
 * Postgres plans by what it knew of its tables when they were last analysed, and keeps the plans of prepared statements until
 * they are again. It looks once a minute by itself. In that minute an import fills tables that it takes for empty: 12,000
 * items, 200 at a time, took 148 s with no analysis and 5 s with one at each doubling.
 */
export class FreshStatistics {
  private readonly pool: Pool;
  private timer: NodeJS.Timeout | undefined;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** To be told after each write. Of several processes that write, it is enough if one is told. */
  written(): void {
    this.timer ??= setTimeout(() => void this.look(), AFTER_WRITE_MS).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ name: string }>(DOUBLED, [growing]);
      const names = rows.map(({ name }) => name).join(', ');
      if (names !== '') await this.pool.query(`analyze (skip_locked) ${names}`);
    } catch {
      // It is looked again after the next write; until then nothing is wrong, only slow.
    } finally {
      this.timer = undefined;
    }
  }
}
