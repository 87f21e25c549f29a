import {
  announcementOf,
  LOOKS_PER_EVENT,
  noteOlderItems,
  oldestPending,
  outboxRowOf,
  prepared,
  type Pending,
} from '@cairn/adapter-sql';
import type { Subscriber } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';
import { queries, sqlite } from '../sqlite/dialect.ts';
import { SqliteSession } from '../sqlite/sqlite-session.ts';
import { insertEvent } from './outbox-commands.ts';

const waitingLongest = prepared<Pending>()((place) => oldestPending(sqlite, place));

const touchState = prepared<{ seq: number; target: Subscriber; now: number }>()((place) =>
  queries
    .updateTable('index_state')
    .set({ since: place('now') })
    .where('item_seq', '=', place('seq'))
    .where('target', '=', place('target')),
);

/** An item whose delivery still waits, or is with a subscriber, is left alone: it would only be done twice. */
export async function requeueLagging(
  db: Database,
  { olderThanMs, limit, now }: { olderThanMs: number; limit: number; now: number },
): Promise<number> {
  await noteOlderItems(new SqliteSession(db, { now }), { subscriptions: db.subscriptions, olderThanMs, limit });
  const pending = db.all(waitingLongest, { since: now - olderThanMs, limit: limit * LOOKS_PER_EVENT });
  const lagging = pending.filter(({ isWaiting }) => !isWaiting).slice(0, limit);
  const waiting = pending.filter(({ isWaiting }) => isWaiting);
  for (const { target, ...written } of lagging)
    insertEvent(db, outboxRowOf(announcementOf(written), { subscriber: target }, now));
  for (const { seq, target } of [...lagging, ...waiting]) db.run(touchState, { seq, target, now });
  return lagging.length;
}
