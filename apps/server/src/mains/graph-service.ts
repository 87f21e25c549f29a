import { clusterBackend, clusterEvents, clusterLimits, clusterQueues, neighbours, StoreClock } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GraphModule } from '@cairn/service-graph';

await runService('graph-service', async (config) => {
  const clock = new StoreClock();
  const tokens = new ServiceTokens({ self: 'graph-service', secrets: config.serviceSecrets, clock });
  return {
    backend: await clusterBackend(
      { ...config, clock },
      clusterQueues(config),
      clusterLimits(config),
      neighbours({ recallUrl: config.recallUrl }, tokens, { areNeeded: false }),
    ),
    modules: [GraphModule],
    transport: clusterEvents(config),
    handlesItsEvents: true,
    tokens,
  };
});
