import { agesOf, upkeepQueries } from '@cairn/adapter-sql';
import type { IndexTarget } from '@cairn/contracts';
import { Upkeep, type Clock } from '@cairn/ports';
import { postgres } from './pool/dialect.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

const queries = upkeepQueries(postgres);

/** Looking after the truth on Postgres, of all organisations. */
export class PostgresUpkeep extends Upkeep {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super();
    this.pool = pool;
    this.clock = clock;
  }

  async oldestBehind(): Promise<Record<IndexTarget, number>> {
    const oldest = await this.pool.read('all', (session) => session.get(queries.oldestBehind, {}));
    return agesOf(oldest, this.clock.now());
  }

  forgetIdempotency(olderThanMs: number, limit: number): Promise<number> {
    const command = { before: this.clock.now() - olderThanMs, limit };
    return this.pool.write('all', (session) => session.run(queries.forgetIdempotency, command));
  }
}
