import { clusterBackend, clusterIndexes, clusterLimits, StoreClock } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { RecallModule } from '@cairn/service-recall';

await runService('recall-api', async (config) => {
  const clock = new StoreClock();
  return {
    backend: await clusterBackend({ ...config, clock }, clusterIndexes(config), clusterLimits(config)),
    modules: [RecallModule],
    tokens: new ServiceTokens({ self: 'recall-api', secrets: config.serviceSecrets, clock }),
  };
});
