import type { DeadLetter, EventName, EventPattern, OrgId, Payload, Principal, Subscriber } from '@cairn/contracts';

/** An event for one subscriber that is due. */
export interface Delivery {
  readonly id: string;
  readonly pattern: EventPattern;
  readonly payload: Payload<EventName>;
  /** Attempts made before this one. */
  readonly attempts: number;
}

/**
 * The events that the truth committed and that are not handled yet. The embedded bus works on it directly; on the cluster the
 * relay moves it to BullMQ. A claimed delivery that is neither completed nor retried comes back when its lease ends.
 */
export abstract class Outbox {
  /**
   * Claims what is due, from one organisation after another and the oldest first within each. A claim goes on with the
   * organisation after the one where the last claim of the pattern ended, so that no organisation waits for the queue of another.
   */
  abstract claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]>;
  abstract complete(ids: readonly string[]): Promise<void>;
  /** Makes it due again after what is due now. Its claim does not count as an attempt. */
  abstract continueLater(id: string): Promise<void>;
  abstract retry(id: string, afterMs: number, reason: string): Promise<void>;
  /** Moves it to the dead letters, in the truth, with the reason; the item's index state becomes `dead`. */
  abstract deadLetter(id: string, reason: string): Promise<void>;
  /** Like `deadLetter`, for a delivery that was completed when a bus took it over. Doing it twice makes one dead letter. */
  abstract deadLetterTaken(delivery: Delivery, reason: string): Promise<void>;
  /** The dead letters of an organisation by id, after a given one, and how many there are. */
  abstract deadLetters(
    orgId: OrgId,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ total: number; deadLetters: DeadLetter[] }>;
  /**
   * Makes the dead letters of the author's organisation, or those with these ids, due again under new ids, since a bus may skip an
   * id that it has seen; their items are pending again. One audit row. Returns how many.
   */
  abstract replayDead(author: Pick<Principal, 'orgId' | 'principalId'>, ids?: readonly string[]): Promise<number>;
  abstract depth(): Promise<{ waiting: number; dead: number; oldestMs: number }>;
  /** For each pattern, how much it holds and how many dead letters; patterns without either are left out. */
  abstract depths(): Promise<QueueDepth[]>;
  /** Calls back soon after something became due. Returns a function that stops it. */
  abstract onDue(listener: () => void): () => void;
}

/** The unfinished deliveries of one pattern, on a bus or in the outbox. */
export interface QueueDepth {
  readonly pattern: EventPattern;
  readonly waiting: number;
  readonly active: number;
  /** Waiting for the next attempt. */
  readonly delayed: number;
  /** Failed for good, and kept for inspection; the truth has the dead letters of record. */
  readonly failed: number;
  /** The age of the oldest that waits, ms; 0 if there is none. */
  readonly oldestMs: number;
  /** The age of the one whose next attempt is furthest off, ms, since it was taken; 0 if there is none. Usually it is the oldest. */
  readonly oldestDelayedMs: number;
}

/** Statistics of what has left the outbox and is not done yet. The embedded bus has none, since it works on the outbox itself. */
export abstract class QueueStatistics {
  /** Cheap enough to call every few seconds. `service/unavailable` when the bus does not answer. */
  abstract depths(): Promise<QueueDepth[]>;
  /** Brings the next attempts of a subscriber's failed deliveries forward to now, when what they waited for is back. */
  abstract hurry(subscriber: Subscriber): Promise<void>;
}
