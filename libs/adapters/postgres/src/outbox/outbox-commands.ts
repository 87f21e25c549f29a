import {
  byDue,
  deadLetterOf,
  deliveryOf,
  LOOKS_PER_EVENT,
  oldestPending,
  outboxRowOf,
  prepared,
  reasonColumn,
  replayedRowOf,
  type DeadLetterRow,
  type OutboxRow,
  type Pending,
} from '@cairn/adapter-sql';
import type { EventPattern, Subscriber } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import { sql } from 'kysely';
import { postgres, queries, statement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';
import { insertEvents } from './outbox-rows.ts';

interface Claim {
  readonly patterns: readonly EventPattern[];
  readonly limit: number;
  readonly until: number;
  readonly now: number;
}

/** What another claimer holds at this moment is passed over; what it has just leased is no longer due. */
const claiming = statement<Claim>()(
  (place) => sql<OutboxRow>`
    with due as materialized (
      select id, due_at from outbox
      where due_at <= ${place('now')} and event || '.' || subscriber = any(${place('patterns')}::text[])
      order by due_at, id limit ${place('limit')}
      for update skip locked
    )
    update outbox set due_at = ${place('until')}, leased = 1, attempts = attempts + 1
    from due where outbox.id = due.id
    returning outbox.id, event, subscriber, org_id, item_id, version, attempts - 1 as attempts, trace, due.due_at`,
);

/** The deliveries that have been due for longest, of any of the patterns; they are the caller's until the lease ends. */
export async function claim(session: Session, command: Claim): Promise<Delivery[]> {
  const claimed = await session.all(claiming, command);
  return claimed.sort(byDue).map(deliveryOf);
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

const letterColumns = ['id', 'event', 'subscriber', 'org_id', 'item_id', 'version', 'created_at', 'attempts'] as const;

const finding = prepared<{ id: string }>()((place) =>
  queries.selectFrom('outbox').select(letterColumns).where('id', '=', place('id')).forUpdate(),
);

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

const reviving = statement<{ ids: readonly string[]; subscribers: readonly Subscriber[]; now: number }>()(
  (place) => sql`
    update index_state set status = 'pending', since = ${place('now')}
    from unnest(${place('ids')}::uuid[], ${place('subscribers')}::text[]) as letter (item_id, subscriber)
    join item on item.id = letter.item_id
    where item_seq = item.seq and target = letter.subscriber and status = 'dead'`,
);

export async function replayDead(session: Session, now: number): Promise<number> {
  const dead = await session.all(
    queries.deleteFrom('dead_letter').returning([...letterColumns, 'reason', 'buried_at']),
  );
  if (dead.length === 0) return 0;
  const ids = dead.map(({ item_id }) => item_id);
  await Promise.all([
    insertEvents(
      session,
      dead.map((letter) => replayedRowOf(letter, now)),
    ),
    session.run(reviving, { ids, subscribers: dead.map(({ subscriber }) => subscriber), now }),
  ]);
  return dead.length;
}

/** Two sweepers at once look at different items. */
const waitingLongest = prepared<Pending>()((place) =>
  oldestPending(postgres, place).forUpdate('index_state').skipLocked(),
);

const touching = statement<{ seqs: readonly number[]; targets: readonly Subscriber[]; now: number }>()(
  (place) => sql`
    update index_state set since = ${place('now')}
    from unnest(${place('seqs')}::bigint[], ${place('targets')}::text[]) as looked (seq, subscriber)
    where item_seq = looked.seq and target = looked.subscriber`,
);

/** An item whose delivery still waits, or is with a subscriber, is left alone: it would only be done twice. */
export async function requeueLagging(
  session: Session,
  { olderThanMs, limit, now }: { olderThanMs: number; limit: number; now: number },
): Promise<number> {
  const pending = await session.all(waitingLongest, { since: now - olderThanMs, limit: limit * LOOKS_PER_EVENT });
  const lagging = pending.filter(({ isWaiting }) => !isWaiting).slice(0, limit);
  const looked = [...lagging, ...pending.filter(({ isWaiting }) => isWaiting)];
  const events = lagging.map(({ target, ...written }) => outboxRowOf(written, target, now));
  const places = { seqs: looked.map(({ seq }) => seq), targets: looked.map(({ target }) => target) };
  await Promise.all([insertEvents(session, events), session.run(touching, { ...places, now })]);
  return lagging.length;
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
