import { z } from 'zod';
import { OrgId } from './ids.ts';
import type { ItemKind } from './vocabulary.ts';

/** The fields of every event. */
const Envelope = z.object({
  v: z.literal(1),
  outboxId: z.uuid(),
  orgId: OrgId,
  /** The W3C traceparent of the write, so that everything that follows is one trace; absent without a trace. */
  trace: z.string().optional(),
});

/** A pointer to the written item, never its content: the handler reads the row at its version. */
export const Written = Envelope.extend({ id: z.uuid(), version: z.number().int().min(1) });
export type Written = z.infer<typeof Written>;

/** A pointer to the memory: the handler reads all feedback on it. */
export const FeedbackGiven = Envelope.extend({ memoryId: z.uuid() });
export type FeedbackGiven = z.infer<typeof FeedbackGiven>;

/** A pointer to an act of forgetting, which continues page by page. */
export const ForgetBegun = Envelope.extend({ forgetId: z.uuid() });
export type ForgetBegun = z.infer<typeof ForgetBegun>;

/** A pointer to a run of the retention rules, which continues page by page. */
export const RetentionBegun = Envelope.extend({ retentionId: z.uuid() });
export type RetentionBegun = z.infer<typeof RetentionBegun>;

/** The organisation of the envelope is removed, page by page. */
export const OrganisationRemoving = Envelope;
export type OrganisationRemoving = z.infer<typeof OrganisationRemoving>;

/** The last row of the envelope's organisation is gone. */
export const OrganisationErased = Envelope;
export type OrganisationErased = z.infer<typeof OrganisationErased>;

/** A subscriber of an event. */
export interface SubscriberRow {
  /** The service whose process has the handler. */
  readonly service: 'ingest' | 'embedding-worker' | 'graph-service';
  /** Attempts at a delivery before it becomes a dead letter. Waiting for a dependency that is away does not count. */
  readonly attempts: number;
  /** Deliveries that one process handles at once, unless its settings say otherwise. */
  readonly concurrency: number;
  /** How long a delivery waits after the commit, ms. */
  readonly delayMs: number;
  /**
   * Whether it keeps something for every item. Then the truth stores how far it is with each item, under the subscriber's name,
   * and the sweeper sends it what it lacks, items that are older than the subscriber too.
   */
  readonly tracksItems: boolean;
}

/** The field of the payload with the item that the event is about. Failures of deliveries are reported at that item. */
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

/** The statements of one organisation are read one at a time, so more at once would wait for each other. */
const reading = { ...indexing, service: 'graph-service', concurrency: 4 } as const satisfies SubscriberRow;

/** It needs nothing but the message, and few messages address anybody. */
const hearing = { ...indexing, concurrency: 4 } as const satisfies SubscriberRow;

/** Some time later, when the words of items that were written at the same time are indexed. */
const linking = { ...indexing, concurrency: 4, delayMs: 2_000 } as const satisfies SubscriberRow;

/** By then, calls with revoked keys and deliveries that had read an item are done. */
const AFTERWARDS_MS = 30_000;

/**
 * The catalog of events, with their payloads and subscribers. A new reaction is a subscriber and its handler (`OnEvent`); a new
 * meaning is a new event. A deletion is a version too: the handler finds the row deleted and removes it from the index.
 */
export const events = {
  'message.written': {
    version: 1,
    payload: Written,
    item: { kind: 'message', field: 'id' },
    subscribers: { words: indexing, vectors: indexing, aliases: hearing },
    meaning: 'A message was added or deleted.',
  },
  'memory.written': {
    version: 1,
    payload: Written,
    item: { kind: 'memory', field: 'id' },
    subscribers: { words: indexing, vectors: indexing, graph: reading, links: linking },
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
    meaning: 'Somebody said how a memory served them.',
  },
  'forget.begun': {
    version: 1,
    payload: ForgetBegun,
    subscribers: { forgetting: { ...indexing, concurrency: 1, tracksItems: false } },
    meaning: 'Somebody began to forget a selection of items.',
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
/** The payload of an event without its envelope. */
export type EventBody<Name extends EventName> = Omit<Payload<Name>, keyof z.infer<typeof Envelope>>;

/** The name of a queue: an event and one of its subscribers. Neither part has a colon, which BullMQ refuses. */
export type EventPattern = `${EventName}.${Subscriber}`;

export const patternOf = (event: EventName, subscriber: Subscriber): EventPattern => `${event}.${subscriber}`;

/** An event and one of its subscribers. */
export interface Subscription extends SubscriberRow {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  readonly pattern: EventPattern;
}

const rows: readonly (readonly [EventName, EventRow])[] = Object.entries(events) as [EventName, EventRow][];

/** The catalog with one entry for each event and subscriber. */
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

/** The item that a payload names, if any. */
export const itemOfEvent = (event: EventName): EventItem | undefined => (events[event] as EventRow).item;
