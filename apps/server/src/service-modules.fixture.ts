import { embeddedBackend } from '@cairn/backends';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { AdminModule } from '@cairn/service-admin';
import { GatewayModule, gatewayOptionsOf } from '@cairn/service-gateway';
import { GraphModule } from '@cairn/service-graph';
import { GenerationsModule, IndexingModule } from '@cairn/service-indexing';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';

/** Modules of the services that write, index and recall items. */
export const itemModules = (config: Parameters<typeof IndexingModule.forRoot>[0] & GenerationsConfig) => [
  IngestModule.forRoot({ ownText: 'remove' }),
  IndexingModule.forRoot(config),
  GenerationsModule.forRoot(config),
  RecallModule,
  GraphModule,
];
type GenerationsConfig = Parameters<typeof GenerationsModule.forRoot>[0];

/** Starts the services by which people get access, without a model. */
export async function startAccessServices(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const read = loadConfig('all-in-one', { CAIRN_EMBEDDER: 'none', CAIRN_LOG_LEVEL: 'silent', ...settings });
  const config = { ...read, port: 0, dataDir, readers: 1 };
  const modules = [
    AdminModule.forRoot(config),
    IngestModule.forRoot(config),
    GatewayModule.forRoot(gatewayOptionsOf(config)),
  ];
  return startService({ backend: await embeddedBackend(config), modules, config });
}
