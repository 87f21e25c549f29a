import { CairnError, type OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { prepared } from '@cairn/adapter-sql';
import { placeOfOnly } from '@cairn/ports';
import { queries, statement } from './pool/dialect.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

const KEPT = 10_000;
const KEPT_MS = 5000;

/** What every word index takes as a part of a name. */
const PLACE = /^[a-z0-9][a-z0-9-]{0,79}$/;

/** Places that organisations share which come when there is no room for one of their own. */
const SHARED_PLACES = 16;
/** An index of a small organisation costs as much as that of a large one: a node takes a thousand shards. */
const OWN_PLACES = 200;

export interface PlacementOptions {
  readonly pool: PostgresPool;
  /** So many organisations, the first ones, have a place of their own. */
  readonly ownPlaces?: number | undefined;
}

/** Where the words of each organisation live: a place of its own or, for those that come when many are there, one with others. */
export class PostgresPlacements {
  private readonly pool: PostgresPool;
  private readonly ownPlaces: number;
  private readonly places = new LRUCache<string, string>({ max: KEPT, ttl: KEPT_MS });

  constructor({ pool, ownPlaces = OWN_PLACES }: PlacementOptions) {
    this.pool = pool;
    this.ownPlaces = ownPlaces;
  }

  /** The name of the place, made on first use. Another process's packing is seen within seconds. */
  async placeOf(orgId: OrgId): Promise<string> {
    const place = this.places.get(orgId) ?? (await this.look(orgId)) ?? (await this.found(orgId));
    this.places.set(orgId, place);
    return place;
  }

  /** Whether an item that is still there has ever come to the word index, or its place is lost: then nothing counts as indexed. */
  async hasIndexed(orgId: OrgId): Promise<boolean> {
    return (await this.pool.read('all', (session) => session.get(indexed, { orgId }))) !== undefined;
  }

  /** One organisation of each place that has anything in the word index. */
  async occupied(): Promise<OrgId[]> {
    return (await this.pool.read('all', (session) => session.all(occupied, {}))).map(({ orgId }) => orgId);
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

  /** Gives it a place with others, one that is in use if there is any. False when it has that already. */
  async share(orgId: OrgId): Promise<boolean> {
    const place = sharedPlace(orgId);
    const moved = await this.pool.write('all', (session) => session.run(sharing, { orgId, place }));
    this.places.delete(orgId);
    return moved > 0;
  }

  private async look(orgId: OrgId): Promise<string | undefined> {
    const row = await this.pool.read(orgId, (session) => session.get(looking, { orgId }));
    return row?.place;
  }

  /** Two processes may come at once: the row that is there counts. */
  private async found(orgId: OrgId): Promise<string> {
    const { ownPlaces } = this;
    const wanted = { orgId, own: `org-${orgId}`, shared: sharedPlace(orgId), ownPlaces };
    await this.pool.write('all', (session) => session.run(founding, wanted));
    return (await this.look(orgId)) as string;
  }
}

/** Spread by the last digits of the id, which are random. */
const sharedPlace = (orgId: OrgId): string => `shared-${Number.parseInt(orgId.slice(-4), 16) % SHARED_PLACES}`;

const badPlace = (place: string) =>
  new CairnError('request/invalid', 'A place is named in small letters, digits and hyphens.', {
    issues: [{ field: 'place', message: 'must be small letters, digits and hyphens', value: place }],
  });

const looking = prepared<{ orgId: string }>()((place) =>
  queries.selectFrom('placement').select('place').where('org_id', '=', place('orgId')),
);

/** In one statement: between two, a loss could be noted and all of it sent again. */
const indexed = statement<{ orgId: string }>()(
  (place) => sql<{ one: number }>`
    (select 1 as one from item join index_state on index_state.item_seq = item.seq
      where item.org_id = ${place('orgId')} and item.state <> 'deleted'
        and index_state.target = 'words' and index_state.version > 0
      limit 1)
    union all
    (select 1 as one from index_loss
      where target = 'words' and (place = ${sql.lit(placeOfOnly('' as OrgId))} || ${place('orgId')}
        or place = (select place from placement where org_id = ${place('orgId')}))
      limit 1)
    limit 1`,
);

const occupied = statement<object>()(
  () => sql<{ orgId: OrgId }>`
    select distinct on (place) placement.org_id as "orgId" from placement
    where exists (
      select from item join index_state on index_state.item_seq = item.seq
      where item.org_id = placement.org_id and item.state <> 'deleted'
        and index_state.target = 'words' and index_state.version > 0)
    order by place`,
);

const founding = statement<{ orgId: string; own: string; shared: string; ownPlaces: number }>()(
  (place) => sql`
    insert into placement (org_id, place)
    select ${place('orgId')}::uuid, case when count(*) < ${place('ownPlaces')} then ${place('own')} else ${place('shared')} end
    from placement where placement.place like 'org-%'
    on conflict (org_id) do nothing`,
);

/** A place in use, best a shared one that few have, at worst one of an organisation's own; if none is, the shared one that the id gives. */
const sharing = statement<{ orgId: string; place: string }>()(
  (place) => sql`
    update placement set place = wanted.place
    from (select coalesce((
      select used.place from placement as used
      where exists (
        select from item join index_state on index_state.item_seq = item.seq
        where item.org_id = used.org_id and index_state.target = 'words' and index_state.version > 0)
      group by used.place order by used.place like 'shared-%' desc, count(*), used.place limit 1), ${place('place')}) as place) as wanted
    where org_id = ${place('orgId')} and placement.place <> wanted.place`,
);

const packing = statement<{ orgIds: readonly string[]; place: string }>()(
  (place) => sql`
    insert into placement (org_id, place) select unnest(${place('orgIds')}::uuid[]), ${place('place')}
    on conflict (org_id) do update set place = excluded.place`,
);
