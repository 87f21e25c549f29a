/** Calls a route with a key: `METHOD /path`, or a path alone for POST. Throws on a refusal. */
export type Caller = (route: string, body?: object) => Promise<unknown>;

export const callerOf =
  (url: string, key: string): Caller =>
  async (route, body) => {
    const [method, path] = route.startsWith('/') ? ['POST', route] : (route.split(' ') as [string, string]);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
