import { ElasticsearchTextIndex } from '@cairn/adapter-elasticsearch';
import { PostgresLosses, PostgresPlacements, PostgresStore } from '@cairn/adapter-postgres';
import { similarityScales, callsOf, generations } from '@cairn/store';
import { QdrantVectorIndex } from '@cairn/adapter-qdrant';
import type { Config } from '@cairn/platform';
import { IndexLosses, type Embedder, type Embedders } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';
import { embeddersFor, awaitModel } from './embedders/embedder.ts';
import type { IndexOpeners } from './generations/backend-indexes.ts';
import { generationPorts } from './generations/generation-ports.ts';
import { vectorLosses, placesOf, healthUnlessLost } from './lost-indexes.ts';

type IndexConfig = Pick<
  Config<'recall-api'>,
  'elasticsearchUrl' | 'qdrantUrl' | 'qdrantKey' | 'qdrantReplicas' | 'namespace' | 'embedder' | 'nextEmbedder'
>;

interface IndexOptions {
  /** Models to use instead of the configured ones. */
  readonly models?: readonly [Embedder, ...Embedder[]];
  /** False for a process that only maintains indexes: it loads a model to learn its id, and embeds nothing. */
  readonly embeds?: boolean;
}

/** Provides the ports of word search, vector search and embedding models. Each port uses the live generation. */
export const clusterIndexes =
  (config: IndexConfig, { models = embeddersFor(config), embeds = true }: IndexOptions = {}): ClusterPart =>
  async (pool, clock) => {
    const losses = new PostgresLosses({ pool, clock });
    const store = new PostgresStore({ pool, clock });
    const openers = openersOf(config, new PostgresPlacements({ pool }), losses);
    const { ports, indexes, embedders } = generationPorts(callsOf(generations, store), models, openers, {
      embeds,
      scales: callsOf(similarityScales, store),
    });
    if (embeds) await awaitModel(models[0]);
    const ofModel = { name: 'embedder', isNeeded: false, health: () => healthOf(embedders) };
    return {
      ports: [{ provide: IndexLosses, useValue: losses }, ...ports],
      uses: [
        {
          name: 'words',
          isNeeded: false,
          health: () => healthUnlessLost(losses, 'words', () => indexes.health('words')),
        },
        {
          name: 'vectors',
          isNeeded: false,
          health: () => healthUnlessLost(losses, 'vectors', () => indexes.health('vectors')),
        },
        ...(embeds ? [ofModel] : []),
      ],
      holds: [indexes, ...models],
    };
  };

function openersOf(
  { elasticsearchUrl, qdrantUrl, qdrantKey, qdrantReplicas, namespace }: IndexConfig,
  placements: PostgresPlacements,
  losses: PostgresLosses,
): IndexOpeners {
  return {
    words: ({ number: generation, builtBy, layout }) =>
      new ElasticsearchTextIndex({
        node: elasticsearchUrl,
        prefix: namespace,
        generation,
        layout,
        analyser: builtBy,
        places: placesOf(placements, losses),
      }),
    vectors: ({ number: generation, builtBy: modelId, dims, layout }) =>
      new QdrantVectorIndex({
        url: qdrantUrl,
        apiKey: qdrantKey,
        replicas: qdrantReplicas,
        prefix: namespace,
        generation,
        layout,
        modelId,
        dims: dims!,
        losses: vectorLosses(losses, generation),
      }),
  };
}

/** Reports a model that is switched off as healthy, since the operator chose that. */
async function healthOf(embedders: Embedders) {
  const health = await (await embedders.live()).health();
  return embedders.isOff ? { ready: true, note: health.problem } : health;
}
