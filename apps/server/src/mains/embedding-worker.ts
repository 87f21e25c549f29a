import { clusterBackend, clusterEvents, clusterIndexes, clusterQueues } from '@cairn/backends';
import { runService } from '@cairn/platform';
import { IndexingModule } from '@cairn/service-indexing';

await runService('embedding-worker', async (config) => ({
  backend: await clusterBackend(config, clusterIndexes(config), clusterQueues(config)),
  modules: [IndexingModule.forRoot(config)],
  transport: clusterEvents(config),
  handlesItsEvents: true,
}));
