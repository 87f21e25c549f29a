import { isTransient, ServerRefusal } from './failures.ts';

const FIRST_WAIT_MS = 100;
const RETRY_WAIT_MAX_MS = 15_000;
const RETRY_AFTER_MS_MAX = 60_000;

export interface RetryOptions {
  /** Time in ms after the first attempt at which retries end; then the last error is thrown. */
  readonly patienceMs: number;
  /** Ends a pause between attempts; it does not interrupt a running attempt. */
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((why: string, afterMs: number) => void) | undefined;
  /** Decides which errors are retried; by default those of `isTransient`. */
  readonly isWorthIt?: ((error: unknown) => boolean) | undefined;
}

/**
 * Retries temporary failures: too many requests, a server that is down or starting, a broken connection. Servers use cockatiel
 * for this. Here cockatiel would nearly double the bundle of the hook, which starts at each prompt, and a signal does not end
 * cockatiel's pauses.
 */
export async function withRetries<Result>(attempt: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const deadline = Date.now() + options.patienceMs;
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const { isWorthIt = isTransient } = options;
      const waitMs = waitBefore(error, tries);
      if (!isWorthIt(error) || options.signal?.aborted || Date.now() + waitMs > deadline) throw error;
      options.onRetry?.((error as Error).message, waitMs);
      await pauseUnlessAborted(waitMs, options.signal);
      if (options.signal?.aborted) throw error;
    }
  }
}

/** Returns the pause before the next attempt in ms: exponential with jitter, and at least as long as the server asks. */
function waitBefore(error: unknown, tries: number): number {
  const growing = Math.min(RETRY_WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
  const jittered = growing * (0.5 + Math.random() / 2);
  const retryAfterMs = error instanceof ServerRefusal ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(jittered, Math.min(retryAfterMs, RETRY_AFTER_MS_MAX));
}

const pauseUnlessAborted = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
