import { routes, type Route, type RouteName } from '@cairn/contracts';

/** A request of any route, part by part, before it is written as HTTP. */
export interface SentParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** What stands in the HTTP request of a route, beside who asks. */
export interface RouteRequest {
  readonly method: Route['method'];
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | undefined;
}

/** Writes the input of a route as HTTP. What is undefined is left out; a list in the query is sent as its entries, each under the same name. */
export function routeRequest(name: RouteName, baseUrl: string, sent: SentParts): RouteRequest {
  const { method, path } = routes[name];
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
