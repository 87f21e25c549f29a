import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { internalPaths, publicPathOf, publicPaths, serviceOf } from './services.ts';

it.each([
  ['/v1/recall', 'recall-api'],
  ['/v1/recall/recent?limit=5', 'recall-api'],
  ['/v1/recalled', 'ingest'],
  ['/v1/graph/owners', 'graph-service'],
  ['/v1/messages/1', 'ingest'],
  ['/v1?x=/v1/recall', 'ingest'],
  ['//v1/recall', 'mcp-gateway'],
  ['/v1', 'ingest'],
  ['/v1/oauth/consent', 'mcp-gateway'],
  ['/v1/oauths', 'ingest'],
  ['/oauth/token', 'mcp-gateway'],
  ['/.well-known/oauth-authorization-server', 'mcp-gateway'],
  ['/mcp', 'mcp-gateway'],
  ['/docs-json', 'mcp-gateway'],
  ['/', 'mcp-gateway'],
  ['', 'mcp-gateway'],
])('%s is answered by %s', (path, service) => {
  expect(serviceOf(path)).toBe(service);
});

it.each(['/console', '/console/', '/console/session/callback?code=1', '/llms.txt', '/docs/swagger-ui.css', '/'])(
  '%s is public',
  (path) => {
    expect(publicPathOf(path)).toMatchObject({ service: 'mcp-gateway' });
  },
);

it.each([...internalPaths, '/consoles', '/llms.txt/x', '/nowhere', ''])('%s is not public', (path) => {
  expect(publicPathOf(path)).toBeUndefined();
});

it('has each public path once', () => {
  expect(new Set(publicPaths.map(({ path }) => path)).size).toBe(publicPaths.length);
});

it('leaves no data route to the gateway', () => {
  expect(Object.values(routes).map(({ service }) => service)).not.toContain('mcp-gateway');
  expect(publicPathOf('/v1/anything')).toMatchObject({ service: 'ingest' });
});

describe.each(Object.entries<Route>(routes))('%s', (_, { method, path, service, params, body, summary }) => {
  it('has an address of the service that answers it, which no other route has', () => {
    const alike = Object.values<Route>(routes).filter((other) => other.method === method && other.path === path);

    expect(serviceOf(path)).toBe(service);
    expect(alike).toHaveLength(1);
  });

  it('says what each part of its address is, and has a body only where HTTP has one', () => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

    expect(Object.keys(params?.shape ?? {})).toEqual(named);
    expect(body === undefined || method === 'POST' || method === 'PUT').toBe(true);
    expect(summary).not.toBe('');
  });
});
