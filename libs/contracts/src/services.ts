/** Which service answers which public paths, so that any router can split them. The first matching prefix decides. */
export const prefixes = [
  { prefix: '/v1/recall', service: 'recall-api' },
  { prefix: '/v1/graph', service: 'graph-service' },
  { prefix: '/v1', service: 'ingest' },
  { prefix: '/', service: 'mcp-gateway' },
] as const;
export type PublicService = (typeof prefixes)[number]['service'];

/** The service of a path, with or without a query. */
export function serviceOf(path: string): PublicService {
  const [withoutQuery] = path.split(/[?#]/, 1);
  const found = prefixes.find(({ prefix }) => `${withoutQuery}/`.startsWith(prefix === '/' ? '' : `${prefix}/`));
  return found?.service ?? 'mcp-gateway';
}
