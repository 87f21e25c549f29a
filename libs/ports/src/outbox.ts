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
  /** Every dead letter is due again. Returns how many. */
  abstract replayDead(): Promise<number>;
  abstract depth(): Promise<{ waiting: number; dead: number; oldestMs: number }>;
  /** Calls back soon after something became due. Returns how to stop. */
  abstract onDue(listener: () => void): () => void;
}
