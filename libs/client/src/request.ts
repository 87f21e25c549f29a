import { ServerRefusal, ServerUnreachable } from './failures.ts';

/** Method and path of a route; a path parameter is written as `:name`. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Input of a request to any route, before it is encoded as HTTP. */
export interface SentParts {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** HTTP request to a route, without the caller's credentials. */
export interface RouteRequest {
  readonly method: string;
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as JSON text. */
  readonly body: string | undefined;
}

/** Encodes the input of a route as HTTP. Omits undefined values; a list in the query becomes one parameter per entry. */
export function requestOf({ method, path }: Endpoint, baseUrl: string, parts: SentParts): RouteRequest {
  return {
    method,
    address: addressOf(`${baseUrl.replace(/\/+$/, '')}${pathOf(path, parts.params)}`, parts.query),
    headers: { ...textsOf(parts.headers), ...(parts.body !== undefined && { 'content-type': 'application/json' }) },
    body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
  };
}

const pathOf = (path: string, params: SentParts['params'] = {}) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));

function addressOf(text: string, query: SentParts['query'] = {}): URL {
  const address = new URL(text);
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) address.searchParams.append(name, String(each));
  return address;
}

const textsOf = (headers: SentParts['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  );

export interface SendOptions {
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** Signature of the global `fetch`, reduced to what this module uses. */
export type Fetch = (
  address: URL,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly signal: AbortSignal;
    readonly body?: string;
  },
) => Promise<Pick<Response, 'status' | 'text'> & { readonly headers: Pick<Headers, 'get'> }>;

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON, or the text when the answer is not JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
}

/** Sends one request and returns the JSON of the answer, or its text. Rejects with `ServerRefusal` or `ServerUnreachable`. */
export async function sendRequest(request: RouteRequest, options: SendOptions): Promise<unknown> {
  const { status, body, retryAfterMs } = await answerTo(request, options);
  if (status >= 400) throw new ServerRefusal(status, body, retryAfterMs);
  return body;
}

/** Sends one request and returns the answer, whatever its status. Rejects with `ServerUnreachable`. */
export async function answerTo(
  { method, address, headers, body }: RouteRequest,
  options: SendOptions,
): Promise<HttpAnswer> {
  const { key, timeoutMs, signal, fetch: ask = fetch } = options;
  const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
  try {
    const response = await ask(address, {
      method,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body }),
    });
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
    return { status: response.status, body: readJson(await response.text()), retryAfterMs };
  } catch (error) {
    throw new ServerUnreachable(address.origin, error);
  }
}

function readJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Parses a `Retry-After` header, which is a number of seconds or a date. */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
