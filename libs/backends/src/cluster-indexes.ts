import { ElasticsearchTextIndex } from '@cairn/adapter-elasticsearch';
import { PostgresGenerations, PostgresHoldings, PostgresPlacements, type PostgresPool } from '@cairn/adapter-postgres';
import { QdrantVectorIndex } from '@cairn/adapter-qdrant';
import type { Config } from '@cairn/platform';
import { Generations, Holdings, SystemClock, type Embedder } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';
import { embeddersFor, settled } from './embedder.ts';
import type { IndexOpeners } from './generations/backend-indexes.ts';
import { generationPorts } from './generations/generation-ports.ts';

type IndexConfig = Pick<
  Config<'recall-api'>,
  'elasticsearchUrl' | 'qdrantUrl' | 'qdrantKey' | 'namespace' | 'embedder' | 'nextEmbedder'
>;

interface IndexOptions {
  /** In place of the configured ones. */
  readonly models?: readonly [Embedder, ...Embedder[]];
  /** False for a process that only looks after indexes: it loads a model when it has to name one. */
  readonly embeds?: boolean;
}

/** Words, vectors and the models that make them, by generations. */
export const clusterIndexes =
  (config: IndexConfig, { models = embeddersFor(config), embeds = true }: IndexOptions = {}): ClusterPart =>
  async (pool) => {
    const clock = new SystemClock();
    const generations = new PostgresGenerations({ pool, clock });
    const { ports, indexes, embedders } = generationPorts(generations, models, openersOf(config, pool), { embeds });
    if (embeds) await settled(models[0]);
    const ofModel = { name: 'embedder', isNeeded: false, health: async () => (await embedders.live()).health() };
    return {
      ports: [
        { provide: Generations, useValue: generations },
        { provide: Holdings, useValue: new PostgresHoldings({ pool, clock }) },
        ...ports,
      ],
      uses: [
        { name: 'words', isNeeded: false, health: () => indexes.health('words') },
        { name: 'vectors', isNeeded: false, health: () => indexes.health('vectors') },
        ...(embeds ? [ofModel] : []),
      ],
      holds: [indexes, ...models],
    };
  };

function openersOf(
  { elasticsearchUrl, qdrantUrl, qdrantKey, namespace }: IndexConfig,
  pool: PostgresPool,
): IndexOpeners {
  const placements = new PostgresPlacements({ pool });
  return {
    words: ({ number: generation, builtBy }) =>
      new ElasticsearchTextIndex({
        node: elasticsearchUrl,
        prefix: namespace,
        generation,
        analyser: analyserOf(builtBy),
        places: placements,
      }),
    vectors: ({ number: generation, builtBy: modelId, dims }) =>
      new QdrantVectorIndex({ url: qdrantUrl, apiKey: qdrantKey, prefix: namespace, generation, modelId, dims: dims! }),
  };
}

/** Names of word indexes carry the version alone: it is the number that the analyser's name ends in. */
const analyserOf = (builtBy: string): number => Number(/\d+$/.exec(builtBy)?.[0] ?? 0);
