import { HttpNeighbours, RouteClient } from '@cairn/adapter-http-services';
import type { Principal } from '@cairn/contracts';
import { requestId, traceHeaders, type Config, type ServiceTokens } from '@cairn/platform';
import { Neighbours } from '@cairn/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import { closing } from './closing.ts';

@Module({})
class NeighboursModule {}

/** The services of other processes, which this one asks in the name of its caller. */
export function neighbours(
  { recallUrl, ingestUrl, graphUrl }: Pick<Config<'mcp-gateway'>, 'recallUrl' | 'ingestUrl' | 'graphUrl'>,
  tokens: ServiceTokens,
): DynamicModule {
  const at = (service: 'recall-api' | 'ingest' | 'graph-service', baseUrl: string) =>
    new RouteClient({
      service,
      baseUrl,
      authorization: (principal: Principal) => tokens.sign(principal, service),
      headers: onBehalf,
    });
  const others = new HttpNeighbours({
    'recall-api': at('recall-api', recallUrl),
    'graph-service': at('graph-service', graphUrl),
    ingest: at('ingest', ingestUrl),
  });
  return {
    module: NeighboursModule,
    global: true,
    providers: [{ provide: Neighbours, useValue: others }, closing([others])],
    exports: [Neighbours],
  };
}

/** What a neighbour does is in the same trace, and is audited and logged under the same request id. */
function onBehalf(): Record<string, string> {
  const id = requestId();
  return { ...traceHeaders(), ...(id !== undefined && { 'x-request-id': id }) };
}
