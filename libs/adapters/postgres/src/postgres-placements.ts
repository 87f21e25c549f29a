import { CairnError, type OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { prepared } from '@cairn/adapter-sql';
import { queries, statement } from './pool/dialect.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

const KEPT = 10_000;
const KEPT_MS = 5000;

/** What every word index takes as a part of a name. */
const PLACE = /^[a-z0-9][a-z0-9-]{0,79}$/;

/** Where the words of each organisation live: a place of its own, unless an operator has packed it with others. */
export class PostgresPlacements {
  private readonly pool: PostgresPool;
  private readonly places = new LRUCache<string, string>({ max: KEPT, ttl: KEPT_MS });

  constructor({ pool }: { pool: PostgresPool }) {
    this.pool = pool;
  }

  /** The name of the place, made on first use. Another process's packing is seen within seconds. */
  async placeOf(orgId: OrgId): Promise<string> {
    const place = this.places.get(orgId) ?? (await this.look(orgId)) ?? (await this.found(orgId));
    this.places.set(orgId, place);
    return place;
  }

  /** Whether an item that is still there has ever come to the word index. */
  async hasIndexed(orgId: OrgId): Promise<boolean> {
    return (await this.pool.read(orgId, (session) => session.get(indexed, { orgId }))) !== undefined;
  }

  /**
   * Puts organisations into one place. Word statistics of those in a place are still their own, but each query pays for
   * the others. Their words are not moved: the index has to be built there, from the truth.
   */
  async pack(orgIds: readonly OrgId[], place: string): Promise<void> {
    if (!PLACE.test(place)) throw badPlace(place);
    await this.pool.write('all', (session) => session.run(packing, { orgIds, place }));
    for (const orgId of orgIds) this.places.delete(orgId);
  }

  private async look(orgId: OrgId): Promise<string | undefined> {
    const row = await this.pool.read(orgId, (session) => session.get(looking, { orgId }));
    return row?.place;
  }

  /** Two processes may come at once: the row that is there counts. */
  private async found(orgId: OrgId): Promise<string> {
    await this.pool.write(orgId, (session) => session.run(founding, { orgId, place: `org-${orgId}` }));
    return (await this.look(orgId)) as string;
  }
}

const badPlace = (place: string) =>
  new CairnError('request/invalid', 'A place is named in small letters, digits and hyphens.', {
    issues: [{ field: 'place', message: 'must be small letters, digits and hyphens', value: place }],
  });

const looking = prepared<{ orgId: string }>()((place) =>
  queries.selectFrom('placement').select('place').where('org_id', '=', place('orgId')),
);

const indexed = prepared<{ orgId: string }>()((place) =>
  queries
    .selectFrom('item')
    .innerJoin('index_state', 'index_state.item_seq', 'item.seq')
    .select('item.seq')
    .where('item.org_id', '=', place('orgId'))
    .where('item.state', '<>', 'deleted')
    .where('index_state.target', '=', 'words')
    .where('index_state.version', '>', 0)
    .limit(1),
);

const founding = prepared<{ orgId: string; place: string }>()((place) =>
  queries
    .insertInto('placement')
    .values({ org_id: place('orgId'), place: place('place') })
    .onConflict((clash) => clash.doNothing()),
);

const packing = statement<{ orgIds: readonly string[]; place: string }>()(
  (place) => sql`
    insert into placement (org_id, place) select unnest(${place('orgIds')}::uuid[]), ${place('place')}
    on conflict (org_id) do update set place = excluded.place`,
);
