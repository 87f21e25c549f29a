import { HttpNeighbours, RouteClient } from '@cairn/adapter-http-services';
import type { Principal } from '@cairn/contracts';
import { traceHeaders, type Config, type ServiceTokens } from '@cairn/platform';
import { Neighbours } from '@cairn/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import { closing } from './closing.ts';

@Module({})
class NeighboursModule {}

/** The services of other processes, which this one asks in the name of its caller. */
export function neighbours(
  { recallUrl, ingestUrl }: Pick<Config<'mcp-gateway'>, 'recallUrl' | 'ingestUrl'>,
  tokens: ServiceTokens,
): DynamicModule {
  const at = (service: 'recall-api' | 'ingest', baseUrl: string) =>
    new RouteClient({
      service,
      baseUrl,
      authorization: (principal: Principal) => tokens.sign(principal, service),
      headers: traceHeaders,
    });
  const others = new HttpNeighbours({ 'recall-api': at('recall-api', recallUrl), ingest: at('ingest', ingestUrl) });
  return {
    module: NeighboursModule,
    global: true,
    providers: [{ provide: Neighbours, useValue: others }, closing([others])],
    exports: [Neighbours],
  };
}
