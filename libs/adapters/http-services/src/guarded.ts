import { CairnError } from '@cairn/contracts';
import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  wrap,
} from 'cockatiel';

/** Number of consecutive failures after which a service counts as unavailable, and the pause in ms before it is tried again. */
const FAILURES_TO_OPEN = 5;
const CIRCUIT_OPEN_MS = 2_000;
/** Maximum number of concurrent calls, and maximum number of calls that wait for a concurrent call to end. */
const CALLS_AT_ONCE_MAX = 128;
const WAITING_CALLS_MAX = 256;

const isAway = (error: unknown) => error instanceof CairnError && error.code === 'service/unavailable';

/**
 * Returns a function that guards calls to one service. It limits the number of concurrent calls, and refuses calls for
 * a while after consecutive failures.
 */
export function guardCallsTo(service: string): <Result>(call: () => Promise<Result>) => Promise<Result> {
  const breaker = circuitBreaker(handleWhen(isAway), {
    halfOpenAfter: CIRCUIT_OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  const policy = wrap(breaker, bulkhead(CALLS_AT_ONCE_MAX, WAITING_CALLS_MAX));
  return async (call) => {
    try {
      return await policy.execute(call);
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        throw new CairnError(
          'service/unavailable',
          `${service} did not answer the last calls; it is tried again soon.`,
          {
            cause: error,
          },
        );
      if (error instanceof BulkheadRejectedError)
        throw new CairnError(
          'service/unavailable',
          `${service} has ${CALLS_AT_ONCE_MAX + WAITING_CALLS_MAX} calls to answer first.`,
          {
            cause: error,
          },
        );
      throw error;
    }
  };
}
