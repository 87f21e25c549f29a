import {
  byDue,
  deadLetterOf,
  deliveryOf,
  LOOKS_PER_EVENT,
  oldestPending,
  outboxRowOf,
  partsOf,
  prepared,
  reasonColumn,
  replayedRowOf,
  subscribersOf,
  type OutboxRow,
  type Pending,
  type Written,
} from '@cairn/adapter-sql';
import type { EventName, EventPattern, Subscriber } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import { sql } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';

/** What the truth's own commit has done already, so that nobody needs to hear of it. */
const DONE_WITH_COMMIT: readonly Subscriber[] = ['words'];

const insertDelivery = prepared<OutboxRow>()((place) =>
  queries.insertInto('outbox').values({
    id: place('id'),
    event: place('event'),
    subscriber: place('subscriber'),
    org_id: place('org_id'),
    item_id: place('item_id'),
    version: place('version'),
    created_at: place('created_at'),
    due_at: place('due_at'),
    leased: place('leased'),
    attempts: place('attempts'),
    reason: place('reason'),
    trace: place('trace'),
  }),
);

/** Puts the event of a change into the outbox, one row for each subscriber. */
export function announce(db: Database, written: Written, now: number): void {
  for (const subscriber of subscribersOf(written.kind, DONE_WITH_COMMIT)) announceTo(db, subscriber, written, now);
}

function announceTo(db: Database, subscriber: Subscriber, written: Written, now: number): void {
  db.run(insertDelivery, outboxRowOf(written, subscriber, now));
  db.notices.add('outbox');
}

const dueRows = prepared<{ event: EventName; subscriber: Subscriber; now: number; limit: number }>()((place) =>
  queries
    .selectFrom('outbox')
    .selectAll()
    .where('event', '=', place('event'))
    .where('subscriber', '=', place('subscriber'))
    .where('due_at', '<=', place('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(place('limit')),
);

const lease = prepared<{ id: string; until: number }>()((place) =>
  queries
    .updateTable('outbox')
    .set((eb) => ({ due_at: place('until'), leased: 1, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', place('id')),
);

/** The deliveries that have been due for longest, of any of the patterns; they are the caller's until the lease ends. */
export function claim(
  db: Database,
  { patterns, limit, leaseMs, now }: { patterns: readonly EventPattern[]; limit: number; leaseMs: number; now: number },
): Delivery[] {
  const due = patterns.flatMap((pattern) => db.all(dueRows, { ...partsOf(pattern), now, limit }));
  const claimed = due.sort(byDue).slice(0, limit);
  for (const { id } of claimed) db.run(lease, { id, until: now + leaseMs });
  return claimed.map(deliveryOf);
}

const removeDelivery = prepared<{ id: string }>()((place) =>
  queries.deleteFrom('outbox').where('id', '=', place('id')),
);

export function complete(db: Database, ids: readonly string[]): void {
  for (const id of ids) db.run(removeDelivery, { id });
}

const postpone = prepared<{ id: string; due: number; reason: string }>()((place) =>
  queries
    .updateTable('outbox')
    .set({ due_at: place('due'), leased: 0, reason: place('reason') })
    .where('id', '=', place('id')),
);

export function retry(db: Database, { id, due, reason }: { id: string; due: number; reason: string }): void {
  db.run(postpone, { id, due, reason: reasonColumn(reason) });
  db.notices.add('outbox');
}

const findDelivery = prepared<{ id: string }>()((place) =>
  queries.selectFrom('outbox').selectAll().where('id', '=', place('id')),
);

const markDead = prepared<{ itemId: string; subscriber: Subscriber; version: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ status: 'dead' })
    .where('target', '=', place('subscriber'))
    .where('status', '=', 'pending')
    .where('version', '<', place('version'))
    .where('item_seq', '=', (eb) => eb.selectFrom('item').select('seq').where('id', '=', place('itemId'))),
);

export function bury(db: Database, { id, reason, now }: { id: string; reason: string; now: number }): void {
  const row = db.get(findDelivery, { id });
  if (!row) return;
  const { due_at: _due, leased: _leased, trace: _trace, ...kept } = row;
  db.run(queries.insertInto('dead_letter').values({ ...kept, reason: reasonColumn(reason), buried_at: now }));
  db.run(removeDelivery, { id });
  db.run(markDead, { itemId: row.item_id, subscriber: row.subscriber, version: row.version });
}

/** The row may be gone, so that the delivery itself says what is given up. */
export function buryTaken(
  db: Database,
  { delivery, reason, now }: { delivery: Delivery; reason: string; now: number },
): void {
  const letter = deadLetterOf(delivery, reason, now);
  db.run(
    queries
      .insertInto('dead_letter')
      .values(letter)
      .onConflict((clash) => clash.column('id').doNothing()),
  );
  db.run(removeDelivery, { id: letter.id });
  db.run(markDead, { itemId: letter.item_id, subscriber: letter.subscriber, version: letter.version });
}

const reviveState = prepared<{ itemId: string; subscriber: Subscriber; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ status: 'pending', since: place('now') })
    .where('target', '=', place('subscriber'))
    .where('status', '=', 'dead')
    .where('item_seq', '=', (eb) => eb.selectFrom('item').select('seq').where('id', '=', place('itemId'))),
);

export function replayDead(db: Database, now: number): number {
  const dead = db.all(queries.selectFrom('dead_letter').selectAll());
  for (const row of dead) {
    db.run(insertDelivery, replayedRowOf(row, now));
    db.run(reviveState, { itemId: row.item_id, subscriber: row.subscriber, now });
  }
  db.run(queries.deleteFrom('dead_letter'));
  if (dead.length > 0) db.notices.add('outbox');
  return dead.length;
}

const waitingLongest = prepared<Pending>()((place) => oldestPending(sqlite, place));

const touchState = prepared<{ seq: number; target: Subscriber; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ since: place('now') })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target')),
);

/** An item whose delivery still waits, or is with a subscriber, is left alone: it would only be done twice. */
export function requeueLagging(
  db: Database,
  { olderThanMs, limit, now }: { olderThanMs: number; limit: number; now: number },
): number {
  const pending = db.all(waitingLongest, { since: now - olderThanMs, limit: limit * LOOKS_PER_EVENT });
  const lagging = pending.filter(({ isWaiting }) => !isWaiting).slice(0, limit);
  const waiting = pending.filter(({ isWaiting }) => isWaiting);
  for (const { target, ...written } of lagging) announceTo(db, target, written, now);
  for (const { seq, target } of [...lagging, ...waiting]) db.run(touchState, { seq, target, now });
  return lagging.length;
}

/** What a former process had claimed is due again: this one holds the folder, so nobody works on it. */
export function releaseLeases(db: Database, now: number): void {
  db.run(queries.updateTable('outbox').set({ leased: 0, due_at: now }).where('leased', '=', 1));
}

export function depth(db: Database, now: number): { waiting: number; dead: number; oldestMs: number } {
  const waiting = db.value<number>('select count(*) from outbox');
  const oldest = db.value<number | undefined>('select created_at from outbox order by id limit 1');
  const dead = db.value<number>('select count(*) from dead_letter');
  return { waiting, dead, oldestMs: oldest === undefined ? 0 : Math.max(0, now - oldest) };
}

/** When the next delivery is due, epoch ms. */
export function nextDue(db: Database): number | undefined {
  return db.get(queries.selectFrom('outbox').select(sql<number | null>`min(due_at)`.as('due')))?.due ?? undefined;
}
