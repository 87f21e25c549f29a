import { CairnError, type OrgId } from '@cairn/contracts';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { prepared } from '@cairn/store';
import { placeOfOrganisation } from '@cairn/ports';
import { queries, prepareStatement } from './pool/dialect.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

const CACHED_PLACES_MAX = 10_000;
const PLACE_CACHE_MS = 5000;

/** Matches names that every word index accepts as part of its own name. */
const PLACE_NAME = /^[a-z0-9][a-z0-9-]{0,79}$/;

/**
 * Number of shared places. They are for the organisations that come after all places for a single organisation are
 * taken.
 */
const SHARED_PLACES_COUNT = 16;
/**
 * Number of places for a single organisation each. An index costs as much for a small organisation as for a large one,
 * and a node takes a thousand shards.
 */
const OWN_PLACES_DEFAULT = 200;

export interface PlacementOptions {
  readonly pool: PostgresPool;
  /** Number of organisations that get a place for themselves. The first organisations get one. */
  readonly ownPlaces?: number | undefined;
}

/**
 * Assigns to each organisation the place of its words: a place for itself or, once there are many organisations, a
 * shared place.
 */
export class PostgresPlacements {
  private readonly pool: PostgresPool;
  private readonly ownPlaces: number;
  private readonly places = new LRUCache<string, string>({ max: CACHED_PLACES_MAX, ttl: PLACE_CACHE_MS });

  constructor({ pool, ownPlaces = OWN_PLACES_DEFAULT }: PlacementOptions) {
    this.pool = pool;
    this.ownPlaces = ownPlaces;
  }

  /**
   * Returns the name of an organisation's place, which is assigned on first use. A change by another process is seen within
   * seconds.
   */
  async placeOf(orgId: OrgId): Promise<string> {
    const place = this.places.get(orgId) ?? (await this.look(orgId)) ?? (await this.found(orgId));
    this.places.set(orgId, place);
    return place;
  }

  /** True if an existing item is in the word index, or if the place is lost, since then no item is recorded as indexed. */
  async hasIndexed(orgId: OrgId): Promise<boolean> {
    return (await this.pool.read('all', (session) => session.get(findIndexed, { orgId }))) !== undefined;
  }

  /** For each place that has items in the word index, lists one of its organisations. */
  async occupied(): Promise<OrgId[]> {
    return (await this.pool.read('all', (session) => session.all(findOccupied, {}))).map(({ orgId }) => orgId);
  }

  /**
   * Assigns several organisations to one place. Each keeps its own word statistics, but each query then also takes time
   * for the words of the other organisations. The words are not moved: the index must be rebuilt at the place from the
   * truth.
   */
  async pack(orgIds: readonly OrgId[], place: string): Promise<void> {
    if (!PLACE_NAME.test(place)) throw badPlaceError(place);
    await this.pool.write('all', (session) => session.run(assignPackedPlace, { orgIds, place }));
    for (const orgId of orgIds) this.places.delete(orgId);
  }

  /** Assigns a shared place, preferably one in use. Returns false when the organisation already has that place. */
  async share(orgId: OrgId): Promise<boolean> {
    const place = sharedPlace(orgId);
    const moved = await this.pool.write('all', (session) => session.run(assignSharedPlace, { orgId, place }));
    this.places.delete(orgId);
    return moved > 0;
  }

  private async look(orgId: OrgId): Promise<string | undefined> {
    const row = await this.pool.read(orgId, (session) => session.get(findPlace, { orgId }));
    return row?.place;
  }

  /** Assigns a place. If two processes assign a place at the same time, the first assignment stays. */
  private async found(orgId: OrgId): Promise<string> {
    const { ownPlaces } = this;
    const wanted = { orgId, own: `org-${orgId}`, shared: sharedPlace(orgId), ownPlaces };
    await this.pool.write('all', (session) => session.run(assignPlace, wanted));
    return (await this.look(orgId)) as string;
  }
}

/** Chooses a shared place by the last digits of the organisation's id, which are random. */
const sharedPlace = (orgId: OrgId): string => `shared-${Number.parseInt(orgId.slice(-4), 16) % SHARED_PLACES_COUNT}`;

const badPlaceError = (place: string) =>
  new CairnError('request/invalid', 'A place is named in small letters, digits and hyphens.', {
    issues: [{ field: 'place', message: 'must be small letters, digits and hyphens', value: place }],
  });

const findPlace = prepared<{ orgId: string }>()((place) =>
  queries.selectFrom('placement').select('place').where('org_id', '=', place('orgId')),
);

/** One statement reads both conditions, since a loss could be recorded and repaired between two statements. */
const findIndexed = prepareStatement<{ orgId: string }>()(
  (place) => sql<{ one: number }>`
    (select 1 as one from item join index_state on index_state.item_seq = item.seq
      where item.org_id = ${place('orgId')} and item.state <> 'deleted'
        and index_state.target = 'words' and index_state.version > 0
      limit 1)
    union all
    (select 1 as one from index_loss
      where target = 'words' and (place = ${sql.lit(placeOfOrganisation('' as OrgId))} || ${place('orgId')}
        or place = (select place from placement where org_id = ${place('orgId')}))
      limit 1)
    limit 1`,
);

const findOccupied = prepareStatement<object>()(
  () => sql<{ orgId: OrgId }>`
    select distinct on (place) placement.org_id as "orgId" from placement
    where exists (
      select from item join index_state on index_state.item_seq = item.seq
      where item.org_id = placement.org_id and item.state <> 'deleted'
        and index_state.target = 'words' and index_state.version > 0)
    order by place`,
);

const assignPlace = prepareStatement<{ orgId: string; own: string; shared: string; ownPlaces: number }>()(
  (place) => sql`
    insert into placement (org_id, place)
    select ${place('orgId')}::uuid, case when count(*) < ${place('ownPlaces')} then ${place('own')} else ${place('shared')} end
    from placement where placement.place like 'org-%'
    on conflict (org_id) do nothing`,
);

/**
 * Chooses a place in use: preferably a shared place with few organisations, else a place of a single organisation. If
 * no place is in use, chooses a shared place by the organisation's id.
 */
const assignSharedPlace = prepareStatement<{ orgId: string; place: string }>()(
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

const assignPackedPlace = prepareStatement<{ orgIds: readonly string[]; place: string }>()(
  (place) => sql`
    insert into placement (org_id, place) select unnest(${place('orgIds')}::uuid[]), ${place('place')}
    on conflict (org_id) do update set place = excluded.place`,
);
