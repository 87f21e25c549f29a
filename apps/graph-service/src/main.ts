import { clusterBackend } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GraphModule } from '@cairn/service-graph';

await runService('graph-service', async (config) => ({
  backend: await clusterBackend(config),
  modules: [GraphModule],
  tokens: new ServiceTokens({ self: 'graph-service', secrets: config.serviceSecrets }),
}));
