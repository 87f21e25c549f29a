import { clusterBackend, clusterIndexes } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { RecallModule } from '@cairn/service-recall';

await runService('recall-api', async (config) => ({
  backend: await clusterBackend(config, clusterIndexes(config)),
  modules: [RecallModule],
  tokens: new ServiceTokens({ self: 'recall-api', secrets: config.serviceSecrets }),
}));
