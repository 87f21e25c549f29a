import type { DeadLetter, EventName, EventPattern, OrgId, Payload, Principal } from '@cairn/contracts';

/** One delivery that is due: an event for one subscriber. */
export interface Delivery {
  readonly id: string;
  readonly pattern: EventPattern;
  readonly payload: Payload<EventName>;
  /** Attempts made before this one. */
  readonly attempts: number;
}

/**
 * The events that the truth committed and nobody has finished yet. The embedded bus works on it directly, the relay
 * moves it to BullMQ. A claimed delivery that is neither completed nor retried comes back when its lease ends.
 */
export abstract class Outbox {
  /**
   * What is due, organisations in turn and of each what has been due for longest: a claim goes on with the organisation after
   * the one where the last claim of the pattern ended, so that no backlog holds up another organisation.
   */
  abstract claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]>;
  abstract complete(ids: readonly string[]): Promise<void>;
  /** Due again behind what is due now; that it was handed out counts as no attempt. */
  abstract continueLater(id: string): Promise<void>;
  abstract retry(id: string, afterMs: number, reason: string): Promise<void>;
  /** To the dead letters, in the truth, with the reason; the item's index state becomes `dead`. */
  abstract deadLetter(id: string, reason: string): Promise<void>;
  /** As `deadLetter`, for one that was completed when a bus took it over. Doing it twice leaves one dead letter. */
  abstract deadLetterTaken(delivery: Delivery, reason: string): Promise<void>;
  /** Dead letters of an organisation by id, from behind one on, and how many there are of it. */
  abstract deadLetters(
    orgId: OrgId,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<{ total: number; deadLetters: DeadLetter[] }>;
  /**
   * The dead letters of the author's organisation, or those of these ids, are due again and their items pending, under a new
   * id: a bus may pass over an id that it has seen. One audit row. Returns how many.
   */
  abstract replayDead(author: Pick<Principal, 'orgId' | 'principalId'>, ids?: readonly string[]): Promise<number>;
  abstract depth(): Promise<{ waiting: number; dead: number; oldestMs: number }>;
  /** What stands in it of each pattern, and what of it was given up; a pattern without either is left out. */
  abstract depths(): Promise<QueueDepth[]>;
  /** Calls back soon after something became due. Returns how to stop. */
  abstract onDue(listener: () => void): () => void;
}

/** What a bus, or the outbox itself, holds of one pattern and nobody has finished. */
export interface QueueDepth {
  readonly pattern: EventPattern;
  readonly waiting: number;
  readonly active: number;
  /** Waiting for the next attempt. */
  readonly delayed: number;
  /** Given up, and kept for a look; the dead letters of record are in the truth. */
  readonly failed: number;
  /** Age of the oldest that waits, ms; 0 without one. */
  readonly oldestMs: number;
  /** Age of the one whose next attempt is furthest off, ms, since it was taken; 0 without one. Mostly the oldest of them. */
  readonly oldestDelayedMs: number;
}

/** What has left the outbox and is not done yet. The embedded bus has none: it works on the outbox itself. */
export abstract class QueueStatistics {
  /** Cheap enough to ask every few seconds. Fails with `service/unavailable` when the bus does not answer. */
  abstract depths(): Promise<QueueDepth[]>;
}
