import { BundledEmbedder } from '@cairn/adapter-embedders';
import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteEmbeddingStore,
  SqliteIdentity,
  SqliteOutbox,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import type { Config } from '@cairn/platform';
import {
  Clock,
  Embedder,
  EmbeddingStore,
  Identity,
  Outbox,
  Readiness,
  SystemClock,
  TextIndex,
  Truth,
  VectorIndex,
} from '@cairn/ports';
import { Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { embedderFor } from './embedder.ts';
import { EmbeddedReadiness } from './embedded-readiness.ts';

@Module({})
class EmbeddedBackend {}

/** Closes the stores after everything that uses them. */
@Injectable()
class Closing implements OnApplicationShutdown {
  constructor(
    private readonly threads: SqliteThreads,
    private readonly vectors: VectorIndex,
    private readonly embedder: Embedder,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([closeIfOpen(this.vectors), closeIfOpen(this.embedder)]);
    await this.threads.close();
  }
}

/** The bundled model names itself only after its self-test. One that does not load leaves word search, so the start goes on. */
async function settled(embedder: Embedder): Promise<void> {
  if (embedder instanceof BundledEmbedder) await embedder.warmUp().catch(() => undefined);
}

const closeIfOpen = async (part: object): Promise<void> => {
  if ('close' in part && typeof part.close === 'function') await part.close();
};

/** Everything in this process over one data folder: the default, needing nothing but Node. An embedder given here stands for the configured one. */
export async function embeddedBackend(
  config: Pick<Config, 'dataDir' | 'readers' | 'peerPrefixes' | 'embedder'>,
  embedder: Embedder = embedderFor(config.embedder),
): Promise<DynamicModule> {
  const clock = new SystemClock();
  const { dataDir, readers, peerPrefixes } = config;
  await settled(embedder);
  const threads = await SqliteThreads.open({ dataDir, readers, clock });
  const vectors = new EmbeddedVectorIndex({ threads, dataDir, dims: embedder.dims, modelId: embedder.modelId });
  const ports = [
    { provide: Clock, useValue: clock },
    { provide: Embedder, useValue: embedder },
    { provide: Truth, useValue: new SqliteTruth({ threads, clock }) },
    { provide: Outbox, useValue: new SqliteOutbox({ threads, clock }) },
    { provide: Identity, useValue: new SqliteIdentity({ threads, clock, peerPrefixes }) },
    { provide: EmbeddingStore, useValue: new SqliteEmbeddingStore({ threads, clock }) },
    { provide: TextIndex, useValue: new EmbeddedTextIndex(threads) },
    { provide: VectorIndex, useValue: vectors },
    { provide: Readiness, useFactory: () => new EmbeddedReadiness(threads, embedder) },
  ];
  return {
    module: EmbeddedBackend,
    global: true,
    providers: [...ports, { provide: SqliteThreads, useValue: threads }, Closing],
    exports: ports.map(({ provide }) => provide),
  };
}
