import { clusterBackend, neighbours } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GatewayModule, gatewayOptionsOf } from '@cairn/service-gateway';

await runService('mcp-gateway', async (config) => ({
  backend: await clusterBackend(config),
  modules: [
    GatewayModule.forRoot(gatewayOptionsOf(config)),
    neighbours(config, new ServiceTokens({ self: 'mcp-gateway', secrets: config.serviceSecrets })),
  ],
  describesEveryRoute: true,
}));
