import { CairnError, routes, type Route, type RouteName } from '@cairn/contracts';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { v7 as newId } from 'uuid';
import type { SentParts } from '@cairn/client';

/** Retries for some twenty seconds. The time that `recover` takes is added. */
const policyOf = (isPassing: (error: unknown) => boolean) =>
  retry(handleWhen(isPassing), {
    maxAttempts: 8,
    backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 8_000 }),
  });

/** Repeats a call that got no answer, after `recover`, if repeating the call has the same outcome as a single call. */
export function repeatIfSafe<Result>(
  recover: () => Promise<void>,
  method: Route['method'],
  sent: SentParts,
  send: (sent: SentParts) => Promise<Result>,
): Promise<Result> {
  const isPassing = (error: unknown) => isUnanswered(error) && (method !== 'DELETE' || isUnsent(error));
  return policyOf(isPassing).execute(async ({ attempt }) => {
    if (attempt > 0) await recover();
    return send(sent);
  });
}

/** Adds an idempotency key to a write. The key is the same in every repetition, so that the write is done once. */
export function addIdempotencyKey(name: RouteName, sent: SentParts): SentParts {
  const { headers }: Route = routes[name];
  return headers && IDEMPOTENCY_HEADER in headers.shape
    ? { ...sent, headers: { [IDEMPOTENCY_HEADER]: newId(), ...sent.headers } }
    : sent;
}

const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const isUnanswered = (error: unknown) => error instanceof CairnError && error.code === 'service/unavailable';

/**
 * Tells whether no server received the call. If a deletion was interrupted, it may have been done, and its repetition
 * would then get a different answer.
 */
function isUnsent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  return false;
}
