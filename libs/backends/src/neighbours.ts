import { HttpNeighbours, RouteClient } from '@cairn/adapter-http-services';
import type { PublicService } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { requestId, traceHeaders, type Config, type ServiceTokens } from '@cairn/platform';
import { Neighbours } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';
import type { ReadinessPart } from './cluster-readiness.ts';

/**
 * Calls other services in the name of the caller. With `areNeeded: false`, an unreachable service never makes this process
 * unready.
 */
export const neighbours =
  (
    { recallUrl, ingestUrl, graphUrl }: Partial<Pick<Config<'mcp-gateway'>, 'recallUrl' | 'ingestUrl' | 'graphUrl'>>,
    tokens: ServiceTokens,
    { areNeeded = true }: { readonly areNeeded?: boolean } = {},
  ): ClusterPart =>
  () => {
    const at = (service: PublicService, baseUrl: string) =>
      new RouteClient({
        service,
        baseUrl,
        authorization: (principal: Principal) => tokens.sign(principal, service),
        headers: headersOnBehalf,
      });
    const clients = {
      ...(recallUrl !== undefined && { 'recall-api': at('recall-api', recallUrl) }),
      ...(graphUrl !== undefined && { 'graph-service': at('graph-service', graphUrl) }),
      ...(ingestUrl !== undefined && { ingest: at('ingest', ingestUrl) }),
    };
    const others = new HttpNeighbours(clients);
    const uses = Object.entries(clients).map(([name, client]) => readinessOf(name, client, areNeeded));
    return { ports: [{ provide: Neighbours, useValue: others }], uses, holds: [others] };
  };

/**
 * Readiness of a neighbouring service. A service that was never reached may have a wrong address or a blocked network: this
 * process then stays unready, so that it does not replace a working one. A service that was reached before and fails now
 * affects only the tools that need it.
 */
function readinessOf(name: string, client: Pick<RouteClient, 'health'>, mustBeReached: boolean): ReadinessPart {
  let wasReached = false;
  return {
    name,
    get isNeeded() {
      return mustBeReached && !wasReached;
    },
    async health() {
      const state = await client.health();
      wasReached ||= state.ready;
      return state;
    },
  };
}

/** Headers that continue the trace at the other service, and give it the request id for its audit and logs. */
function headersOnBehalf(): Record<string, string> {
  const id = requestId();
  return { ...traceHeaders(), ...(id !== undefined && { 'x-request-id': id }) };
}
