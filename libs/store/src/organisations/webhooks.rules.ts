import { CairnError, limits, type Webhook } from '@cairn/contracts';

/** The time in ms for which every attempt must have failed before a webhook is turned off. */
const FAILING_MAX_MS = 24 * 3_600_000;

/** Refuses another webhook if the organisation has the maximum number already. `present` is the number of its webhooks. */
export function requireRoom(present: number): void {
  const { max } = limits.webhooks;
  if (present < max) return;
  throw new CairnError('webhook/conflict', `The organisation has ${present} webhooks; ${max} is the most. Remove one.`);
}

/** The outcome of one attempt to send a message. */
export type WebhookAttempt =
  | { readonly outcome: 'delivered' }
  /** `isGone`: the receiver said that the address is gone for good. */
  | { readonly outcome: 'failed'; readonly failure: string; readonly isGone: boolean };

type Health = Pick<Webhook, 'state' | 'deliveredAt' | 'failingSince' | 'failure'>;

/**
 * Computes the health of a webhook after an attempt at the time `now`. A delivery turns the webhook on. An address that
 * is gone turns it off, and so does a failure 24 hours or more after the first of an unbroken series of failures.
 */
export function healthAfter(before: Health, attempt: WebhookAttempt, now: number): Health {
  if (attempt.outcome === 'delivered') return { state: 'on', deliveredAt: now, failingSince: null, failure: null };
  const { deliveredAt } = before;
  const failingSince = before.failingSince ?? now;
  const isHopeless = attempt.isGone || now - failingSince >= FAILING_MAX_MS;
  return { state: isHopeless ? 'off' : before.state, deliveredAt, failingSince, failure: attempt.failure };
}
