import { deliveryOf, NO_ORGANISATION, type Claim, type OutboxRow } from '@cairn/store';
import type { Delivery } from '@cairn/ports';
import { sql, type RawBuilder } from 'kysely';
import { prepareStatement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';

type Turn = { readonly round: number; readonly turn: number };

/**
 * Statement that claims deliveries. It visits at most `limit` organisations in the order of the index, and takes an
 * equal share of deliveries of each, those of small writes first. The remaining places go to the deliveries that have waited longest. Rows that a
 * concurrent claim has locked are skipped. Rows that it has leased are no longer due.
 */
const claimStatement = prepareStatement<Claim>()((place) => {
  const ofQueue = sql`event = ${place('event')} and subscriber = ${place('subscriber')}`;
  const next = (after: RawBuilder<unknown>) =>
    sql`(select org_id from outbox where ${ofQueue} and org_id > ${after} order by org_id limit 1)`;
  const steps = (name: string, start: RawBuilder<unknown>) => sql`${sql.ref(name)} (org_id, turn) as (
      select ${next(start)}, 1
      union all
      select ${next(sql`${sql.ref(name)}.org_id`)}, turn + 1 from ${sql.ref(name)}
      where org_id is not null and turn < ${place('limit')}
    )`;
  const start = sql`${place('after')}::uuid`;
  return sql<OutboxRow & Turn>`
    with recursive
    ${steps('behind', start)},
    ${steps('before', sql`${NO_ORGANISATION}::uuid`)},
    organisation_due as materialized (
      select org_id, turn from behind where org_id is not null
      union all
      select org_id, turn + ${place('limit')} from before where org_id <= ${start}
    ),
    shares as materialized (
      select due.id, due.due_at, turn, row_number() over (partition by turn order by due.bulk, due.due_at, due.id)::int as round
      from (select * from organisation_due order by turn limit ${place('limit')}) as one
      cross join lateral (
        select id, bulk, due_at from outbox
        where ${ofQueue} and org_id = one.org_id and bulk in (0, 1) and due_at <= ${place('now')}
        order by bulk, due_at, id
        limit greatest(1, ${place('limit')} / (select count(*) from organisation_due))
        for update skip locked
      ) as due
    ),
    rest as materialized (
      select id, due_at from outbox
      where ${ofQueue} and due_at <= ${place('now')} and id not in (select id from shares)
      order by due_at, id
      limit greatest(0, ${place('limit')} - (select count(*) from shares))
      for update skip locked
    ),
    chosen as materialized (
      select id, due_at, turn, round from shares
      union all
      select id, due_at, 0, ${place('limit')} + row_number() over (order by due_at, id)::int from rest
      order by round, turn limit ${place('limit')}
    )
    update outbox set due_at = ${place('until')}, leased = 1, attempts = attempts + 1
    from chosen where outbox.id = chosen.id
    returning outbox.id, event, subscriber, org_id, item_id, version, attempts - 1 as attempts, trace, payload,
      chosen.due_at,
      round, turn`;
});

/** Claims deliveries of the organisations in turn. The deliveries belong to the caller until the lease ends. */
export async function claimDeliveries(session: Session, command: Claim): Promise<Delivery[]> {
  const claimed = await session.all(claimStatement, command);
  return claimed.sort((a, b) => a.round - b.round || a.turn - b.turn).map(deliveryOf);
}
