import { CairnError } from '@cairn/contracts';
import { QdrantClient } from '@qdrant/js-client-rest';
import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  wrap,
} from 'cockatiel';

export interface GuardedClientOptions {
  /** Address of Qdrant; the default port is 6333. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** Timeout of a whole request in ms, including connecting, headers and body. The socket is closed when it passes. */
  readonly timeoutMs: number;
  readonly requestsAtOnce: number;
  readonly requestsWaiting: number;
}

const FAILURES_TO_OPEN = 5;
const CIRCUIT_OPEN_MS = 2_000;

/**
 * Sends one kind of requests to Qdrant, with separate connections, a separate limit and a separate breaker, so that
 * reads continue while writes hang. Every failure is `index/unavailable`.
 */
export class GuardedClient {
  private readonly client: QdrantClient;
  private readonly policy;

  constructor({ url, apiKey, timeoutMs, requestsAtOnce, requestsWaiting }: GuardedClientOptions) {
    const { origin, pathname } = new URL(url);
    this.client = new QdrantClient({
      url: origin,
      prefix: pathname.replace(/\/+$/, ''),
      // The key is sent as a header here: the client would warn on the console about a key without TLS, which is usual
      // inside a cluster.
      headers: apiKey === undefined ? {} : { 'api-key': apiKey },
      timeout: timeoutMs,
      maxConnections: requestsAtOnce,
      checkCompatibility: false,
    });
    const breaker = new ConsecutiveBreaker(FAILURES_TO_OPEN);
    this.policy = wrap(
      bulkhead(requestsAtOnce, requestsWaiting),
      circuitBreaker(handleWhen(isOutage), { halfOpenAfter: CIRCUIT_OPEN_MS, breaker }),
    );
  }

  /** Runs a request. `task` completes the sentence "Qdrant could not ..." in an error. */
  async run<Answer>(task: string, ask: (client: QdrantClient) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.policy.execute(() => ask(this.client));
    } catch (cause) {
      throw new CairnError('index/unavailable', `Qdrant could not ${task}: ${reasonOf(cause)}.`, { cause });
    }
  }
}

/** Returns the status of the answer that refused a request; undefined without an answer. */
export function refusalOf(error: unknown): number | undefined {
  const cause = error instanceof CairnError ? error.cause : error;
  const status: unknown = (cause as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? status : undefined;
}

/** Statuses by which the server or its proxy says that it is unavailable; undefined stands for no answer. */
const OUTAGE_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 502, 503, 504]);

/** Tells whether a failure is an outage. An error about a single request says nothing about the next request. */
const isOutage = (error: unknown): boolean => OUTAGE_STATUSES.has(refusalOf(error));

function reasonOf(error: unknown): string {
  if (error instanceof BrokenCircuitError) return 'it failed repeatedly and is not called for a moment';
  if (error instanceof BulkheadRejectedError) return 'too many requests wait';
  const status = refusalOf(error);
  return status === undefined ? 'it did not answer in time' : `it answered with status ${status}`;
}
