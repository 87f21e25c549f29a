import { Client, errors, type TransportRequestOptions } from '@elastic/elasticsearch';
import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { CairnError } from '@cairn/contracts';
import { LivenessMonitor } from '@cairn/ports';

export interface Timeouts {
  /** Timeout for opening a connection, ms. */
  readonly connectMs: number;
  /** Timeout of a whole search, including its wait for a free slot, ms. */
  readonly readMs: number;
  /** Timeout of a whole write, which ends when the write can be found, ms. */
  readonly writeMs: number;
}

const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 2000, readMs: 5000, writeMs: 30_000 };

const READ_LIMITS = { atOnce: 32, waiting: 256 };
const WRITE_LIMITS = { atOnce: 8, waiting: 64 };
/**
 * Number of retries of a call without an answer. The server may have closed a kept connection, and every call may be
 * repeated. There is no pause before a retry, since the client's own pause of up to two seconds would continue after
 * the call has timed out.
 */
const RETRIES_MAX = 1;
const noPause = () => 0;
const PROBE_TIMEOUT_MS = 2_000;
const FAILURES_TO_OPEN = 5;
const CIRCUIT_OPEN_MS = 2000;

/** Function that makes one call. The signal in its options ends the call when its timeout has passed. */
export type Ask<Answer> = (
  client: Client,
  options: Pick<TransportRequestOptions, 'signal' | 'retryBackoff'>,
) => Promise<Answer>;

/**
 * Calls one cluster, with a timeout for each call and limited concurrency. After several calls without an answer,
 * further calls are refused for a moment. A refusal by the server counts as an answer, since trouble with one index
 * does not concern the remaining indexes. A failure is `index/unavailable` if a retry can help, otherwise `internal`.
 */
export class Connection {
  private readonly client: Client;
  private readonly reads;
  private readonly writes;
  private readonly silence: LivenessMonitor;

  constructor(node: string, timeouts: Partial<Timeouts> = {}) {
    const { connectMs, readMs, writeMs } = { ...DEFAULT_TIMEOUTS, ...timeouts };
    // The client passes this on to undici, which has more settings than the client's types declare.
    const agent: object = { connectTimeout: connectMs };
    this.client = new Client({ node, maxRetries: RETRIES_MAX, agent });
    this.reads = policyOf(readMs, READ_LIMITS);
    this.writes = policyOf(writeMs, WRITE_LIMITS);
    // A refusal counts as an answer.
    const probe = () =>
      this.client
        .ping({}, { requestTimeout: PROBE_TIMEOUT_MS, maxRetries: 0 })
        .catch((error: unknown) => error instanceof errors.ResponseError);
    this.silence = new LivenessMonitor({ probe });
  }

  read<Answer>(ask: Ask<Answer>): Promise<Answer> {
    return this.heard((ended) => this.reads.execute(({ signal }) => ask(this.client, optionsOf(signal, ended))));
  }

  write<Answer>(ask: Ask<Answer>): Promise<Answer> {
    return this.heard((ended) => this.writes.execute(({ signal }) => ask(this.client, optionsOf(signal, ended))));
  }

  async close(): Promise<void> {
    this.silence.close();
    await this.client.close();
  }

  /**
   * Runs a call. If the server is found to be unresponsive, the call ends before its timeout, and further calls are refused
   * until the server answers.
   */
  private async heard<Answer>(call: (ended: AbortSignal) => Promise<Answer>): Promise<Answer> {
    if (this.silence.isUnresponsive) throw createSilentLogger();
    const ending = new AbortController();
    const isOver = Promise.withResolvers<never>();
    const done = this.silence.begin(() => {
      ending.abort();
      isOver.reject(createSilentLogger());
    });
    try {
      const answer = await Promise.race([call(ending.signal), isOver.promise]);
      this.silence.recordAnswer();
      return answer;
    } catch (cause) {
      if (errorType(cause) !== undefined) this.silence.recordAnswer();
      throw errorFrom(cause);
    } finally {
      done();
    }
  }
}

const optionsOf = (...signals: AbortSignal[]) => ({ signal: AbortSignal.any(signals), retryBackoff: noPause });

const createSilentLogger = () =>
  new CairnError('index/unavailable', 'The word index did not answer the last calls; it is tried again soon.');

function policyOf(ms: number, { atOnce, waiting }: { atOnce: number; waiting: number }) {
  const breaker = circuitBreaker(handleWhen(isWithoutAnswer), {
    halfOpenAfter: CIRCUIT_OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  return wrap(timeout(ms, TimeoutStrategy.Aggressive), bulkhead(atOnce, waiting), breaker);
}

export function errorFrom(cause: unknown): CairnError {
  if (cause instanceof CairnError) return cause;
  const isRefusedHere = isBrokenCircuitError(cause) || isBulkheadRejectedError(cause);
  return canPass(cause) || isRefusedHere
    ? new CairnError('index/unavailable', 'The word index did not answer.', { cause })
    : new CairnError('internal', 'The word index refused a request.', { cause });
}

/** Tells whether the cluster or the network caused the failure, so that the same call can succeed later. */
function canPass(cause: unknown): boolean {
  if (cause instanceof CairnError) return cause.code === 'index/unavailable';
  if (cause instanceof errors.ResponseError)
    return isTransientStatus(cause.statusCode ?? 500) || isBlocked(errorType(cause));
  return cause instanceof errors.ElasticsearchClientError || isTaskCancelledError(cause);
}

/**
 * Tells whether no server answered. A server names the type of its error, while a proxy in front of it sends only a
 * status.
 */
function isWithoutAnswer(cause: unknown): boolean {
  if (cause instanceof CairnError) return false;
  return canPass(cause) && errorType(cause) === undefined;
}

/** Tells whether an index or its shards are not ready for a call; a server reports this at once. */
export const isNotReadyFor = (error: unknown): boolean =>
  statusOf(error) === NOT_READY_STATUS || rootTypes(error).includes(SHARD_STARTING_ERROR);

export const NOT_READY_STATUS = 503;
/** Type of the error of a shard that is starting; its status is 500. */
const SHARD_STARTING_ERROR = 'illegal_index_shard_state_exception';

/** Tells whether an index accepts no writes because somebody closed it or made it read-only, which can be reverted. */
export const isBlocked = (type: string | undefined): boolean => type !== undefined && BLOCK_ERROR_TYPES.has(type);

const BLOCK_ERROR_TYPES: ReadonlySet<string> = new Set(['cluster_block_exception', 'index_closed_exception']);

/** Tells whether a status means that the server is too busy, not ready or broken, and not that the request is wrong. */
export const isTransientStatus = (status: number): boolean => status === 429 || status === 408 || status >= 500;

/** Tells whether the server is overloaded at the moment. */
export const isTooBusy = (error: CairnError): boolean => statusOf(error) === 429;

/** Tells whether the cluster has reached its limit `cluster.max_shards_per_node`. */
export function isShardLimit(error: unknown): boolean {
  return /would add \[\d+\] shards/.test(refusalOf(error)?.reason ?? '');
}

/** Returns the type of the error that the server names, such as `index_not_found_exception`. */
export function errorType(error: unknown): string | undefined {
  return refusalOf(error)?.type;
}

const statusOf = (error: unknown): number | undefined => responseOf(error)?.statusCode;

interface Refusal {
  readonly type?: string;
  readonly reason?: string;
  readonly root_cause?: readonly Refusal[];
}

const rootTypes = (error: unknown) => (refusalOf(error)?.root_cause ?? []).map(({ type }) => type);

function refusalOf(error: unknown): Refusal | undefined {
  return (responseOf(error)?.body as { error?: Refusal } | undefined)?.error;
}

function responseOf(error: unknown): errors.ResponseError | undefined {
  const cause = error instanceof CairnError ? error.cause : error;
  return cause instanceof errors.ResponseError ? cause : undefined;
}
