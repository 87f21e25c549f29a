import { z } from 'zod';
import { OrgId } from './ids.ts';
import type { ItemKind } from './vocabulary.ts';

/** Fields of every event. */
const Envelope = z.object({
  v: z.literal(1),
  outboxId: z.uuid(),
  orgId: OrgId,
  /** W3C traceparent of the write, so that all later processing belongs to one trace; absent without a trace. */
  trace: z.string().optional(),
});

/** Points to the written item and never holds its content: the handler reads the row at this version. */
export const Written = Envelope.extend({ id: z.uuid(), version: z.number().int().min(1) });
export type Written = z.infer<typeof Written>;

/** Points to the memory: the handler reads all feedback on it. */
export const FeedbackGiven = Envelope.extend({ memoryId: z.uuid() });
export type FeedbackGiven = z.infer<typeof FeedbackGiven>;

/** Points to a forget operation, which continues page by page. */
export const ForgetBegun = Envelope.extend({ forgetId: z.uuid() });
export type ForgetBegun = z.infer<typeof ForgetBegun>;

/** Points to a run of the retention rules, which continues page by page. */
export const RetentionBegun = Envelope.extend({ retentionId: z.uuid() });
export type RetentionBegun = z.infer<typeof RetentionBegun>;

/** Announces that the organisation of the envelope is being removed, page by page. */
export const OrganisationRemoving = Envelope;
export type OrganisationRemoving = z.infer<typeof OrganisationRemoving>;

/** Announces that the last row of the envelope's organisation is deleted. */
export const OrganisationErased = Envelope;
export type OrganisationErased = z.infer<typeof OrganisationErased>;

/** Settings of one subscriber of an event. */
interface SubscriberRow {
  /** Service whose process runs the handler. */
  readonly service: 'ingest' | 'embedding-worker' | 'graph-service';
  /** Attempts before a delivery becomes a dead letter. Waiting for an unavailable dependency does not count. */
  readonly attempts: number;
  /** Deliveries that one process handles in parallel, unless its settings say otherwise. */
  readonly concurrency: number;
  /** Delay of a delivery after the commit, in ms. */
  readonly delayMs: number;
  /**
   * True when the subscriber keeps state for every item. The store then records its progress for each item, under the subscriber's
   * name, and the sweeper delivers items that it lacks, including items older than the subscriber.
   */
  readonly tracksItems: boolean;
}

/** Field of the payload that identifies the event's item. Failed deliveries are reported at that item. */
export interface EventItem {
  readonly kind: ItemKind;
  readonly field: 'id' | 'memoryId';
}

interface EventRow {
  readonly version: number;
  readonly payload: z.ZodObject;
  readonly item?: EventItem;
  readonly subscribers: Readonly<Record<string, SubscriberRow>>;
  readonly meaning: string;
}

/** Twelve attempts take about twenty minutes, in which an embedder can restart. */
const indexing = {
  service: 'embedding-worker',
  attempts: 12,
  concurrency: 16,
  delayMs: 0,
  tracksItems: true,
} as const satisfies SubscriberRow;

/** Statements of one organisation are processed one at a time, so more parallel deliveries would wait for each other. */
const graphWorker = { ...indexing, service: 'graph-service', concurrency: 4 } as const satisfies SubscriberRow;

/** Needs only the message, and few messages address anybody. */
const aliasWorker = { ...indexing, concurrency: 4 } as const satisfies SubscriberRow;

/** Delayed, so that the words of items written at the same time are indexed by then. */
const linkWorker = { ...indexing, concurrency: 4, delayMs: 2_000 } as const satisfies SubscriberRow;

/** Delay after which calls with revoked keys, and deliveries that had read an item, are finished. */
const AFTERWARDS_MS = 30_000;

/**
 * Catalog of events with their payloads and subscribers. A new reaction is a subscriber and its handler (`OnEvent`); a new
 * meaning is a new event. A deletion is a version too: the handler finds the row deleted and removes it from the index.
 */
export const events = {
  'message.written': {
    version: 1,
    payload: Written,
    item: { kind: 'message', field: 'id' },
    subscribers: { words: indexing, vectors: indexing, aliases: aliasWorker },
    meaning: 'A message was added or deleted.',
  },
  'memory.written': {
    version: 1,
    payload: Written,
    item: { kind: 'memory', field: 'id' },
    subscribers: { words: indexing, vectors: indexing, graph: graphWorker, links: linkWorker },
    meaning: 'A memory was added, changed or deleted.',
  },
  'note.written': {
    version: 1,
    payload: Written,
    item: { kind: 'note', field: 'id' },
    subscribers: { words: indexing, vectors: indexing },
    meaning: 'A section of a note was added, changed or deleted.',
  },
  'memory.feedback': {
    version: 1,
    payload: FeedbackGiven,
    item: { kind: 'memory', field: 'memoryId' },
    subscribers: { strength: { ...indexing, concurrency: 4, tracksItems: false } },
    meaning: 'A principal gave feedback on a memory.',
  },
  'forget.begun': {
    version: 1,
    payload: ForgetBegun,
    subscribers: { forgetting: { ...indexing, concurrency: 1, tracksItems: false } },
    meaning: 'A principal began to forget a selection of items.',
  },
  'retention.begun': {
    version: 1,
    payload: RetentionBegun,
    subscribers: { retention: { ...indexing, concurrency: 1, tracksItems: false } },
    meaning: 'The rules of retention of an organisation began to run.',
  },
  'organisation.removing': {
    version: 1,
    payload: OrganisationRemoving,
    subscribers: { removal: { ...indexing, concurrency: 1, tracksItems: false } },
    meaning: 'The removal of an organisation began, or goes on.',
  },
  'organisation.erased': {
    version: 1,
    payload: OrganisationErased,
    subscribers: { certificate: { ...indexing, concurrency: 1, delayMs: AFTERWARDS_MS, tracksItems: false } },
    meaning: 'The last row of an organisation went; whether anything is left is to be looked for.',
  },
} as const satisfies Record<string, EventRow>;

export type EventName = keyof typeof events;
export type SubscriberOf<Name extends EventName> = keyof (typeof events)[Name]['subscribers'] & string;
export type Subscriber = { [Name in EventName]: SubscriberOf<Name> }[EventName];
export type Payload<Name extends EventName> = z.infer<(typeof events)[Name]['payload']>;
/** Payload of an event without the envelope. */
export type EventBody<Name extends EventName> = Omit<Payload<Name>, keyof z.infer<typeof Envelope>>;

/** Name of a queue: an event and one of its subscribers. Neither part contains a colon, which BullMQ refuses. */
export type EventPattern = `${EventName}.${Subscriber}`;

export const patternOf = (event: EventName, subscriber: Subscriber): EventPattern => `${event}.${subscriber}`;

/** An event with one of its subscribers. */
export interface Subscription extends SubscriberRow {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  readonly pattern: EventPattern;
}

const rows: readonly (readonly [EventName, EventRow])[] = Object.entries(events) as [EventName, EventRow][];

/** All pairs of event and subscriber in the catalog. */
export const subscriptions: readonly Subscription[] = rows.flatMap(([event, { subscribers }]) =>
  (Object.entries(subscribers) as [Subscriber, SubscriberRow][]).map(([subscriber, row]) => ({
    event,
    subscriber,
    pattern: patternOf(event, subscriber),
    ...row,
  })),
);

export const eventPatterns: readonly EventPattern[] = subscriptions.map(({ pattern }) => pattern);

export const writtenEvent = { message: 'message.written', memory: 'memory.written', note: 'note.written' } as const;

/** Finds which item a payload of this event identifies, if any. */
export const itemOfEvent = (event: EventName): EventItem | undefined => (events[event] as EventRow).item;
