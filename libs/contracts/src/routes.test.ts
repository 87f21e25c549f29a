import { prefixes, routes, serviceOf } from './routes.ts';

it.each([
  ['/v1/recall', 'recall-api'],
  ['/v1/recall/recent?limit=5', 'recall-api'],
  ['/v1/recalled', 'ingest'],
  ['/v1/graph/owners', 'graph-service'],
  ['/v1/messages/1', 'ingest'],
  ['/v1?x=/v1/recall', 'ingest'],
  ['//v1/recall', 'mcp-gateway'],
  ['/v1', 'ingest'],
  ['/mcp', 'mcp-gateway'],
  ['/docs-json', 'mcp-gateway'],
  ['/', 'mcp-gateway'],
  ['', 'mcp-gateway'],
])('%s is answered by %s', (path, service) => {
  expect(serviceOf(path)).toBe(service);
});

it('leaves no data route to the gateway', () => {
  expect(Object.values(routes).map(({ path }) => serviceOf(path))).not.toContain('mcp-gateway');
  expect(prefixes.at(-1)).toEqual({ prefix: '/', service: 'mcp-gateway' });
});
