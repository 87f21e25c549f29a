interface PublicPath {
  readonly path: string;
  /** `prefix` covers the path and everything below it, compared by path segments; `exact` covers only the path. */
  readonly kind: 'prefix' | 'exact';
  readonly service: string;
}

/**
 * All public paths, each with the service that answers. The Ingress, the routers and docs/reference/addresses.md follow
 * this list, and a test compares it with the routes of the running services.
 */
export const publicPaths = [
  { path: '/v1/recall', kind: 'prefix', service: 'recall-api' },
  { path: '/v1/graph', kind: 'prefix', service: 'graph-service' },
  { path: '/v1/oauth', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/v1', kind: 'prefix', service: 'ingest' },
  { path: '/mcp', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/console', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/docs', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/docs-json', kind: 'exact', service: 'mcp-gateway' },
  { path: '/mem0', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/oauth', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/.well-known/oauth-authorization-server', kind: 'exact', service: 'mcp-gateway' },
  { path: '/.well-known/oauth-protected-resource', kind: 'prefix', service: 'mcp-gateway' },
  { path: '/llms.txt', kind: 'exact', service: 'mcp-gateway' },
  { path: '/', kind: 'exact', service: 'mcp-gateway' },
] as const satisfies readonly PublicPath[];
export type PublicService = (typeof publicPaths)[number]['service'];

/** Paths on which a process reports on itself. Only the cluster can reach them. */
export const internalPaths = ['/healthz', '/readyz', '/metrics'] as const;

/** Finds the row with the longest path that covers an address; a query in the address is ignored. */
export function publicPathOf(address: string): (typeof publicPaths)[number] | undefined {
  const [path = ''] = address.split(/[?#]/, 1);
  const covering = publicPaths.filter((row) =>
    row.kind === 'exact' ? path === row.path : `${path}/`.startsWith(`${row.path}/`),
  );
  return covering.reduce<(typeof publicPaths)[number] | undefined>(
    (best, row) => (best && best.path.length >= row.path.length ? best : row),
    undefined,
  );
}

/** Finds the service that answers a path. The gateway answers a path without a row, with 404. */
export const serviceOf = (path: string): PublicService => publicPathOf(path)?.service ?? 'mcp-gateway';
