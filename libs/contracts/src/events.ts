import { z } from 'zod';
import { OrgId } from './ids.ts';
import type { ItemKind } from './vocabulary.ts';

/** What every event carries. */
const Envelope = z.object({
  v: z.literal(1),
  outboxId: z.uuid(),
  orgId: OrgId,
  /** W3C traceparent of the write, so that what follows from it is one trace; absent when none was made. */
  trace: z.string().optional(),
});

/** A pointer to what was written, never the content: the handler reads the row at its version. */
export const Written = Envelope.extend({ id: z.uuid(), version: z.number().int().min(1) });
export type Written = z.infer<typeof Written>;

/** A pointer to the memory: the handler reads what was said of it. */
export const FeedbackGiven = Envelope.extend({ memoryId: z.uuid() });
export type FeedbackGiven = z.infer<typeof FeedbackGiven>;

/** A pointer to an act of forgetting, which is carried on page by page. */
export const ForgetBegun = Envelope.extend({ forgetId: z.uuid() });
export type ForgetBegun = z.infer<typeof ForgetBegun>;

/** A pointer to a run of the rules of retention, which is carried on page by page. */
export const RetentionBegun = Envelope.extend({ retentionId: z.uuid() });
export type RetentionBegun = z.infer<typeof RetentionBegun>;

/** The organisation of the envelope is to be removed, page by page. */
export const OrganisationRemoving = Envelope;
export type OrganisationRemoving = z.infer<typeof OrganisationRemoving>;

/** Of the organisation of the envelope, the last row went. */
export const OrganisationErased = Envelope;
export type OrganisationErased = z.infer<typeof OrganisationErased>;

/** How one subscriber hears of an event. */
export interface SubscriberRow {
  /** The service whose process has the handler. */
  readonly service: 'ingest' | 'embedding-worker' | 'graph-service';
  /** Attempts at a delivery before it becomes a dead letter; waiting for a dependency that is away is no attempt. */
  readonly attempts: number;
  /** Deliveries that one process handles at the same time, where its settings say nothing else. */
  readonly concurrency: number;
  /** How long a delivery waits after the commit before it is handed out, ms. */
  readonly delayMs: number;
  /**
   * It keeps something for every item: the store of record notes how far it is with each, the sweeper sends again what it
   * lacks, and items that are older than the subscriber reach it too. Its name is the name of that state.
   */
  readonly tracksItems: boolean;
}

/** The item that an event is about: the field of the payload that names it. Why a delivery failed goes with that item. */
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

/** Twelve attempts take about twenty minutes: an embedder may restart in that time. */
const indexing = {
  service: 'embedding-worker',
  attempts: 12,
  concurrency: 16,
  delayMs: 0,
  tracksItems: true,
} as const satisfies SubscriberRow;

/** Statements of one organisation are told one at a time, so that more at once would wait for each other. */
const reading = { ...indexing, service: 'graph-service', concurrency: 4 } as const satisfies SubscriberRow;

/** Whom a message calls waits for nothing but the message; few of them call anybody. */
const hearing = { ...indexing, concurrency: 4 } as const satisfies SubscriberRow;

/** A while after the words of what was written with it can be found. */
const linking = { ...indexing, concurrency: 4, delayMs: 2_000 } as const satisfies SubscriberRow;

/** A caller that was let in before the keys went, or a delivery that had read an item, is done by then. */
const AFTERWARDS_MS = 30_000;

/**
 * What happened, what it carries, who must react. A new reaction is a row among the subscribers and a handler (`OnEvent`);
 * a new meaning is a new event. A deletion is a version too: its handler finds the row gone and takes it out of the index.
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
/** What an event says beyond its envelope. */
export type EventBody<Name extends EventName> = Omit<Payload<Name>, keyof z.infer<typeof Envelope>>;

/** One queue, one handler: a row of the catalog and one of its subscribers. Neither part holds a colon, which BullMQ refuses. */
export type EventPattern = `${EventName}.${Subscriber}`;

export const patternOf = (event: EventName, subscriber: Subscriber): EventPattern => `${event}.${subscriber}`;

/** An event and one of its subscribers. */
export interface Subscription extends SubscriberRow {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  readonly pattern: EventPattern;
}

const rows: readonly (readonly [EventName, EventRow])[] = Object.entries(events) as [EventName, EventRow][];

/** The catalog, a line for each event and subscriber. */
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

/** Where the payload of an event names an item, if it does. */
export const itemOfEvent = (event: EventName): EventItem | undefined => (events[event] as EventRow).item;
