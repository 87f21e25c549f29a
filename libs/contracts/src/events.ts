import { z } from 'zod';
import { OrgId, PrincipalId, WebhookId } from './ids.ts';
import type { ItemKind } from './vocabulary.ts';
import { WebhookMessageType } from './webhooks.ts';

/** Fields of every event. */
const Envelope = z.object({
  v: z.literal(1),
  outboxId: z.uuid(),
  orgId: OrgId,
  /** W3C traceparent of the write, so that all later processing belongs to one trace; absent without a trace. */
  trace: z.string().optional(),
});

/** Names the written item and its version; never contains its content, which the handler reads from the store. */
export const Written = Envelope.extend({ id: z.uuid(), version: z.number().int().min(1) });
export type Written = z.infer<typeof Written>;

/** Names the memory; the handler reads all feedback on it. */
export const FeedbackGiven = Envelope.extend({ memoryId: z.uuid() });
export type FeedbackGiven = z.infer<typeof FeedbackGiven>;

/** Names an act of forgetting, which continues page by page. */
export const ForgetBegun = Envelope.extend({ forgetId: z.uuid() });
export type ForgetBegun = z.infer<typeof ForgetBegun>;

/** Names a run of the retention rules, which continues page by page. */
export const RetentionBegun = Envelope.extend({ retentionId: z.uuid() });
export type RetentionBegun = z.infer<typeof RetentionBegun>;

/** Announces that the organisation in the envelope is being removed, page by page. */
export const OrganisationRemoving = Envelope;
export type OrganisationRemoving = z.infer<typeof OrganisationRemoving>;

/** Announces that the last row of the organisation in the envelope is deleted. */
export const OrganisationErased = Envelope;
export type OrganisationErased = z.infer<typeof OrganisationErased>;

/** Names a memory that was proposed or confirmed. */
const AboutMemory = Envelope.extend({ memoryId: z.uuid() });

/** Names the rule that stopped a principal, and the number of stops within the second that the event is about. */
export const RuleStopped = AboutMemory.extend({ principalId: PrincipalId, times: z.number().int().min(1) });
export type RuleStopped = z.infer<typeof RuleStopped>;

/** A message for one webhook. It contains ids, numbers and fixed words, never a text of a user. */
export const WebhookDue = Envelope.extend({
  webhookId: WebhookId,
  /** The header `webhook-id`, the same at each attempt and for each webhook. */
  messageId: z.string(),
  type: WebhookMessageType,
  /** Time of the event, epoch ms. */
  at: z.number(),
  memoryId: z.uuid().optional(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type WebhookDue = z.infer<typeof WebhookDue>;

/** Settings of one subscriber of an event. */
interface SubscriberRow {
  /** Service whose process runs the handler. */
  readonly service: 'ingest' | 'embedding-worker' | 'graph-service';
  /**
   * The most attempts before a delivery becomes a dead letter. Attempts that fail because a dependency is unavailable do
   * not count.
   */
  readonly attempts: number;
  /** The most deliveries that one process handles at a time, unless its settings say otherwise. */
  readonly concurrency: number;
  /** Delay of a delivery after the commit, in ms. */
  readonly delayMs: number;
  /**
   * Whether the subscriber keeps state for every item. The store then records how far the subscriber is with each item,
   * and the sweeper delivers the items that the subscriber lacks, even items older than the subscriber.
   */
  readonly tracksItems: boolean;
  /**
   * The version of the rules by which the subscriber derives its state from an item; 1 when absent. After a start with a
   * higher version, the sweeper delivers all items to the subscriber once more.
   */
  readonly rules?: number;
}

/** The field of a payload that contains the id of an item. If a delivery fails, this item shows the failure. */
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

/** Settings of the index subscribers. Twelve attempts take about twenty minutes, in which an embedder can restart. */
const indexing = {
  service: 'embedding-worker',
  attempts: 12,
  concurrency: 16,
  delayMs: 0,
  tracksItems: true,
} as const satisfies SubscriberRow;

/**
 * Settings of the graph subscriber. Statements of one organisation are processed one at a time, so more parallel deliveries
 * would only wait for each other. A change of what `libs/graph` reads in a text raises `rules`.
 */
const graphWorker = {
  ...indexing,
  service: 'graph-service',
  concurrency: 4,
  rules: 2,
} as const satisfies SubscriberRow;

/** Settings of the alias subscriber. It needs only the message, and few messages address anybody. */
const aliasWorker = { ...indexing, concurrency: 4 } as const satisfies SubscriberRow;

/**
 * Settings of the link subscriber. Its deliveries are delayed, so that the words of items written at the same time are
 * indexed by then.
 */
const linkWorker = { ...indexing, concurrency: 4, delayMs: 2_000 } as const satisfies SubscriberRow;

/** Settings of the subscriber that makes the messages for webhooks. */
const webhookFanOut = { ...indexing, concurrency: 4, tracksItems: false } as const satisfies SubscriberRow;

/** Settings of the subscriber that sends messages to webhooks. A hundred attempts take about six hours. */
const webhookDelivery = { ...webhookFanOut, attempts: 100, concurrency: 16 } as const satisfies SubscriberRow;

/**
 * After this delay in ms, calls with revoked keys have ended, and so have deliveries that read an item before the
 * removal.
 */
const REMOVAL_DELAY_MS = 30_000;

/**
 * Catalog of events with their payloads and subscribers. A new reaction to an event is a new subscriber with a handler
 * (`OnEvent`); a new meaning is a new event. The deletion of an item is also a version of it: the handler finds a
 * tombstone and removes the item from the index.
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
  'proposal.waiting': {
    version: 1,
    payload: AboutMemory,
    item: { kind: 'memory', field: 'memoryId' },
    subscribers: { webhooks: webhookFanOut },
    meaning: 'A proposed memory waits for review.',
  },
  'memory.confirmed': {
    version: 1,
    payload: AboutMemory,
    item: { kind: 'memory', field: 'memoryId' },
    subscribers: { webhooks: webhookFanOut },
    meaning: 'A person confirmed a memory.',
  },
  'rule.stopped': {
    version: 1,
    payload: RuleStopped,
    item: { kind: 'memory', field: 'memoryId' },
    subscribers: { webhooks: webhookFanOut },
    meaning: 'A rule stopped a principal in a preflight.',
  },
  'webhook.due': {
    version: 1,
    payload: WebhookDue,
    item: { kind: 'memory', field: 'memoryId' },
    subscribers: { delivery: webhookDelivery },
    meaning: 'A message is to be sent to one webhook.',
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
    subscribers: { certificate: { ...indexing, concurrency: 1, delayMs: REMOVAL_DELAY_MS, tracksItems: false } },
    meaning: 'The last row of an organisation went; whether anything is left is to be looked for.',
  },
} as const satisfies Record<string, EventRow>;

export type EventName = keyof typeof events;
export type SubscriberOf<Name extends EventName> = keyof (typeof events)[Name]['subscribers'] & string;
export type Subscriber = { [Name in EventName]: SubscriberOf<Name> }[EventName];
export type Payload<Name extends EventName> = z.infer<(typeof events)[Name]['payload']>;
/** Payload of an event without the envelope. */
export type EventBody<Name extends EventName> = Omit<Payload<Name>, keyof z.infer<typeof Envelope>>;

/** Name of a queue: an event, a dot, and one of its subscribers. It contains no colon, which BullMQ refuses. */
export type EventPattern = `${EventName}.${Subscriber}`;

export const patternOf = (event: EventName, subscriber: Subscriber): EventPattern => `${event}.${subscriber}`;

/** An event with one of its subscribers. */
export interface Subscription extends SubscriberRow {
  readonly event: EventName;
  readonly subscriber: Subscriber;
  readonly pattern: EventPattern;
}

const rows: readonly (readonly [EventName, EventRow])[] = Object.entries(events) as [EventName, EventRow][];

/** All pairs of an event and a subscriber in the catalog. */
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

/** Finds the field that identifies an item in the payload of this event; undefined if the event is about no item. */
export const itemOfEvent = (event: EventName): EventItem | undefined => (events[event] as EventRow).item;
