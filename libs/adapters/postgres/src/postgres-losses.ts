import { setTimeout as delay } from 'node:timers/promises';
import { auditInsertQuery } from '@cairn/store';
import type { IndexTarget, OrgId, PrincipalId } from '@cairn/contracts';
import {
  IndexLosses,
  Memo,
  placeOfOrganisation,
  type ClaimedLoss,
  type Clock,
  type IndexedVersion,
  type IndexLoss,
  type ExpectedItems,
} from '@cairn/ports';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { postgres, prepareStatement } from './pool/dialect.ts';
import type { PostgresPool } from './pool/postgres-pool.ts';

/** Time in ms for which a process takes the losses that it knows for all there are. */
const STALE_AFTER_MS = 1_000;
/**
 * Time in ms within which several reports of a missing index count as one loss, since several processes report the same
 * loss.
 */
const SAME_LOSS_WITHIN_MS = 60_000;

interface LossesOptions {
  readonly pool: PostgresPool;
  readonly clock: Clock;
  /** Time in ms, a second by default, after which a process looks again. A report returns after twice that time. */
  readonly staleAfterMs?: number;
}

/** Losses of indexes, recorded in Postgres. */
export class PostgresLosses extends IndexLosses {
  private readonly pool: PostgresPool;
  private readonly clock: Clock;
  private readonly staleAfterMs: number;
  private readonly known: Memo<'losses', IndexLoss[]>;

  constructor({ pool, clock, staleAfterMs = STALE_AFTER_MS }: LossesOptions) {
    super();
    this.pool = pool;
    this.clock = clock;
    this.staleAfterMs = staleAfterMs;
    this.known = new Memo({ max: 1, ttl: staleAfterMs });
  }

  current(): Promise<readonly IndexLoss[]> {
    return this.known.of('losses', () => this.look());
  }

  async report({ target, generation, place }: IndexLoss): Promise<void> {
    const now = this.clock.now();
    const loss = { target, generation, place, now, since: now - SAME_LOSS_WITHIN_MS };
    const isLost = await this.pool.write('all', async (session) => {
      if (!(await session.get(findHeld, loss))) return false;
      if ((await session.run(insertLoss, loss)) > 0) await session.run(auditLoss(loss));
      return true;
    });
    if (isLost) await delay(2 * this.staleAfterMs);
  }

  claim(owner: string, leaseMs: number): Promise<ClaimedLoss | undefined> {
    const now = this.clock.now();
    return this.pool.write('all', (session) => session.get(claimLoss, { owner, now, until: now + leaseMs }));
  }

  async nextOrganisation({ target, place }: IndexLoss, after: OrgId | string = NIL): Promise<OrgId | undefined> {
    const row = await this.pool.read('all', (session) => session.get(nextOrganisation, { target, place, after }));
    return row?.orgId;
  }

  owed(
    { target, generation }: Omit<IndexLoss, 'place'>,
    limit: number,
    after: OrgId | string = NIL,
  ): Promise<readonly ExpectedItems[]> {
    return this.pool.read('all', (session) => session.all(countOwed, { target, generation, limit, after }));
  }

  async indexed(target: IndexTarget, orgId: OrgId): Promise<number> {
    return (await this.pool.read('all', (session) => session.get(findIndexed, { target, orgId })))?.items ?? 0;
  }

  lastIndexed(
    target: IndexTarget,
    orgIds: readonly OrgId[],
    agesMs: readonly number[],
  ): Promise<readonly IndexedVersion[]> {
    const now = this.clock.now();
    const asked = { target, orgIds, moments: agesMs.map((age) => now - age) };
    return this.pool.read('all', (session) => session.all(findLastIndexed, asked));
  }

  async sent({ target, generation, place, lostAt }: ClaimedLoss): Promise<void> {
    const done = { target, generation, place, lostAt, now: this.clock.now() };
    await this.pool.write('all', (session) => session.run(markSent, done));
  }

  async settle(): Promise<number> {
    const row = await this.pool.write('all', async (session) => {
      await session.run(deleteRepaired, {});
      return session.get(countLosses, {});
    });
    this.known.forget();
    return row?.number ?? 0;
  }

  /**
   * True if an existing item has vectors, or if vectors were lost, since then no item is recorded as having vectors.
   */
  async hasVectors(): Promise<boolean> {
    return (await this.pool.read('all', (session) => session.get(vectors, {}))) !== undefined;
  }

  private look(): Promise<IndexLoss[]> {
    return this.pool.read('all', (session) => session.all(listLosses, {}));
  }
}

type Loss = Pick<IndexLoss, 'target' | 'generation' | 'place'>;

const listLosses = prepareStatement<object>()(() => sql<IndexLoss>`select target, generation, place from index_loss`);
const countLosses = prepareStatement<object>()(
  () => sql<{ number: number }>`select count(*) as number from index_loss`,
);

/** Condition that the place of a loss is a place of the organisation. */
const isThere = (orgId: ReturnType<typeof sql>, target: ReturnType<typeof sql>, place: ReturnType<typeof sql>) =>
  sql`(${target} = 'vectors' and ${place} = '' or ${place} = ${sql.lit(placeOfOrganisation('' as OrgId))} || ${orgId}
    or exists (select from placement where placement.org_id = ${orgId} and placement.place = ${place}))`;

const isMissed = sql`index_state.org_id = used.org_id and index_state.target = `;

/**
 * Counts the items that an index must contain. An item whose status is not `indexed` may be missing in the index, so it
 * is subtracted. Each status is counted by its own SQL index.
 */
const countOwed = prepareStatement<Omit<Loss, 'place'> & { after: string; limit: number }>()(
  (place) => sql<ExpectedItems>`
    select used.org_id as "orgId", used.items
      - (select count(*) from index_state where ${isMissed}${place('target')} and status = 'pending')
      - (select count(*) from index_state where ${isMissed}${place('target')} and status <> 'indexed' and status = 'off')
      as items
    from (
      select org_id, sum(items) as items from item_use where org_id > ${place('after')}
      group by org_id order by org_id limit ${place('limit')}) as used
    where not exists (
      select from index_loss
      where target = ${place('target')} and generation = ${place('generation')}
        and ${isThere(sql`used.org_id`, sql`index_loss.target`, sql`index_loss.place`)})
    order by used.org_id`,
);

const findIndexed = prepareStatement<{ target: IndexTarget; orgId: string }>()(
  (place) => sql<{ items: number }>`
    select count(*) as items from item join index_state on index_state.item_seq = item.seq
    where item.org_id = ${place('orgId')} and item.state <> 'deleted'
      and index_state.target = ${place('target')} and index_state.version > 0 and index_state.status = 'indexed'`,
);

/** Maximum number of changes that are read to find the change of an item that still exists. */
const CHANGES_READ_MAX = 20;

/** Finds the last indexed version. It uses the SQL index on indexed states, which covers the targets that it names. */
const findLastIndexed = prepareStatement<{
  target: IndexTarget;
  orgIds: readonly string[];
  moments: readonly number[];
}>()(
  (place) => sql<IndexedVersion>`
    select distinct newest.* from unnest(${place('orgIds')}::uuid[]) as asked (org_id)
      cross join unnest(${place('moments')}::bigint[]) as moment (at)
      cross join lateral (
        select item.org_id as "orgId", item.kind, item.id, changed.version
        from (
          select item_seq, version, behind_since from index_state
          where org_id = asked.org_id and target = ${place('target')} and target in ('words', 'vectors')
            and status = 'indexed' and behind_since <= moment.at
          order by behind_since desc, item_seq desc limit ${sql.lit(CHANGES_READ_MAX)}) as changed
        join item on item.seq = changed.item_seq
        where item.state <> 'deleted' and changed.version > 0
        order by changed.behind_since desc, changed.item_seq desc limit 1) as newest`,
);

/**
 * Selects a row if the index is live and had existing items, or if the index is already lost, since items of a recorded
 * loss do not count as indexed.
 */
const findHeld = prepareStatement<Loss>()(
  (place) => sql<{ one: number }>`
    select 1 as one from generation
    where target = ${place('target')} and number = ${place('generation')} and status = 'live' and (exists (
      select from index_loss
      where target = ${place('target')} and generation = ${place('generation')} and place = ${place('place')})
    or exists (
      select from index_state join item on item.seq = index_state.item_seq
      where index_state.target = ${place('target')} and index_state.version > 0 and item.state <> 'deleted'
        and ${isThere(sql`item.org_id`, sql`${place('target')}`, sql`${place('place')}`)}))`,
);

const vectors = prepareStatement<object>()(
  () => sql<{ one: number }>`
    (select 1 as one from index_state join item on item.seq = index_state.item_seq
      where index_state.target = 'vectors' and index_state.version > 0 and item.state <> 'deleted' limit 1)
    union all
    (select 1 as one from index_loss where target = 'vectors' limit 1)
    limit 1`,
);

const insertLoss = prepareStatement<Loss & { now: number; since: number }>()(
  (place) => sql`
    insert into index_loss (target, generation, place, lost_at)
    values (${place('target')}, ${place('generation')}, ${place('place')}, ${place('now')})
    on conflict (target, generation, place) do update set lost_at = excluded.lost_at, sent_at = null, leased_until = 0
    where index_loss.lost_at < ${place('since')}`,
);

/** Writes an audit entry without an author, since nobody acted and several organisations may be concerned. */
const auditLoss = ({ target, generation, now }: Loss & { now: number }) =>
  auditInsertQuery(postgres, {
    author: { orgId: NIL as OrgId, principalId: NIL as PrincipalId },
    action: 'lose',
    kind: target,
    id: NIL,
    version: generation,
    now,
  });

const claimLoss = prepareStatement<{ owner: string; now: number; until: number }>()(
  (place) => sql<ClaimedLoss>`
    update index_loss set owner = ${place('owner')}, leased_until = ${place('until')}
    where (target, generation, place) = (
      select target, generation, place from index_loss
      where sent_at is null and (leased_until <= ${place('now')} or owner = ${place('owner')})
      order by lost_at limit 1 for update skip locked)
    returning target, generation, place, lost_at as "lostAt"`,
);

const nextOrganisation = prepareStatement<Omit<Loss, 'generation'> & { after: string }>()(
  (place) => sql<{ orgId: OrgId }>`
    select item.org_id as "orgId" from item
    where item.org_id > ${place('after')}
      and ${isThere(sql`item.org_id`, sql`${place('target')}`, sql`${place('place')}`)}
    order by item.org_id limit 1`,
);

const markSent = prepareStatement<Loss & { lostAt: number; now: number }>()(
  (place) => sql`
    update index_loss set sent_at = ${place('now')}
    where target = ${place('target')} and generation = ${place('generation')} and place = ${place('place')}
      and lost_at = ${place('lostAt')}`,
);

const deleteRepaired = prepareStatement<object>()(
  () => sql`
    delete from index_loss where sent_at is not null and not exists (
      select from index_state join item on item.seq = index_state.item_seq
      where index_state.target = index_loss.target and index_state.status = 'pending'
        and index_state.behind_since <= index_loss.sent_at
        and ${isThere(sql`item.org_id`, sql`index_loss.target`, sql`index_loss.place`)})`,
);
