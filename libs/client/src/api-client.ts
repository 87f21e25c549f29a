import { isTransient, ServerRefusal } from './failures.ts';
import { requestOf, sendRequest, type Endpoint, type Fetch, type SentParts } from './request.ts';
import { withRetries } from './retry.ts';

/** An API route with the facts that decide whether a client may retry it. */
export interface ApiEndpoint extends Endpoint {
  /** True when a second request has no further effect, since the route only reads or sets a state. */
  readonly isRepeatable: boolean;
  /** True when the route accepts an `Idempotency-Key`; a request with such a key can be retried. */
  readonly takesKey: boolean;
}

export interface ApiClientOptions {
  /** Base URL of the server, such as `http://127.0.0.1:7070`. */
  readonly url: string;
  /** API key (`cairn_...`), or an access token of the company's identity provider where the server accepts those. */
  readonly key?: string | undefined;
  /** Time limit of one attempt in ms; 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /**
   * Time in ms during which requests are retried while the server is busy or unreachable; 60,000 by default, 0 for no retry.
   */
  readonly patienceMs?: number | undefined;
  readonly onRetry?: ((why: string, afterMs: number) => void) | undefined;
  /** Replaces the global `fetch`, for example in tests. */
  readonly fetch?: Fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** An operation in the form that openapi-typescript generates. */
interface Operation {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown; readonly header?: unknown };
  readonly requestBody?: unknown;
  readonly responses: object;
}

type Json<Value> = Value extends { content: { 'application/json': infer Body } } ? Body : never;
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { readonly [Key in Name]?: Value | undefined }
    : { readonly [Key in Name]: Value };

/** Input of a call: path parameters, query, headers and body of the operation. */
export type InputOf<Of extends Operation> = Part<'params', Of['parameters']['path']> &
  Part<'query', Exclude<Of['parameters']['query'], undefined>> &
  Part<'headers', Exclude<Of['parameters']['header'], undefined>> &
  Part<'body', Json<Of['requestBody']>>;

/** Response body of a call when it succeeds. */
export type OutputOf<Of extends Operation> = {
  [Status in keyof Of['responses'] & (200 | 201)]: Json<Of['responses'][Status]>;
}[keyof Of['responses'] & (200 | 201)];

type Call<Of extends Operation> =
  object extends InputOf<Of>
    ? (input?: InputOf<Of>, options?: CallOptions) => Promise<OutputOf<Of>>
    : (input: InputOf<Of>, options?: CallOptions) => Promise<OutputOf<Of>>;

/** One method per operation. Each rejects with `ServerRefusal` or `ServerUnreachable`. */
export type ApiClient<Operations extends { [Name in keyof Operations]: Operation }> = {
  readonly [Name in keyof Operations]: Call<Operations[Name]>;
};

/** Creates a client with one method per endpoint; the method has the endpoint's name. */
export function apiClient<Operations extends { [Name in keyof Operations]: Operation }>(
  endpoints: Readonly<Record<keyof Operations & string, ApiEndpoint>>,
  options: ApiClientOptions,
): ApiClient<Operations> {
  const methods = Object.entries<ApiEndpoint>(endpoints).map(([name, endpoint]) => [
    name,
    (sent: SentParts = {}, { signal }: CallOptions = {}) => callRoute(endpoint, sent, { ...options, signal }),
  ]);
  return Object.fromEntries(methods) as ApiClient<Operations>;
}

async function callRoute(
  endpoint: ApiEndpoint,
  sent: SentParts,
  options: ApiClientOptions & CallOptions,
): Promise<unknown> {
  const { url, key, timeoutMs = 30_000, patienceMs = 60_000, signal, onRetry, fetch } = options;
  const headers = endpoint.takesKey ? { 'Idempotency-Key': crypto.randomUUID(), ...sent.headers } : sent.headers;
  const request = requestOf(endpoint, url, { ...sent, headers });
  return withRetries(() => sendRequest(request, { key, timeoutMs, signal, fetch }), {
    patienceMs,
    signal,
    onRetry,
    isWorthIt: endpoint.isRepeatable || endpoint.takesKey ? isTransient : wasNeverExecuted,
  });
}

/**
 * The server may have carried out a request whose answer was lost, so a call that is not repeatable is retried only after
 * status 429.
 */
const wasNeverExecuted = (error: unknown) => error instanceof ServerRefusal && error.status === 429;

/**
 * Sends a list of any length, even an endless one, in batches one after another, and yields the answer to each batch. The
 * server accepts 1 to 500 items in one write.
 */
export async function* inBatches<Item, Answer>(
  items: Iterable<Item> | AsyncIterable<Item>,
  sendBatch: (batch: Item[]) => Promise<Answer>,
  size = 100,
): AsyncGenerator<Answer, void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield await sendBatch(batch);
    batch = [];
  }
  if (batch.length > 0) yield await sendBatch(batch);
}
