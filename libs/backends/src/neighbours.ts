import { HttpIngestApi, HttpRecallApi } from '@cairn/adapter-http-services';
import type { Principal } from '@cairn/contracts';
import { traceHeaders, type Config, type ServiceTokens } from '@cairn/platform';
import { IngestApi, RecallApi } from '@cairn/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import { closing } from './closing.ts';

@Module({})
class Neighbours {}

/** Recall and ingest in other processes, which this one asks in the name of its caller. */
export function neighbours(
  { recallUrl, ingestUrl }: Pick<Config<'mcp-gateway'>, 'recallUrl' | 'ingestUrl'>,
  tokens: ServiceTokens,
): DynamicModule {
  const at = (service: 'recall-api' | 'ingest', baseUrl: string) => ({
    service,
    baseUrl,
    authorization: (principal: Principal) => tokens.sign(principal, service),
    headers: traceHeaders,
  });
  const recall = new HttpRecallApi(at('recall-api', recallUrl));
  const ingest = new HttpIngestApi(at('ingest', ingestUrl));
  const ports = [
    { provide: RecallApi, useValue: recall },
    { provide: IngestApi, useValue: ingest },
  ];
  return {
    module: Neighbours,
    global: true,
    providers: [...ports, closing([recall, ingest])],
    exports: [RecallApi, IngestApi],
  };
}
