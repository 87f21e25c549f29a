import {
  CairnError,
  events,
  type EventName,
  type EventPattern,
  type Payload,
  type Subscription,
} from '@cairn/contracts';
import type { Delivery } from './outbox.ts';

/** The action of every bus after a handler failed. */
export type Verdict = 'dead-letter' | 'retry' | 'wait';

/**
 * Decides about a failed delivery: it becomes a dead letter if it cannot succeed or failed too often, otherwise it is retried. A
 * delivery whose dependency is unavailable is never given up.
 */
export function verdictOn(error: unknown, { made, max }: { made: number; max: number }): Verdict {
  if (error instanceof CairnError && !error.retry) return 'dead-letter';
  if (error instanceof CairnError && error.code.endsWith('/unavailable')) return 'wait';
  return made >= max ? 'dead-letter' : 'retry';
}

/** The result of a handler that has done part of its work: the delivery is repeated after those due now, and does not count as failed. */
export const CONTINUE = 'continue';

/** Parses the payload by the event table. Throws for a version unknown to this build; waiting cannot help, so it becomes a dead letter. */
export function payloadOf({ pattern, payload }: Pick<Delivery, 'pattern' | 'payload'>): Payload<EventName> {
  const event = events[pattern.slice(0, pattern.lastIndexOf('.')) as EventName];
  const parsed = event.payload.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new CairnError('request/invalid', `the payload of ${pattern} is not of version ${event.version}`, {
    cause: parsed.error,
  });
}

/** Finds the subscription of a handler's pattern. Throws if there is none, since nothing would ever be delivered. */
export function subscriptionTo(pattern: EventPattern, all: readonly Subscription[]): Subscription {
  const found = all.find((subscription) => subscription.pattern === pattern);
  if (!found) throw new Error(`${pattern} has a handler and no row in the event catalog.`);
  return found;
}

const REASON_CHARACTERS = 500;

/** A failure as one line, for dead letters and logs. */
export const reasonOf = (error: unknown): string => sentenceOf(error).slice(0, REASON_CHARACTERS);

function sentenceOf(error: unknown): string {
  if (error instanceof CairnError) return `${error.code}: ${error.message}`;
  return isErrorLike(error) ? `${error.name}: ${error.message}` : (JSON.stringify(error) ?? 'unknown');
}

/** Recognises errors of other realms too, such as a worker's. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;

const FIRST_MS = 500;
const LONGEST_MS = 300_000;

/**
 * The pause before the next attempt: doubled each time up to five minutes, with a random upper half, so that deliveries that
 * failed together do not return together.
 */
export function backoffMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attemptsMade, 20));
  return Math.round(full * (0.5 + random() / 2));
}
