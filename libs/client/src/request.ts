import { ServerRefusal, ServerUnreachable } from './failures.ts';

/** Where a route is: its path has `:name` where a parameter stands. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** A request of any route, part by part, before it is written as HTTP. */
export interface SentParts {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** What stands in the HTTP request of a route, beside who asks. */
export interface RouteRequest {
  readonly method: string;
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | undefined;
}

/** Writes the input of a route as HTTP. What is undefined is left out; a list in the query is sent as its entries, each under the same name. */
export function requestOf({ method, path }: Endpoint, baseUrl: string, sent: SentParts): RouteRequest {
  return {
    method,
    address: addressOf(`${baseUrl.replace(/\/+$/, '')}${pathOf(path, sent.params)}`, sent.query),
    headers: { ...textsOf(sent.headers), ...(sent.body !== undefined && { 'content-type': 'application/json' }) },
    body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
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
  /** In place of the global one. */
  readonly fetch?: Fetch | undefined;
}

/** As much of the global function as is used here. */
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
  /** JSON, or the text where it is none. */
  readonly body: unknown;
  readonly retryAfterMs: number | undefined;
}

/** Sends one request and answers with its JSON, or its text. Fails with `ServerRefusal` or `ServerUnreachable`. */
export async function send(request: RouteRequest, options: SendOptions): Promise<unknown> {
  const { status, body, retryAfterMs } = await answerTo(request, options);
  if (status >= 400) throw new ServerRefusal(status, body, retryAfterMs);
  return body;
}

/** Sends one request and reads the answer, whatever it says. Fails with `ServerUnreachable`. */
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

/** Seconds or a date, as HTTP has both. */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
