import {
  CairnError,
  events,
  type EventName,
  type EventPattern,
  type Payload,
  type Subscription,
} from '@cairn/contracts';
import type { Delivery } from './outbox.ts';

/** What every bus does about a delivery whose handler failed. */
export type Verdict = 'dead-letter' | 'retry' | 'wait';

/**
 * What cannot succeed goes to the dead letters, and so does what has failed too often; another failure is tried again.
 * What only waits for a dependency that is away is never given up.
 */
export function verdictOn(error: unknown, { made, max }: { made: number; max: number }): Verdict {
  if (error instanceof CairnError && !error.retry) return 'dead-letter';
  if (error instanceof CairnError && error.code.endsWith('/unavailable')) return 'wait';
  return made >= max ? 'dead-letter' : 'retry';
}

/** What a handler answers that has done a part: its delivery comes again behind what is due, and that is no failure. */
export const CONTINUE = 'continue';

/** The payload as the event table has it. One of a version that this build does not know will not become known by waiting. */
export function payloadOf({ pattern, payload }: Pick<Delivery, 'pattern' | 'payload'>): Payload<EventName> {
  const event = events[pattern.slice(0, pattern.lastIndexOf('.')) as EventName];
  const parsed = event.payload.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new CairnError('request/invalid', `the payload of ${pattern} is not of version ${event.version}`, {
    cause: parsed.error,
  });
}

/** The row of a handler's pattern; a pattern that no row has would never be delivered. */
export function subscriptionTo(pattern: EventPattern, all: readonly Subscription[]): Subscription {
  const found = all.find((subscription) => subscription.pattern === pattern);
  if (!found) throw new Error(`${pattern} has a handler and no row in the event catalog.`);
  return found;
}

const REASON_CHARACTERS = 500;

/** A failure in one line, as a dead letter and a log keep it. */
export const reasonOf = (error: unknown): string => sentenceOf(error).slice(0, REASON_CHARACTERS);

function sentenceOf(error: unknown): string {
  if (error instanceof CairnError) return `${error.code}: ${error.message}`;
  return isErrorLike(error) ? `${error.name}: ${error.message}` : (JSON.stringify(error) ?? 'unknown');
}

/** Also of another realm, such as a worker's. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'name' in error && 'message' in error;

const FIRST_MS = 500;
const LONGEST_MS = 300_000;

/** How long to wait before the next attempt: doubled each time up to five minutes, and spread over its upper half, so that what failed together does not return together. */
export function backoffMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attemptsMade, 20));
  return Math.round(full * (0.5 + random() / 2));
}
