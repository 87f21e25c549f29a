import type { EventPattern, Payload, EventName } from '@cairn/contracts';

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
  abstract claim(patterns: readonly EventPattern[], limit: number, leaseMs: number): Promise<Delivery[]>;
  abstract complete(ids: readonly string[]): Promise<void>;
  abstract retry(id: string, afterMs: number, reason: string): Promise<void>;
  /** To the dead letters, in the truth, with the reason; the item's index state becomes `dead`. */
  abstract bury(id: string, reason: string): Promise<void>;
  /** As `bury`, for one that was completed when a bus took it over. Doing it twice leaves one dead letter. */
  abstract buryTaken(delivery: Delivery, reason: string): Promise<void>;
  /** Every dead letter is due again, under a new id: a bus may pass over an id that it has seen. Returns how many. */
  abstract replayDead(): Promise<number>;
  abstract depth(): Promise<{ waiting: number; dead: number; oldestMs: number }>;
  /** Calls back soon after something became due. Returns how to stop. */
  abstract onDue(listener: () => void): () => void;
}

/** What a bus has taken of one pattern and not finished. */
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
export abstract class Backlog {
  /** Cheap enough to ask every few seconds. Fails with `service/unavailable` when the bus does not answer. */
  abstract depths(): Promise<QueueDepth[]>;
}
