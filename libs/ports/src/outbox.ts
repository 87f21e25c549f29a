import type { DeadLetter, EventName, EventPattern, OrgId, Payload, Subscriber } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** An event for one subscriber that is due. */
export interface Delivery {
  readonly id: string;
  readonly pattern: EventPattern;
  readonly payload: Payload<EventName>;
  /** Attempts made before this one. */
  readonly attempts: number;
}

/**
 * Events that the truth committed and that are not handled yet. The embedded bus reads them directly; on the cluster the relay
 * moves them to BullMQ. A claimed delivery that is neither completed nor retried becomes due again when its lease ends.
 */
export abstract class Outbox {
  /**
   * Claims due deliveries, from one organisation after another and the oldest first within each. A claim starts with the organisation
   * after the one where the last claim of the pattern ended, so that no organisation waits for the queue of another.
   */
  abstract claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]>;
  abstract complete(ids: readonly string[]): Promise<void>;
  /** Makes a delivery due again after those due now. Its claim does not count as an attempt. */
  abstract continueLater(id: string): Promise<void>;
  abstract retry(id: string, afterMs: number, reason: string): Promise<void>;
  /** Moves a delivery to the dead letters, in the truth, with the reason; the item's index state becomes `dead`. */
  abstract deadLetter(id: string, reason: string): Promise<void>;
  /** Like `deadLetter`, for a delivery that was completed when a bus took it over. Repeating it makes no second dead letter. */
  abstract deadLetterTaken(delivery: Delivery, reason: string): Promise<void>;
  /** The dead letters of an organisation after a given one, in the order of ids, and their total number. */
  abstract deadLetters(
    orgId: OrgId,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ total: number; deadLetters: DeadLetter[] }>;
  /**
   * Makes dead letters of the author's organisation due again, all or those with these ids, under new ids, since a bus may skip an
   * id that it has seen; their items are pending again. Writes one audit row. Returns how many.
   */
  abstract replayDead(author: Pick<Principal, 'orgId' | 'principalId'>, ids?: readonly string[]): Promise<number>;
  abstract depth(): Promise<{ waiting: number; dead: number; oldestMs: number }>;
  /** The number of deliveries and dead letters of each pattern that has any. */
  abstract depths(): Promise<QueueDepth[]>;
  /** Calls the listener soon after a delivery became due. Returns a function that stops it. */
  abstract onDue(listener: () => void): () => void;
}

/** The unfinished deliveries of one pattern, on a bus or in the outbox. */
export interface QueueDepth {
  readonly pattern: EventPattern;
  readonly waiting: number;
  readonly active: number;
  /** Waiting for the next attempt. */
  readonly delayed: number;
  /** Failed for good, and stored for inspection; the dead letters of record are in the truth. */
  readonly failed: number;
  /** The age of the oldest waiting delivery, ms; 0 if there is none. */
  readonly oldestMs: number;
  /** The age in ms of the delivery whose next attempt is furthest off; 0 if there is none. It is the oldest as a rule. */
  readonly oldestDelayedMs: number;
}

/** Statistics of deliveries that have left the outbox and are unfinished. The embedded bus has none, since it uses the outbox itself. */
export abstract class QueueStatistics {
  /** Cheap enough to call every few seconds. `service/unavailable` when the bus does not answer. */
  abstract depths(): Promise<QueueDepth[]>;
  /** Makes a subscriber's failed deliveries due now, when the dependency that they waited for is available again. */
  abstract hurry(subscriber: Subscriber): Promise<void>;
}
