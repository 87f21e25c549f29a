import {
  events,
  itemOfEvent,
  patternOf,
  writtenEvent,
  type DeadLetter,
  type EventBody,
  type EventName,
  type EventPattern,
  type ItemKind,
  type Payload,
  type Subscriber,
  type Subscription,
} from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { NIL, v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { ofDialect, type Dialect } from './dialect.ts';
import type { PlaceOf } from './prepared.ts';
import { isBehind } from './stats.ts';
import type { DeadLetterTable, OutboxTable } from './tables.ts';

export type OutboxRow = Selectable<OutboxTable>;
export type DeadLetterRow = Selectable<DeadLetterTable>;

/** A notice that an item was added, changed or deleted. */
export interface Written {
  readonly orgId: string;
  readonly kind: ItemKind;
  readonly id: string;
  readonly version: number;
  /** W3C traceparent of the write, if it was traced. */
  readonly trace?: string | undefined;
  /** Subscribers that have nothing to do with this version. */
  readonly done?: readonly Subscriber[] | undefined;
}

/** An event with its payload, for the subscribers of the event. */
export type Announcement = { readonly [Name in EventName]: AnnouncementOf<Name> }[EventName];

interface AnnouncementOf<Name extends EventName> {
  readonly event: Name;
  readonly orgId: string;
  readonly body: EventBody<Name>;
  /** W3C traceparent of the cause, if it was traced. */
  readonly trace?: string | undefined;
  /** Subscribers that do not get the event, since they have nothing to do. */
  readonly done?: readonly Subscriber[] | undefined;
}

/** Subscriptions to events. `doneWithCommit` lists the subscribers whose work the commit of the write itself does. */
export interface Subscribers {
  readonly subscriptions: readonly Subscription[];
  readonly doneWithCommit: readonly Subscriber[];
}

export const announcementOf = ({ kind, orgId, id, version, trace, done }: Written): Announcement => ({
  event: writtenEvent[kind],
  orgId,
  body: { id, version },
  trace,
  done,
});

/**
 * Makes an outbox row for each subscriber of the event, due after the delay of its subscription. `eventsOfWrite` is the
 * number of events that the write announces.
 */
export function outboxRowsOf(
  announcement: Announcement,
  subscribers: Subscribers,
  { now, eventsOfWrite }: { readonly now: number; readonly eventsOfWrite: number },
): OutboxRow[] {
  const done = [...subscribers.doneWithCommit, ...(announcement.done ?? [])];
  return subscribers.subscriptions
    .filter(({ event, subscriber }) => event === announcement.event && !done.includes(subscriber))
    .map(({ subscriber, delayMs }) => outboxRowOf(announcement, { subscriber, delayMs, eventsOfWrite }, now));
}

/** The most events of one write that are delivered before the bulk of their organisation. */
const INTERACTIVE_EVENTS_MAX = 20;

interface OutboxPlace {
  readonly subscriber: Subscriber;
  readonly delayMs?: number;
  /** The number of events that the write announces. */
  readonly eventsOfWrite: number;
}

/** Makes the outbox row of an event for one subscriber; due at once by default. */
export function outboxRowOf(
  { event, orgId, body, trace }: Announcement,
  { subscriber, delayMs = 0, eventsOfWrite }: OutboxPlace,
  now: number,
): OutboxRow {
  const what = { event, subscriber, org_id: orgId, ...itemNamedIn(event, body) };
  const payload = JSON.stringify({ v: events[event].version, ...body });
  const place = { ...dueAt(now, delayMs), bulk: bulkOf(eventsOfWrite) };
  return { id: uuidv7({ msecs: now }), ...what, ...place, trace: trace ?? null, payload };
}

const Version = z.int().min(1);

/** Reads the item id and version from a payload whose schema this build may not know. */
function itemNamedIn(event: EventName, payload: object): Pick<OutboxRow, 'item_id' | 'version'> {
  const item = itemOfEvent(event);
  const fields: Readonly<Record<string, unknown>> = { ...payload };
  const id = z.uuid().safeParse(item && fields[item.field]);
  const version = Version.safeParse(fields['version']);
  return { item_id: id.data ?? null, version: version.data ?? null };
}

/**
 * Makes a new delivery from a dead letter. Its id is new, since a bus may skip an id that it has seen; it carries no trace.
 */
export function replayedRowOf(
  { dead_lettered_at: _deadLetteredAt, ...letter }: DeadLetterRow,
  { now, eventsOfWrite }: { readonly now: number; readonly eventsOfWrite: number },
): OutboxRow {
  const place = { ...dueAt(now, 0), bulk: bulkOf(eventsOfWrite) };
  return { ...letter, id: uuidv7({ msecs: now }), ...place, reason: letter.reason, trace: null };
}

/** A selection of dead letters that were given up until `until`: all of them, or only those with the given ids. */
export interface SomeLetters {
  readonly ids?: readonly string[] | undefined;
  readonly until: number;
  readonly limit: number;
}

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
    /** Selects the dead letters that were given up until `until`; if `ids` are given, only the letters with these ids. */
    some: (orgId: string, { ids, until, limit }: SomeLetters) =>
      ofOrganisation(orgId)
        .select('id')
        .where('dead_lettered_at', '<=', until)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .orderBy('id')
        .limit(limit),
    removal: (ids: readonly string[]) => queries.deleteFrom('dead_letter').where('id', 'in', ids).returningAll(),
  };
});

export const deadLetterFromRow = (row: DeadLetterRow): DeadLetter => ({
  id: row.id,
  event: row.event,
  subscriber: row.subscriber,
  ...(row.item_id !== null && { kind: itemOfEvent(row.event)?.kind, itemId: row.item_id }),
  ...(row.version !== null && { version: row.version }),
  attempts: row.attempts,
  reason: row.reason,
  givenUpAt: row.dead_lettered_at,
});

const bulkOf = (eventsOfWrite: number) => (eventsOfWrite > INTERACTIVE_EVENTS_MAX ? 1 : 0);

const dueAt = (now: number, delayMs: number) => ({
  created_at: now,
  due_at: now + delayMs,
  leased: 0,
  attempts: 0,
  reason: null,
});

const REASON_CHARS_MAX = 2000;

export const reasonColumn = (reason: string): string => reason.slice(0, REASON_CHARS_MAX);

/**
 * Makes a dead letter from a delivery that is given up. Uses only the delivery, since the outbox row is deleted once a bus
 * has taken it over.
 */
export function deadLetterOf({ id, attempts, pattern, payload }: Delivery, reason: string, now: number): DeadLetterRow {
  const { event, subscriber } = eventPartsOf(pattern);
  const { outboxId: _outboxId, orgId, trace: _trace, ...kept } = payload;
  const what = { event, subscriber, org_id: orgId, ...itemNamedIn(event, kept), payload: JSON.stringify(kept) };
  return { id, ...what, created_at: now, attempts, reason: reasonColumn(reason), dead_lettered_at: now };
}

export function eventPartsOf(pattern: EventPattern): { event: EventName; subscriber: Subscriber } {
  const dot = pattern.lastIndexOf('.');
  return { event: pattern.slice(0, dot) as EventName, subscriber: pattern.slice(dot + 1) as Subscriber };
}

type DeliveryRow = Omit<OutboxRow, 'created_at' | 'due_at' | 'bulk' | 'leased' | 'reason'>;

export function deliveryOf({ id, event, subscriber, attempts, ...row }: DeliveryRow): Delivery {
  const { org_id: orgId, trace } = row;
  const payload = { ...JSON.parse(row.payload), outboxId: id, orgId, ...(trace && { trace }) } as Payload<EventName>;
  return { id, pattern: patternOf(event, subscriber), payload, attempts };
}

/**
 * The number of rows that a sweep may examine for each row that it publishes; bounds the time for which a deep backlog
 * blocks writes.
 */
export const LOOKS_PER_EVENT = 10;

export interface Pending {
  /** Selects items that have waited since this time or longer, in epoch ms. */
  readonly since: number;
  readonly limit: number;
}

/**
 * Selects the items that have waited longest for an index. `isWaiting` is set for items with a delivery that still waits;
 * the caller skips these. Joins from the few pending states to their items, since SQLite keeps the order of a cross join.
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
