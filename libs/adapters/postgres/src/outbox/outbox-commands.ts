import {
  deadLetterFromRow,
  deadLetterOf,
  deadLetterQueries,
  deliveryOf,
  NO_ORGANISATION,
  prepared,
  reasonColumn,
  replayedRowOf,
  type Author,
  type DeadLetterRow,
  type OutboxRow,
} from '@cairn/adapter-sql';
import type { EventName, OrgId, Subscriber } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import { sql, type RawBuilder } from 'kysely';
import { postgres, queries, statement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';
import { insertEvents } from './outbox-rows.ts';

interface Claim {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  /** The organisation where the last claim of the pattern ended. */
  readonly after: string;
  readonly limit: number;
  readonly until: number;
  readonly now: number;
}

type Turn = { readonly round: number; readonly turn: number };

/**
 * Goes from organisation to organisation in the index, at most `limit` of them, and takes an equal share of each; what the
 * shares leave is taken from whoever has waited longest. What another claimer holds at this moment is passed over; what it
 * has just leased is no longer due.
 */
const claiming = statement<Claim>()((place) => {
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
      select due.id, due.due_at, turn, row_number() over (partition by turn order by due.due_at, due.id)::int as round
      from (select * from organisation_due order by turn limit ${place('limit')}) as one
      cross join lateral (
        select id, due_at from outbox where ${ofQueue} and org_id = one.org_id and due_at <= ${place('now')}
        order by due_at, id
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

/** In turns of the organisations; they are the caller's until the lease ends. */
export async function claim(session: Session, command: Claim): Promise<Delivery[]> {
  const claimed = await session.all(claiming, command);
  return claimed.sort((a, b) => a.round - b.round || a.turn - b.turn).map(deliveryOf);
}

const removing = statement<{ ids: readonly string[] }>()(
  (place) => sql`delete from outbox where id = any(${place('ids')}::uuid[])`,
);

export async function complete(session: Session, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await session.run(removing, { ids });
}

const postponing = prepared<{ id: string; due: number; reason: string }>()((place) =>
  queries
    .updateTable('outbox')
    .set({ due_at: place('due'), leased: 0, reason: place('reason') })
    .where('id', '=', place('id')),
);

export async function retry(session: Session, { id, due, reason }: { id: string; due: number; reason: string }) {
  await session.run(postponing, { id, due, reason: reasonColumn(reason) });
}

const letterColumns = [
  'id',
  'event',
  'subscriber',
  'org_id',
  'item_id',
  'version',
  'created_at',
  'attempts',
  'payload',
] as const;

const finding = prepared<{ id: string }>()((place) =>
  queries.selectFrom('outbox').select(letterColumns).where('id', '=', place('id')).forUpdate(),
);

const postponingOnly = prepared<{ id: string; now: number }>()((place) =>
  queries
    .updateTable('outbox')
    .set((eb) => ({ due_at: place('now'), leased: 0, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', place('id')),
);

export async function continueLater(session: Session, id: string, now: number): Promise<void> {
  await session.run(postponingOnly, { id, now });
}

export async function bury(session: Session, id: string, reason: string, now: number): Promise<void> {
  const row = await session.get(finding, { id });
  if (!row) return;
  await buryLetter(session, { ...row, reason: reasonColumn(reason), buried_at: now });
}

/** The row may be gone, so that the delivery itself says what is given up. */
export const buryTaken = (session: Session, delivery: Delivery, reason: string, now: number): Promise<void> =>
  buryLetter(session, deadLetterOf(delivery, reason, now));

const markingDead = statement<DeadLetterRow>()(
  (place) => sql`
    update index_state set status = 'dead' from item
    where item.id = ${place('item_id')} and item_seq = item.seq and target = ${place('subscriber')}
      and status = 'pending' and index_state.version < ${place('version')}`,
);

async function buryLetter(session: Session, letter: DeadLetterRow): Promise<void> {
  const insertion = queries
    .insertInto('dead_letter')
    .values(letter)
    .onConflict((clash) => clash.column('id').doNothing());
  await Promise.all([
    session.run(insertion),
    session.run(removing, { ids: [letter.id] }),
    session.run(markingDead, letter),
  ]);
}

const reviving = statement<{ ids: readonly (string | null)[]; subscribers: readonly Subscriber[]; now: number }>()(
  (place) => sql`
    update index_state set status = 'pending', since = ${place('now')}
    from unnest(${place('ids')}::uuid[], ${place('subscribers')}::text[]) as letter (item_id, subscriber)
    join item on item.id = letter.item_id
    where item_seq = item.seq and target = letter.subscriber and status = 'dead'`,
);

const letters = deadLetterQueries(postgres);

export async function deadLetters(session: Session, orgId: OrgId, page: { after?: string | undefined; limit: number }) {
  const [total, rows] = await Promise.all([session.get(letters.total(orgId)), session.all(letters.page(orgId, page))]);
  return { total: total?.number ?? 0, deadLetters: rows.map(deadLetterFromRow) };
}

interface Replay {
  readonly author: Author;
  readonly ids?: readonly string[] | undefined;
  readonly now: number;
  readonly request?: string | undefined;
}

export async function replayDead(session: Session, { author, ids, now, request }: Replay): Promise<number> {
  const dead = await session.all(letters.removal(author.orgId, ids));
  if (dead.length === 0) return 0;
  const events = dead.map((letter) => replayedRowOf(letter, now));
  const items = { ids: dead.map(({ item_id }) => item_id), subscribers: dead.map(({ subscriber }) => subscriber) };
  await Promise.all([
    insertEvents(session, events),
    session.run(reviving, { ...items, now }),
    session.run(letters.audit(author, dead.length, { now, request })),
  ]);
  return dead.length;
}

const measuring = statement<object>()(
  () => sql<{ waiting: number; dead: number; oldest: number | null }>`
    select (select count(*) from outbox) as waiting, (select count(*) from dead_letter) as dead,
      (select created_at from outbox order by id limit 1) as oldest`,
);

export async function depth(session: Session, now: number) {
  const { waiting = 0, dead = 0, oldest = null } = (await session.get(measuring, {})) ?? {};
  return { waiting, dead, oldestMs: oldest === null ? 0 : Math.max(0, now - oldest) };
}

const earliest = statement<object>()(
  () => sql<{ due: number }>`select due_at as due from outbox order by due_at, id limit 1`,
);

/** When the next delivery is due, epoch ms. */
export const nextDue = async (session: Session): Promise<number> => (await session.get(earliest, {}))?.due ?? Infinity;
