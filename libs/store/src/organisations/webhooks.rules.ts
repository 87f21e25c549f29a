import { CairnError, limits, type Webhook } from '@cairn/contracts';

/** The time in ms for which every attempt must have failed before a webhook is turned off. */
const FAILING_MAX_MS = 24 * 3_600_000;

/** Refuses another webhook of an organisation that has `present` already. */
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
 * Computes the health of a webhook after an attempt at the time `now`. A delivery turns a webhook on; an address that is
 * gone, or a day of failures alone, turns it off.
 */
export function healthAfter(before: Health, attempt: WebhookAttempt, now: number): Health {
  if (attempt.outcome === 'delivered') return { state: 'on', deliveredAt: now, failingSince: null, failure: null };
  const { deliveredAt } = before;
  const failingSince = before.failingSince ?? now;
  const isHopeless = attempt.isGone || now - failingSince >= FAILING_MAX_MS;
  return { state: isHopeless ? 'off' : before.state, deliveredAt, failingSince, failure: attempt.failure };
}
