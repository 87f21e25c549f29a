import {
  CairnError,
  events,
  type EventName,
  type EventPattern,
  type Payload,
  type Subscription,
} from '@cairn/contracts';
import type { Delivery } from './outbox.ts';

/** The action of a bus for a delivery whose handler failed. */
export type Verdict = 'dead-letter' | 'retry' | 'wait';

/**
 * Decides what happens to a failed delivery. It becomes a dead letter if it can never succeed or has failed too often;
 * otherwise it is retried. A delivery that waits for an unavailable dependency is never given up.
 */
export function verdictOn(error: unknown, { made, max }: { made: number; max: number }): Verdict {
  if (error instanceof CairnError && !error.retry) return 'dead-letter';
  if (error instanceof CairnError && error.code.endsWith('/unavailable')) return 'wait';
  return made >= max ? 'dead-letter' : 'retry';
}

/**
 * Result of a handler that has done part of its work. The delivery is repeated after those that are due now, and does not
 * count as failed.
 */
export const CONTINUE_RESULT = 'continue';

/**
 * Parses the payload of a delivery by the event table. Throws if this build does not know the payload's version: waiting
 * cannot help, so the delivery becomes a dead letter.
 */
export function payloadOf({ pattern, payload }: Pick<Delivery, 'pattern' | 'payload'>): Payload<EventName> {
  const event = events[pattern.slice(0, pattern.lastIndexOf('.')) as EventName];
  const parsed = event.payload.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new CairnError('request/invalid', `the payload of ${pattern} is not of version ${event.version}`, {
    cause: parsed.error,
  });
}

/**
 * Finds the subscription for the pattern of a handler. Throws if there is none, since the handler would never get a
 * delivery.
 */
export function subscriptionTo(pattern: EventPattern, all: readonly Subscription[]): Subscription {
  const found = all.find((subscription) => subscription.pattern === pattern);
  if (!found) throw new Error(`${pattern} has a handler and no row in the event catalog.`);
  return found;
}

const REASON_CHARACTERS = 500;

/** Describes an error in one line, for dead letters and logs. */
export const reasonOf = (error: unknown): string => sentenceOf(error).slice(0, REASON_CHARACTERS);

function sentenceOf(error: unknown): string {
  if (error instanceof CairnError) return `${error.code}: ${error.message}`;
  return isErrorLike(error) ? `${error.name}: ${error.message}` : (JSON.stringify(error) ?? 'unknown');
}

/**
 * Recognises errors by their fields, since those of other realms, such as worker threads, are no instances of this `Error`.
 */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 300_000;

/**
 * Computes the pause before the next attempt, in ms: doubled after each attempt up to five minutes. The upper half is
 * random, so that deliveries that failed together are not retried together.
 */
export function backoffMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attemptsMade, 20));
  return Math.round(full * (0.5 + random() / 2));
}
