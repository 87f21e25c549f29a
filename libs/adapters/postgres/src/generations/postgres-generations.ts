import {
  generationOf,
  generationQueries,
  requireNoneBuilding,
  requireRetirable,
  requireSwitchable,
  type Author,
} from '@cairn/adapter-sql';
import type { IndexTarget } from '@cairn/contracts';
import { Generations, type Clock, type Filling, type Generation, type GenerationName } from '@cairn/ports';
import { sql } from 'kysely';
import { postgres, statement } from '../pool/dialect.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import type { Session } from '../pool/session.ts';

const { written, one, last, insert, claim, advance, standBy, setStatus, audit } = generationQueries(postgres);

/** Whoever decides by the rows holds it, so that nobody decides beside. Any number that nobody else takes. */
const deciding = statement<object>()(() => sql`select pg_advisory_xact_lock(7244190314)`);

/** The generations of the indexes, on Postgres. */
export class PostgresGenerations extends Generations {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super();
    this.pool = pool;
    this.clock = clock;
  }

  async of<Target extends IndexTarget>(target: Target): Promise<Generation<Target>[]> {
    const rows = await this.pool.read('all', (session) => session.all(written, { target }));
    return rows.map((row) => generationOf<Target>(row));
  }

  ensureFirst(target: IndexTarget, builtBy: string, dims: number | null): Promise<void> {
    const now = this.clock.now();
    const first = { target, builtBy, dims, now, number: 1, status: 'live', filledAt: now } as const;
    return this.decide(async (session) => {
      if ((await session.get(last, { target }))?.number === 0) await session.run(insert, first);
    });
  }

  begin(author: Author, target: IndexTarget, builtBy: string, dims: number | null): Promise<Generation> {
    return this.decide(async (session) => {
      requireNoneBuilding(await session.all(written, { target }));
      const number = ((await session.get(last, { target }))?.number ?? 0) + 1;
      const next = {
        target,
        builtBy,
        dims,
        now: this.clock.now(),
        number,
        status: 'building',
        filledAt: null,
      } as const;
      await session.run(audit('begin', next, { author, now: next.now }));
      return generationOf((await session.get(insert, next))!);
    });
  }

  async claim(target: IndexTarget, owner: string, leaseMs: number): Promise<Filling | undefined> {
    const now = this.clock.now();
    const wanted = { target, owner, now, until: now + leaseMs };
    const row = await this.pool.write('all', (session) => session.get(claim, wanted));
    return row && { generation: generationOf(row), owner };
  }

  async advance(
    { generation: { target, number }, owner }: Filling,
    cursor: number,
    { isFilled, leaseMs }: { isFilled: boolean; leaseMs: number },
  ): Promise<boolean> {
    const now = this.clock.now();
    const step = { target, number, owner, cursor, until: now + leaseMs, filledAt: isFilled ? now : null };
    return (await this.pool.write('all', (session) => session.get(advance, step))) !== undefined;
  }

  switchTo(author: Author, { target, number }: GenerationName): Promise<void> {
    const name = { target, number };
    return this.decide(async (session) => {
      requireSwitchable(await session.get(one, name), name);
      await session.run(standBy, name);
      await session.run(setStatus, { ...name, status: 'live' });
      await session.run(audit('switch', name, { author, now: this.clock.now() }));
    });
  }

  retire(author: Author, { target, number }: GenerationName): Promise<Generation> {
    const name = { target, number };
    return this.decide(async (session) => {
      const row = requireRetirable(await session.get(one, name), name);
      await session.run(setStatus, { ...name, status: 'retired' });
      await session.run(audit('retire', name, { author, now: this.clock.now() }));
      return generationOf({ ...row, status: 'retired' });
    });
  }

  private decide<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    return this.pool.write('all', async (session) => {
      await session.all(deciding, {});
      return work(session);
    });
  }
}
