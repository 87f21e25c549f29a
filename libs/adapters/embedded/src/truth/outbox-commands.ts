import { deliveryOf, prepared, type Subscribers, type Claim } from '@cairn/store';
import type { EventName, Subscriber } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { queries } from '../sqlite/dialect.ts';

/** Subscribers that get no event, since the commit of the truth already does their work. */
const SUBSCRIBERS_DONE_WITH_COMMIT: readonly Subscriber[] = ['words'];

export const subscribersOf = ({ subscriptions }: Database): Subscribers => ({
  subscriptions,
  doneWithCommit: SUBSCRIBERS_DONE_WITH_COMMIT,
});

type Queue = { readonly event: EventName; readonly subscriber: Subscriber };

const findOrganisationAfter = prepared<Queue & { after: string }>()((place) =>
  queries
    .selectFrom('outbox')
    .select('org_id as org')
    .where('event', '=', place('event'))
    .where('subscriber', '=', place('subscriber'))
    .where('org_id', '>', place('after'))
    .orderBy('org_id')
    .limit(1),
);

type DueRows = Queue & { readonly org: string; readonly now: number; readonly limit: number };

const dueRows = prepared<DueRows & { bulk: number }>()((place) =>
  queries
    .selectFrom('outbox')
    .selectAll()
    .where('event', '=', place('event'))
    .where('subscriber', '=', place('subscriber'))
    .where('org_id', '=', place('org'))
    .where('bulk', '=', place('bulk'))
    .where('due_at', '<=', place('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(place('limit')),
);

const extendLease = prepared<{ id: string; until: number }>()((place) =>
  queries
    .updateTable('outbox')
    .set((eb) => ({ due_at: place('until'), leased: 1, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', place('id')),
);

/** Claims deliveries of the organisations in turn, those of small writes first within each. The deliveries belong to the caller until the lease ends. */
export function claimDeliveries(db: Database, { event, subscriber, after, limit, until, now }: Claim): Delivery[] {
  const queue = { event, subscriber };
  const due = organisationsFrom(db, queue, after, limit).map((org) => dueOf(db, { ...queue, org, now, limit }));
  const claimed = interleaveLists(due, limit);
  for (const { id } of claimed) db.run(extendLease, { id, until });
  return claimed.map(deliveryOf);
}

/** Returns the due rows of an organisation, those of small writes first. Each of the two queries reads only due rows. */
function dueOf(db: Database, wanted: DueRows) {
  const small = db.all(dueRows, { ...wanted, bulk: 0 });
  return [...small, ...db.all(dueRows, { ...wanted, bulk: 1, limit: wanted.limit - small.length })];
}

/**
 * Lists at most `limit` organisations with deliveries: first the organisations after `start`, then the organisations
 * from the beginning up to `start`.
 */
function organisationsFrom(db: Database, queue: Queue, start: string, limit: number): string[] {
  const found: string[] = [];
  const goOn = (after: string, until: string | undefined) => {
    for (let next = after; found.length < limit;) {
      const row = db.get(findOrganisationAfter, { ...queue, after: next });
      if (!row || (until !== undefined && row.org > until)) return;
      found.push((next = row.org));
    }
  };
  goOn(start, undefined);
  goOn('', start);
  return found;
}

/** Interleaves lists: takes the first row of each list, then the second row of each list, and so on. */
function interleaveLists<Row>(lists: readonly (readonly Row[])[], limit: number): Row[] {
  const rounds = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1)));
  return all.flat().slice(0, limit);
}

const forgetReasonsOf = prepared<{ id: string }>()((place) =>
  queries.updateTable('outbox').set({ reason: null }).where('item_id', '=', place('id')),
);

export function forgetReasons(db: Database, id: string): void {
  db.run(forgetReasonsOf, { id });
}

/**
 * Makes deliveries due again that a former process had claimed. Since this process holds the folder, no other process
 * handles these deliveries.
 */
export function releaseLeases(db: Database, now: number): void {
  db.run(queries.updateTable('outbox').set({ leased: 0, due_at: now }).where('leased', '=', 1));
}
