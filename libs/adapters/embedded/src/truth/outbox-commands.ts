import {
  insertDelivery,
  deadLetterFromRow,
  deadLetterOf,
  deadLetterQueries,
  deliveryOf,
  outboxRowsOf,
  partsOf,
  prepared,
  reasonColumn,
  replayedRowOf,
  type Announcement,
  type Audience,
  type Author,
  type OutboxRow,
} from '@cairn/adapter-sql';
import type { EventName, EventPattern, Subscriber } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import { sql } from 'kysely';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';

/** What the truth's own commit has done already, so that nobody needs to hear of it. */
const DONE_WITH_COMMIT: readonly Subscriber[] = ['words'];

const insertion = insertDelivery(sqlite);

export const audienceOf = ({ subscriptions }: Database): Audience => ({
  subscriptions,
  doneWithCommit: DONE_WITH_COMMIT,
});

/** Puts an event into the outbox, one row for each subscriber. */
export function announce(db: Database, announcement: Announcement, now: number): void {
  for (const row of outboxRowsOf(announcement, audienceOf(db), now)) insertEvent(db, row);
}

/** Puts one row into the outbox. */
export function insertEvent(db: Database, row: OutboxRow): void {
  db.run(insertion, row);
  db.notices.add('outbox');
}

type Queue = { readonly event: EventName; readonly subscriber: Subscriber };

const organisationAfter = prepared<Queue & { after: string }>()((place) =>
  queries
    .selectFrom('outbox')
    .select('org_id as org')
    .where('event', '=', place('event'))
    .where('subscriber', '=', place('subscriber'))
    .where('org_id', '>', place('after'))
    .orderBy('org_id')
    .limit(1),
);

const dueRows = prepared<Queue & { org: string; now: number; limit: number }>()((place) =>
  queries
    .selectFrom('outbox')
    .selectAll()
    .where('event', '=', place('event'))
    .where('subscriber', '=', place('subscriber'))
    .where('org_id', '=', place('org'))
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

interface Claim {
  readonly pattern: EventPattern;
  /** The organisation where the last claim of the pattern ended. */
  readonly after: string;
  readonly limit: number;
  readonly leaseMs: number;
  readonly now: number;
}

/** In turns of the organisations; they are the caller's until the lease ends. */
export function claim(db: Database, { pattern, after, limit, leaseMs, now }: Claim): Delivery[] {
  const queue = partsOf(pattern);
  const due = organisationsFrom(db, queue, after, limit).map((org) => db.all(dueRows, { ...queue, org, now, limit }));
  const claimed = inTurn(due, limit);
  for (const { id } of claimed) db.run(lease, { id, until: now + leaseMs });
  return claimed.map(deliveryOf);
}

/** Those with deliveries, `limit` at most: the ones behind that place first, then from the start up to it. */
function organisationsFrom(db: Database, queue: Queue, start: string, limit: number): string[] {
  const found: string[] = [];
  const goOn = (after: string, until: string | undefined) => {
    for (let next = after; found.length < limit;) {
      const row = db.get(organisationAfter, { ...queue, after: next });
      if (!row || (until !== undefined && row.org > until)) return;
      found.push((next = row.org));
    }
  };
  goOn(start, undefined);
  if (start !== '') goOn('', start);
  return found;
}

/** The first of each list, then the second of each, and so on. */
function inTurn<Row>(lists: readonly (readonly Row[])[], limit: number): Row[] {
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1)));
  return all.flat().slice(0, limit);
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

const postponeOnly = prepared<{ id: string; now: number }>()((place) =>
  queries
    .updateTable('outbox')
    .set((eb) => ({ due_at: place('now'), leased: 0, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', place('id')),
);

export function continueLater(db: Database, id: string, now: number): void {
  db.run(postponeOnly, { id, now });
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
  markDeadOf(db, row);
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
  markDeadOf(db, letter);
}

/** An event that is no change of an item leaves its states alone. */
function markDeadOf(db: Database, { item_id: itemId, subscriber, version }: QueuedItem): void {
  if (itemId !== null && version !== null) db.run(markDead, { itemId, subscriber, version });
}

type QueuedItem = Pick<OutboxRow, 'item_id' | 'subscriber' | 'version'>;

const reviveState = prepared<{ itemId: string; subscriber: Subscriber; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ status: 'pending', since: place('now') })
    .where('target', '=', place('subscriber'))
    .where('status', '=', 'dead')
    .where('item_seq', '=', (eb) => eb.selectFrom('item').select('seq').where('id', '=', place('itemId'))),
);

const letters = deadLetterQueries(sqlite);

export function deadLetters(db: Database, orgId: string, page: { after?: string | undefined; limit: number }) {
  const total = db.get(letters.total(orgId))?.number ?? 0;
  return { total, deadLetters: db.all(letters.page(orgId, page)).map(deadLetterFromRow) };
}

interface Replay {
  readonly author: Author;
  readonly ids?: readonly string[] | undefined;
  readonly now: number;
  readonly request?: string | undefined;
}

export function replayDead(db: Database, { author, ids, now, request }: Replay): number {
  const dead = db.all(letters.removal(author.orgId, ids));
  if (dead.length === 0) return 0;
  for (const row of dead) {
    db.run(insertion, replayedRowOf(row, now));
    if (row.item_id !== null) db.run(reviveState, { itemId: row.item_id, subscriber: row.subscriber, now });
  }
  db.run(letters.audit(author, dead.length, { now, request }));
  db.notices.add('outbox');
  return dead.length;
}

const forgetReasonsOf = prepared<{ id: string }>()((place) =>
  queries.updateTable('outbox').set({ reason: null }).where('item_id', '=', place('id')),
);

export function forgetReasons(db: Database, id: string): void {
  db.run(forgetReasonsOf, { id });
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
