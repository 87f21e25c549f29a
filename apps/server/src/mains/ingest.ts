import {
  clusterBackend,
  clusterCompletions,
  clusterIndexes,
  clusterLimits,
  clusterQueues,
  OutboxRelayModule,
  StoreClock,
} from '@cairn/backends';
import { runService, ServiceTokens } from '@cairn/platform';
import { GenerationsModule } from '@cairn/service-indexing';
import { AdminModule } from '@cairn/service-admin';
import { IngestModule } from '@cairn/service-ingest';
import { printKey } from '../print-key.ts';

const [which] = process.argv.slice(2);

if (which === '--first-key' || which === '--admin-key') await printKey(which);
else
  await runService('ingest', async (config) => {
    const clock = new StoreClock();
    return {
      backend: await clusterBackend(
        { ...config, clock },
        clusterIndexes(config, { embeds: false }),
        clusterQueues(config),
        clusterLimits(config),
        clusterCompletions(config),
      ),
      modules: [
        AdminModule.forRoot(config),
        IngestModule.forRoot(config),
        GenerationsModule.forRoot(config),
        OutboxRelayModule,
      ],
      operatorKey: config.operatorKey,
      tokens: new ServiceTokens({ self: 'ingest', secrets: config.serviceSecrets, clock }),
    };
  });
