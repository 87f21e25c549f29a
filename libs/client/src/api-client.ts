import { isPassing, ServerRefusal } from './failures.ts';
import { requestOf, send, type Endpoint, type Fetch, type SentParts } from './request.ts';
import { withRetries } from './retry.ts';

/** A route as a client needs it. */
export interface ApiEndpoint extends Endpoint {
  /** Whether a second time changes nothing: it reads, or says what is to hold from then on. */
  readonly isRepeatable: boolean;
  /** Whether it takes an `Idempotency-Key`, with which it is repeatable. */
  readonly takesKey: boolean;
}

export interface ApiClientOptions {
  /** Of the server, such as `http://127.0.0.1:7070`. */
  readonly url: string;
  /** `cairn_...`; a token of the company's identity where the server takes those. */
  readonly key?: string | undefined;
  /** Of one attempt; 30 s unless told. */
  readonly timeoutMs?: number | undefined;
  /** How long a call is tried again, from its first attempt on, while the server is busy or away; 60 s unless told, 0 for never. */
  readonly patienceMs?: number | undefined;
  readonly onRetry?: ((why: string, afterMs: number) => void) | undefined;
  /** In place of the global one. */
  readonly fetch?: Fetch | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** An operation as openapi-typescript writes it. */
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

/** What a call sends, part by part. */
export type InputOf<Of extends Operation> = Part<'params', Of['parameters']['path']> &
  Part<'query', Exclude<Of['parameters']['query'], undefined>> &
  Part<'headers', Exclude<Of['parameters']['header'], undefined>> &
  Part<'body', Json<Of['requestBody']>>;

/** What a call answers with. */
export type OutputOf<Of extends Operation> = {
  [Status in keyof Of['responses'] & (200 | 201)]: Json<Of['responses'][Status]>;
}[keyof Of['responses'] & (200 | 201)];

type Call<Of extends Operation> =
  object extends InputOf<Of>
    ? (input?: InputOf<Of>, options?: CallOptions) => Promise<OutputOf<Of>>
    : (input: InputOf<Of>, options?: CallOptions) => Promise<OutputOf<Of>>;

/** A method for each operation. Each fails with `ServerRefusal` or `ServerUnreachable`. */
export type ApiClient<Operations extends { [Name in keyof Operations]: Operation }> = {
  readonly [Name in keyof Operations]: Call<Operations[Name]>;
};

/** A client of every endpoint, by its name. */
export function apiClient<Operations extends { [Name in keyof Operations]: Operation }>(
  endpoints: Readonly<Record<keyof Operations & string, ApiEndpoint>>,
  options: ApiClientOptions,
): ApiClient<Operations> {
  const methods = Object.entries<ApiEndpoint>(endpoints).map(([name, endpoint]) => [
    name,
    (sent: SentParts = {}, { signal }: CallOptions = {}) => call(endpoint, sent, { ...options, signal }),
  ]);
  return Object.fromEntries(methods) as ApiClient<Operations>;
}

async function call(endpoint: ApiEndpoint, sent: SentParts, options: ApiClientOptions & CallOptions): Promise<unknown> {
  const { url, key, timeoutMs = 30_000, patienceMs = 60_000, signal, onRetry, fetch } = options;
  const headers = endpoint.takesKey ? { 'Idempotency-Key': crypto.randomUUID(), ...sent.headers } : sent.headers;
  const request = requestOf(endpoint, url, { ...sent, headers });
  return withRetries(() => send(request, { key, timeoutMs, signal, fetch }), {
    patienceMs,
    signal,
    onRetry,
    isWorthIt: endpoint.isRepeatable || endpoint.takesKey ? isPassing : wasNotDone,
  });
}

/** What broke off may have been carried out, so only what was turned away at the door is sent again. */
const wasNotDone = (error: unknown) => error instanceof ServerRefusal && error.status === 429;

/**
 * Sends a list of any length, also an endless one, in batches one after the other, and yields what each was answered with.
 * The server takes 1 to 500 in one write.
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
