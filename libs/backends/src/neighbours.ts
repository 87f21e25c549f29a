import { HttpNeighbours, RouteClient } from '@cairn/adapter-http-services';
import type { Principal } from '@cairn/contracts';
import { requestId, traceHeaders, type Config, type ServiceTokens } from '@cairn/platform';
import { Neighbours } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';
import type { ReadinessPart } from './cluster-readiness.ts';

/** The services of other processes, which this one asks in the name of its caller. */
export const neighbours =
  (
    { recallUrl, ingestUrl, graphUrl }: Pick<Config<'mcp-gateway'>, 'recallUrl' | 'ingestUrl' | 'graphUrl'>,
    tokens: ServiceTokens,
  ): ClusterPart =>
  () => {
    const at = (service: 'recall-api' | 'ingest' | 'graph-service', baseUrl: string) =>
      new RouteClient({
        service,
        baseUrl,
        authorization: (principal: Principal) => tokens.sign(principal, service),
        headers: onBehalf,
      });
    const clients = {
      'recall-api': at('recall-api', recallUrl),
      'graph-service': at('graph-service', graphUrl),
      ingest: at('ingest', ingestUrl),
    };
    const others = new HttpNeighbours(clients);
    const uses = Object.entries(clients).map(([name, client]) => reachable(name, client));
    return { ports: [{ provide: Neighbours, useValue: others }], uses, holds: [others] };
  };

/**
 * One that was never reached stands at a wrong address or behind a closed door, so this process shall not take the place of one that
 * works. One that was reached and is away takes its own tools with it, and no others.
 */
function reachable(name: string, client: Pick<RouteClient, 'health'>): ReadinessPart {
  let wasReached = false;
  return {
    name,
    get isNeeded() {
      return !wasReached;
    },
    async health() {
      const state = await client.health();
      wasReached ||= state.ready;
      return state;
    },
  };
}

/** What a neighbour does is in the same trace, and is audited and logged under the same request id. */
function onBehalf(): Record<string, string> {
  const id = requestId();
  return { ...traceHeaders(), ...(id !== undefined && { 'x-request-id': id }) };
}
