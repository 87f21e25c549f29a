import {
  events,
  patternOf,
  writtenEvent,
  type DeadLetter,
  type EventName,
  type EventPattern,
  type ItemKind,
  type Payload,
  type Subscriber,
} from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { auditing } from './audit.ts';
import { ofDialect, type Dialect } from './dialect.ts';
import type { Author } from './item-rows.ts';
import type { PlaceOf } from './prepared.ts';
import { isBehind } from './stats.ts';
import type { DeadLetterTable, OutboxTable } from './tables.ts';

/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

export type OutboxRow = Selectable<OutboxTable>;
export type DeadLetterRow = Selectable<DeadLetterTable>;

/** A change that others must hear of. */
export interface Written {
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
  /** W3C traceparent of the write, if one was made. */
  readonly trace?: string | undefined;
}

/** Who hears of items of a kind, but those whom the truth's own commit has served already. */
export const subscribersOf = (kind: ItemKind, doneWithCommit: readonly Subscriber[]): Subscriber[] =>
  events[writtenEvent[kind]].subscribers.filter((subscriber) => !doneWithCommit.includes(subscriber));

/** The event of a change for one subscriber, due at once. */
export function outboxRowOf(
  { orgId, kind, id, version, trace }: Written,
  subscriber: Subscriber,
  now: number,
): OutboxRow {
  const what = { event: writtenEvent[kind], subscriber, org_id: orgId, item_id: id, version };
  return { id: uuidv7({ msecs: now }), ...what, ...dueAt(now), trace: trace ?? null };
}

/** A dead letter as a new delivery: a bus may pass over an id that it has seen. The trace of the write is long over. */
export function replayedRowOf({ buried_at: _buried, ...letter }: DeadLetterRow, now: number): OutboxRow {
  return { ...letter, id: uuidv7({ msecs: now }), ...dueAt(now), reason: letter.reason, trace: null };
}

/** What operators ask of dead letters, for either dialect. */
export const deadLetterQueries = ofDialect(({ queries }) => {
  const ofOrganisation = (orgId: string) => queries.selectFrom('dead_letter').where('org_id', '=', orgId);
  return {
    page: (orgId: string, { after, limit }: { readonly after?: string | undefined; readonly limit: number }) =>
      ofOrganisation(orgId)
        .selectAll()
        .where('id', '>', after ?? NIL)
        .orderBy('id')
        .limit(limit),
    total: (orgId: string) => ofOrganisation(orgId).select((eb) => eb.fn.countAll<number>().as('number')),
    removal: (orgId: string, ids: readonly string[] | undefined) =>
      queries
        .deleteFrom('dead_letter')
        .where('org_id', '=', orgId)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .returningAll(),
    audit: (author: Author, replayed: number, now: number) =>
      auditing({ queries }, { author, action: 'replay', kind: 'dead-letter', id: NIL, version: replayed, now }),
  };
});

export const deadLetterFromRow = (row: DeadLetterRow): DeadLetter => ({
  id: row.id,
  kind: row.event === writtenEvent.message ? 'message' : 'memory',
  itemId: row.item_id,
  version: row.version,
  index: row.subscriber,
  attempts: row.attempts,
  reason: row.reason,
  givenUpAt: row.buried_at,
});

const dueAt = (now: number) => ({ created_at: now, due_at: now, leased: 0, attempts: 0, reason: null });

const REASON_MAX = 2000;

export const reasonColumn = (reason: string): string => reason.slice(0, REASON_MAX);

/** A delivery that is given up; of one that a bus had taken over, the row may be gone. */
export function deadLetterOf({ id, attempts, pattern, payload }: Delivery, reason: string, now: number): DeadLetterRow {
  const what = { org_id: payload.orgId, item_id: payload.id, version: payload.version, ...partsOf(pattern) };
  return { id, ...what, created_at: now, attempts, reason: reasonColumn(reason), buried_at: now };
}

export function partsOf(pattern: EventPattern): { event: EventName; subscriber: Subscriber } {
  const dot = pattern.lastIndexOf('.');
  return { event: pattern.slice(0, dot) as EventName, subscriber: pattern.slice(dot + 1) as Subscriber };
}

type DeliveryRow = Omit<OutboxRow, 'created_at' | 'due_at' | 'leased' | 'reason'>;

export function deliveryOf({ id, event, subscriber, attempts, ...row }: DeliveryRow): Delivery {
  const { org_id: orgId, item_id: itemId, version, trace } = row;
  const payload = { v: 1, outboxId: id, orgId, id: itemId, version, ...(trace && { trace }) } as Payload<EventName>;
  return { id, pattern: patternOf(event, subscriber), payload, attempts };
}

/** How many rows a sweep may look at for each that it may put out, so that a deep backlog does not hold up writes. */
export const LOOKS_PER_EVENT = 10;

export interface Pending {
  /** Nothing younger, epoch ms. */
  readonly since: number;
  readonly limit: number;
}

/**
 * What waits longest for an index. Asks of each whether its delivery still waits: those are passed over, but count as
 * looked at. Goes from the few states to their items, as a cross join is for SQLite.
 */
export const oldestPending = ({ queries }: Pick<Dialect, 'queries'>, place: PlaceOf<Pending>) =>
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
    .limit(place('limit'));
