import { clusterBackend, clusterLimits, StoreClock } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GraphModule } from '@cairn/service-graph';

await runService('graph-service', async (config) => {
  const clock = new StoreClock();
  return {
    backend: await clusterBackend({ ...config, clock }, clusterLimits(config)),
    modules: [GraphModule],
    tokens: new ServiceTokens({ self: 'graph-service', secrets: config.serviceSecrets, clock }),
  };
});
