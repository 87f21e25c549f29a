import { clusterBackend, clusterLimits, neighbours, StoreClock } from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GatewayModule, gatewayOptionsOf } from '@cairn/service-gateway';

await runService('mcp-gateway', async (config) => {
  const clock = new StoreClock();
  return {
    backend: await clusterBackend(
      { ...config, clock },
      clusterLimits(config),
      neighbours(config, new ServiceTokens({ self: 'mcp-gateway', secrets: config.serviceSecrets, clock })),
    ),
    modules: [GatewayModule.forRoot(gatewayOptionsOf(config))],
    describesEveryRoute: true,
  };
});
