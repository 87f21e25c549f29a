import { clusterBackend, clusterIndexes, clusterQueues, OutboxRelayModule } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GenerationsModule } from '@cairn/service-embedding';
import { IngestModule } from '@cairn/service-ingest';
import { printFirstKey } from './print-first-key.ts';

if (process.argv.includes('--first-key')) await printFirstKey();
else
  await runService('ingest', async (config) => ({
    backend: await clusterBackend(config, clusterIndexes(config, { embeds: false }), clusterQueues(config)),
    modules: [IngestModule, GenerationsModule, OutboxRelayModule],
    tokens: new ServiceTokens({ self: 'ingest', secrets: config.serviceSecrets }),
  }));
