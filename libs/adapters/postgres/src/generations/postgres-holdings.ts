import {
  announcementOf,
  HELD_PAGE,
  heldOf,
  heldPages,
  holdingQueries,
  NO_ORGANISATION,
  outboxRowOf,
  pageOf,
  pointerOf,
  type Written,
} from '@cairn/adapter-sql';
import type { IndexTarget, OrgId } from '@cairn/contracts';
import { Holdings, type Clock, type Held, type Pointer } from '@cairn/ports';
import { sql } from 'kysely';
import { insertEvents } from '../outbox/outbox-rows.ts';
import { postgres, statement } from '../pool/dialect.ts';
import type { PostgresPool } from '../pool/postgres-pool.ts';

const queries = holdingQueries(postgres);

const forgetVersions = statement<{ ids: readonly string[]; target: IndexTarget; now: number }>()(
  (place) => sql<Written>`
    update index_state set version = 0, status = 'pending', since = ${place('now')}, behind_since = ${place('now')}
    from item
    where item.id = any(${place('ids')}::uuid[]) and item_seq = item.seq and target = ${place('target')}
    returning item.org_id as "orgId", item.kind, item.id, item.version`,
);

/** All that Postgres holds. */
export class PostgresHoldings extends Holdings {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;

  constructor({ pool, clock }: { pool: PostgresPool; clock: Clock }) {
    super();
    this.pool = pool;
    this.clock = clock;
  }

  async after(place: number, limit: number): Promise<Held[]> {
    const rows = await this.pool.read('all', (session) => session.all(queries.after, { place, limit }));
    return rows.map(heldOf);
  }

  async last(): Promise<number> {
    return (await this.pool.read('all', (session) => session.get(queries.last, {})))?.place ?? 0;
  }

  of(orgId: OrgId): AsyncIterable<readonly Held[]> {
    return heldPages(async (end) => {
      const wanted = { ...end, orgId, limit: HELD_PAGE };
      return pageOf(await this.pool.read(orgId, (session) => session.all(queries.ofOrganisation, wanted)));
    });
  }

  async nextOrganisation(after?: OrgId): Promise<OrgId | undefined> {
    const wanted = { after: after ?? NO_ORGANISATION };
    const row = await this.pool.read('all', (session) => session.get(queries.nextOrganisation, wanted));
    return row?.orgId as OrgId | undefined;
  }

  async off(target: IndexTarget, limit: number): Promise<Pointer[]> {
    const rows = await this.pool.read('all', (session) => session.all(queries.off, { target, limit }));
    return rows.map(pointerOf);
  }

  async announce(pointers: readonly Pointer[], target: IndexTarget): Promise<number> {
    const now = this.clock.now();
    const ids = pointers.map(({ id }) => id);
    const announced = await this.pool.write('all', async (session) => {
      const items = await session.all(forgetVersions, { ids, target, now });
      await insertEvents(
        session,
        items.map((item) => outboxRowOf(announcementOf(item), { subscriber: target }, now)),
      );
      return items.length;
    });
    if (announced > 0) this.pool.tellOfOutbox();
    return announced;
  }
}
