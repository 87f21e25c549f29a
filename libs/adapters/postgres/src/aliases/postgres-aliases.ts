import { aliasesOf, aliasQueries, requireRoom, sightingQueries } from '@cairn/adapter-sql';
import type { Alias, OrgId, Principal } from '@cairn/contracts';
import { Aliases, type Clock, type Declaration } from '@cairn/ports';
import { postgres } from '../pool/dialect.ts';
import { takeLock } from '../pool/locks.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import type { Session } from '../pool/session.ts';

const queries = aliasQueries(postgres);
const sightings = sightingQueries(postgres);

/** Aliases on Postgres. Declarations of one organisation come one after the other, so that versions rise and the limit holds. */
export class PostgresAliases extends Aliases {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super();
    this.pool = pool;
    this.clock = clock;
  }

  all(orgId: OrgId): Promise<Alias[]> {
    return this.pool.read(orgId, async (session) => {
      const values = { org: orgId };
      const [declared, learned] = await Promise.all([
        session.all(queries.declared, values),
        session.all(sightings.learned, values),
      ]);
      return aliasesOf(declared, learned);
    });
  }

  declare({ orgId, principalId }: Principal, declaration: Declaration): Promise<void> {
    const command = { author: { orgId, principalId }, declaration, now: this.clock.now() };
    return this.pool.write(orgId, async (session) => {
      const present = await presentFor(session, orgId, declaration.key);
      if (!present) requireRoom((await session.get(queries.counted(orgId)))!.count, declaration.alias);
      for (const change of queries.declaring(command, present)) await session.run(change);
    });
  }

  withdraw({ orgId, principalId }: Principal, key: string): Promise<boolean> {
    const command = { author: { orgId, principalId }, key, now: this.clock.now() };
    return this.pool.write(orgId, async (session) => {
      const present = await presentFor(session, orgId, key);
      if (!present) return false;
      for (const change of queries.withdrawing(command, present)) await session.run(change);
      return true;
    });
  }
}

async function presentFor(session: Session, orgId: OrgId, key: string) {
  await takeLock(session, { what: 'organisation', orgId, key: 'aliases' });
  return session.get(queries.present, { org: orgId, key });
}
