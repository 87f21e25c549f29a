import type { DeadLetter, EventName, EventPattern, OrgId, Payload, Subscriber } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** An event that is due for one subscriber. */
export interface Delivery {
  readonly id: string;
  readonly pattern: EventPattern;
  readonly payload: Payload<EventName>;
  /** The number of attempts before this one. */
  readonly attempts: number;
}

/**
 * Events that the truth has committed and that are not handled yet. The embedded bus reads them directly; on the cluster
 * the relay moves them to BullMQ. A claimed delivery that is neither completed nor retried becomes due again when its lease
 * ends.
 */
export abstract class Outbox {
  /**
   * Claims due deliveries, from one organisation after another. Within each, those of writes of few items come before
   * those of bulk writes, and the oldest first, so that a note of a person does not wait for an import. A claim starts after the
   * organisation at which the last claim of the pattern ended, so that no organisation waits for the queue of another.
   */
  abstract claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]>;
  /** Lists those of the patterns that have deliveries that are due; much cheaper than a claim of each pattern. */
  abstract duePatterns(patterns: readonly EventPattern[]): Promise<EventPattern[]>;
  abstract complete(ids: readonly string[]): Promise<void>;
  /** Makes a delivery due again, after those that are due now. The present claim does not count as an attempt. */
  abstract continueLater(id: string): Promise<void>;
  abstract retry(id: string, afterMs: number, reason: string): Promise<void>;
  /** Moves a delivery to the dead letters in the truth, with the reason. The item's index state becomes `dead`. */
  abstract deadLetter(id: string, reason: string): Promise<void>;
  /**
   * Like `deadLetter`, for a delivery that left the outbox when a bus took it over. A repeated call makes no second dead
   * letter.
   */
  abstract deadLetterTaken(delivery: Delivery, reason: string): Promise<void>;
  /** Lists the dead letters of an organisation after a given one, in the order of ids, and counts all of them. */
  abstract deadLetters(
    orgId: OrgId,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ total: number; deadLetters: DeadLetter[] }>;
  /**
   * Makes dead letters of the author's organisation due again, all or those with these ids; their items are pending again.
   * The deliveries get new ids, since a bus may skip an id that it has seen. Writes one audit row. Returns their number.
   */
  abstract replayDead(author: Pick<Principal, 'orgId' | 'principalId'>, ids?: readonly string[]): Promise<number>;
  abstract depth(): Promise<{ waiting: number; dead: number; oldestMs: number }>;
  /** The numbers of deliveries and dead letters for each pattern that has any. */
  abstract depths(): Promise<QueueDepth[]>;
  /** Calls the listener soon after a delivery has become due. Returns a function that stops the calls. */
  abstract onDue(listener: () => void): () => void;
}

/** The numbers of unfinished deliveries of one pattern, on a bus or in the outbox. */
export interface QueueDepth {
  readonly pattern: EventPattern;
  readonly waiting: number;
  readonly active: number;
  /** Deliveries that wait for their next attempt. */
  readonly delayed: number;
  /** Deliveries that failed for good, as the bus counts them. The dead letters of record are in the truth. */
  readonly failed: number;
  /** The age of the oldest waiting delivery, ms; 0 if there is none. */
  readonly oldestMs: number;
  /**
   * The age in ms of the delivery whose next attempt is furthest in the future, as a rule the oldest one; 0 if there is
   * none.
   */
  readonly oldestDelayedMs: number;
}

/**
 * Statistics of unfinished deliveries that have left the outbox. The embedded bus has none, since it uses the outbox
 * itself.
 */
export abstract class QueueStatistics {
  /**
   * Counts deliveries by pattern; cheap enough to call every few seconds. Throws `service/unavailable` if the bus does not
   * answer.
   */
  abstract depths(): Promise<QueueDepth[]>;
  /** Makes a subscriber's failed deliveries due now, since the dependency that they waited for is available again. */
  abstract hurry(subscriber: Subscriber): Promise<void>;
}
