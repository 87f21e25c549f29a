import { clusterBackend, clusterEvents, clusterLimits, clusterQueues, StoreClock } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GraphModule } from '@cairn/service-graph';

await runService('graph-service', async (config) => {
  const clock = new StoreClock();
  return {
    backend: await clusterBackend({ ...config, clock }, clusterQueues(config), clusterLimits(config)),
    modules: [GraphModule],
    transport: clusterEvents(config),
    handlesItsEvents: true,
    tokens: new ServiceTokens({ self: 'graph-service', secrets: config.serviceSecrets, clock }),
  };
});
