import {
  EmbeddedTextIndex,
  EmbeddedVectorIndex,
  SqliteOutbox,
  SqliteStore,
  SqliteThreads,
  SqliteTruth,
} from '@cairn/adapter-embedded';
import { Identity, storeProviders, similarityScales, callsOf, generations } from '@cairn/store';
import { requestId, currentTraceparent, type Config } from '@cairn/platform';
import { Clock, Outbox, Readiness, SystemClock, type Embedder } from '@cairn/ports';
import { Module, type DynamicModule } from '@nestjs/common';
import { completionPorts } from './completions.ts';
import { closeAtShutdown } from './close-at-shutdown.ts';
import { embeddersFor, awaitModel } from './embedders/embedder.ts';
import { EmbeddedReadiness } from './embedded-readiness.ts';
import type { IndexOpeners } from './generations/backend-indexes.ts';
import { generationPorts } from './generations/generation-ports.ts';
import { truthParts } from './truth-parts.ts';

@Module({})
class EmbeddedBackend {}

/**
 * Opens the default backend: all parts run in this process over one data folder, without another server. `models`, if
 * given, replace the configured ones.
 */
export async function embeddedBackend(
  config: Pick<Config, 'dataDir' | 'readers' | 'embedder' | 'nextEmbedder'> & Partial<Pick<Config, 'proposals'>>,
  models: readonly [Embedder, ...Embedder[]] = embeddersFor(config),
): Promise<DynamicModule> {
  const clock = new SystemClock();
  const { dataDir, readers } = config;
  const threads = await SqliteThreads.open({ dataDir, readers, clock });
  await awaitModel(models[0]);
  const store = new SqliteStore({ threads, clock, trace: currentTraceparent, request: requestId });
  const open: IndexOpeners = {
    words: ({ number, builtBy: analyser }) => new EmbeddedTextIndex(threads, { number, analyser }),
    vectors: ({ number: generation, builtBy: modelId, dims }) =>
      new EmbeddedVectorIndex({ threads, dataDir, generation, modelId, dims: dims! }),
  };
  const byGeneration = generationPorts(callsOf(generations, store), models, open, {
    embeds: true,
    scales: callsOf(similarityScales, store),
  });
  const { indexes, embedders } = byGeneration;
  // Loads the vectors before the first question.
  await indexes.written('vectors').catch(() => undefined);
  const identity = new Identity({ store, clock });
  const ports = [
    { provide: Clock, useValue: clock },
    ...truthParts(new SqliteTruth({ threads, clock, trace: currentTraceparent, request: requestId })),
    { provide: Outbox, useValue: new SqliteOutbox({ threads, clock }) },
    { provide: Identity, useValue: identity },
    ...storeProviders(store, () => identity.forgetPrincipals()),
    ...completionPorts(config),
    ...byGeneration.ports,
    { provide: Readiness, useFactory: () => new EmbeddedReadiness(threads, embedders) },
  ];
  return {
    module: EmbeddedBackend,
    global: true,
    providers: [...ports, closeAtShutdown([indexes, ...models], [threads])],
    exports: ports.map(({ provide }) => provide),
  };
}
