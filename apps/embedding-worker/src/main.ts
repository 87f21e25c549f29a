import { clusterBackend, clusterEvents, clusterIndexes, clusterQueues } from '@cairn/backends';
import { runService } from '@cairn/platform';
import { EmbeddingModule } from '@cairn/service-embedding';

await runService('embedding-worker', async (config) => ({
  backend: await clusterBackend(config, clusterIndexes(config), clusterQueues(config)),
  modules: [EmbeddingModule.forRoot(config)],
  transport: clusterEvents(config),
  handlesItsEvents: true,
}));
