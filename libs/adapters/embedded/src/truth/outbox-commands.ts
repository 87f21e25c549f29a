import {
  events,
  patternOf,
  writtenEvent,
  type EventName,
  type EventPattern,
  type ItemKind,
  type Payload,
  type Subscriber,
} from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import { sql, type Selectable, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { prepared, queries, type Database } from '../sqlite/database.ts';
import type { OutboxTable } from '../sqlite/schema.ts';

type Row = Selectable<OutboxTable>;

/** What the truth's own commit has done already, so that nobody needs to hear of it. */
const DONE_WITH_COMMIT: readonly Subscriber[] = ['words'];

const insertDelivery = prepared<Row>()((place) =>
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
  }),
);

interface Written {
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
}

/** Puts the event of a change into the outbox, one row for each subscriber. */
export function announce(db: Database, written: Written, now: number): void {
  const event = writtenEvent[written.kind];
  for (const subscriber of events[event].subscribers) {
    if (!DONE_WITH_COMMIT.includes(subscriber)) announceTo(db, subscriber, written, now);
  }
}

function announceTo(db: Database, subscriber: Subscriber, { orgId, kind, id, version }: Written, now: number): void {
  const times = { created_at: now, due_at: now };
  const what = { event: writtenEvent[kind], subscriber, org_id: orgId, item_id: id, version };
  db.run(insertDelivery, { id: uuidv7({ msecs: now }), ...what, ...times, leased: 0, attempts: 0, reason: null });
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

const byDue = (a: Row, b: Row) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1);

function partsOf(pattern: EventPattern): { event: EventName; subscriber: Subscriber } {
  const dot = pattern.lastIndexOf('.');
  return { event: pattern.slice(0, dot) as EventName, subscriber: pattern.slice(dot + 1) as Subscriber };
}

function deliveryOf({ id, event, subscriber, org_id: orgId, item_id: itemId, version, attempts }: Row): Delivery {
  const payload = { v: 1, outboxId: id, orgId, id: itemId, version } as Payload<EventName>;
  return { id, pattern: patternOf(event, subscriber), payload, attempts };
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
  db.run(postpone, { id, due, reason: reason.slice(0, REASON_MAX) });
  db.notices.add('outbox');
}

const REASON_MAX = 2000;

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
  const { due_at: _due, leased: _leased, ...kept } = row;
  db.run(queries.insertInto('dead_letter').values({ ...kept, reason: reason.slice(0, REASON_MAX), buried_at: now }));
  db.run(removeDelivery, { id });
  db.run(markDead, { itemId: row.item_id, subscriber: row.subscriber, version: row.version });
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
  for (const { buried_at: _buried, ...row } of dead) {
    db.run(insertDelivery, { ...row, due_at: now, leased: 0, attempts: 0 });
    db.run(reviveState, { itemId: row.item_id, subscriber: row.subscriber, now });
  }
  db.run(queries.deleteFrom('dead_letter'));
  if (dead.length > 0) db.notices.add('outbox');
  return dead.length;
}

/** The literal lets the engine see that the index of what is behind holds all of them. */
export const isBehind = sql<SqlBool>`index_state.status <> 'indexed'`;

/** Asks of each whether its delivery still waits: those are passed over, but count as looked at. */
const oldestPending = prepared<{ since: number; limit: number }>()((place) =>
  queries
    .selectFrom('index_state')
    .crossJoin('item')
    .whereRef('item.seq', '=', 'index_state.item_seq')
    .select(['item.seq', 'item.id', 'item.org_id as orgId', 'item.kind', 'item.version', 'index_state.target'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('outbox')
          .select('outbox.id')
          .whereRef('outbox.item_id', '=', 'item.id')
          .whereRef('outbox.subscriber', '=', 'index_state.target'),
      ).as('isWaiting'),
    )
    .where(isBehind)
    .where('index_state.status', '=', 'pending')
    .where('index_state.since', '<=', place('since'))
    .orderBy('index_state.since')
    .limit(place('limit')),
);

const touchState = prepared<{ seq: number; target: Subscriber; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ since: place('now') })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target')),
);

/** How many rows a sweep may look at for each that it may put out, so that a deep backlog does not hold up writes. */
const LOOKS_PER_EVENT = 10;

/** An item whose delivery still waits, or is with a subscriber, is left alone: it would only be done twice. */
export function requeueLagging(
  db: Database,
  { olderThanMs, limit, now }: { olderThanMs: number; limit: number; now: number },
): number {
  const pending = db.all(oldestPending, { since: now - olderThanMs, limit: limit * LOOKS_PER_EVENT });
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
