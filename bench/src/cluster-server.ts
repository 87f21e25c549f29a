import { clusterBackend, clusterEvents, clusterIndexes, clusterQueues, OutboxRelayModule } from '@cairn/backends';
import { loadConfig, startService } from '@cairn/platform';
import { IndexingModule } from '@cairn/service-indexing';
import { GraphModule } from '@cairn/service-graph';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { benchEmbedder, benchPrincipal, quiet, type BenchServer } from './bench-server.ts';
import { newStores, type ClusterServers, type Stores } from './cluster-stores.ts';

/** Starts the product's services in this process on fresh stores, deleted at the end. Embeddings are cached between runs. */
export async function startClusterServer(servers: ClusterServers): Promise<BenchServer> {
  const stores = await newStores(servers);
  const server = await serveCluster(stores, { remember: true });
  const close = async () => {
    await server.close();
    await stores.drop();
  };
  return { ...server, close };
}

/** An event ends when the word index has refreshed; with low concurrency, filling a store would mostly wait for that. */
const CAIRN_CONCURRENCY = '128';

/** Starts the services on stores that remain. */
export async function serveCluster(
  { settings }: Pick<Stores, 'settings'>,
  { remember }: { readonly remember: boolean },
): Promise<BenchServer> {
  const config = { ...loadConfig('embedding-worker', { ...settings, CAIRN_CONCURRENCY }), ...quiet };
  const embedder = benchEmbedder(config.embedder, { remember });
  const service = await startService({
    backend: await clusterBackend(config, clusterIndexes(config, { models: [embedder] }), clusterQueues(config)),
    modules: [
      IngestModule.forRoot({ ownText: 'remove' }),
      IndexingModule.forRoot({ ...config, isExtractionOn: false }),
      RecallModule,
      GraphModule,
      OutboxRelayModule,
    ],
    config,
    transport: clusterEvents(config),
    handlesItsEvents: true,
  });
  return { service, ...(await benchPrincipal(service.app)), close: () => service.close() };
}
