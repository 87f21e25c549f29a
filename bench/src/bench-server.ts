import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { embeddedBackend, embeddedEvents, embedderFor } from '@cairn/backends';
import type { Principal } from '@cairn/domain';
import { loadConfig, startService, type EmbedderConfig, type RunningService } from '@cairn/platform';
import { recallThreadOptions, type Embedder } from '@cairn/ports';
import { IndexingModule } from '@cairn/service-indexing';
import { GraphModule } from '@cairn/service-graph';
import { AdminModule } from '@cairn/service-admin';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { Identity, keys, type Keys } from '@cairn/store';
import { RememberingEmbedder } from './remembering-embedder.ts';

/** File that keeps embeddings between runs. */
const CACHE = 'bench/.cache/embeddings.db';

export interface BenchServer {
  readonly service: RunningService;
  readonly principal: Principal;
  /** API key of the principal. */
  readonly key: string;
  close(): Promise<void>;
}

export interface EmbeddedBenchServer extends BenchServer {
  readonly dataDir: string;
}

export interface BenchServerOptions {
  /** Keeps embeddings between runs, or only those of stored texts; otherwise the model computes all. */
  readonly remember: boolean | 'documents';
  /** Folder that remains; without it the store is deleted with the server. */
  readonly dataDir?: string;
  /** Replaces the model of the settings. */
  readonly model?: Embedder;
  /** Modules beside those that every bench needs. */
  readonly modules?: readonly DynamicModule[];
}

/** Starts the product's own services in this process, on a fresh store or in a given folder. */
export async function startBenchServer({
  remember,
  dataDir: kept,
  model,
  modules = [],
}: BenchServerOptions): Promise<EmbeddedBenchServer> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const config = { ...loadConfig('all-in-one'), dataDir, ...quiet };
  const service = await startService({
    backend: await embeddedBackend(config, [model ?? benchEmbedder(config.embedder, { remember })]),
    modules: [
      AdminModule.forRoot(config),
      IngestModule.forRoot(config),
      IndexingModule.forRoot({ ...config, isExtractionOn: false }),
      RecallModule.onThreads({ count: config.readers, start: (model) => recallThread({ dataDir, ...model }) }),
      GraphModule,
      ...modules,
    ],
    config,
    transport: embeddedEvents,
    handlesItsEvents: true,
  });
  const known = await benchPrincipal(service.app);
  const close = async () => {
    await service.close();
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { service, ...known, dataDir, close };
}

/** Starts the product's own thread, which lies beside this program. */
const recallThread = (workerData: object) =>
  new Worker(new URL('./recall.worker.mjs', import.meta.url), { workerData, ...recallThreadOptions });

/** Any port, only errors in the log, and no effective rate limit. */
export const quiet = { port: 0, logLevel: 'error', rateLimitPerMinute: 10_000_000 } as const;

export function benchEmbedder(config: EmbedderConfig, { remember }: Pick<BenchServerOptions, 'remember'>): Embedder {
  const model = embedderFor(config);
  if (remember === false) return model;
  return new RememberingEmbedder(model, CACHE, remember === 'documents' ? ['document'] : ['document', 'query']);
}

export async function benchPrincipal(app: INestApplicationContext): Promise<{ principal: Principal; key: string }> {
  const allKeys = app.get<Keys>(keys.token);
  const { orgId } = await allKeys.firstOrganisation({});
  const { key } = await allKeys.create({ orgId, name: 'bench', kind: 'agent', role: 'admin', peers: [] });
  const principal = await app.get(Identity).authenticate(key);
  if (!principal) throw new Error('a key that was just made does not authenticate');
  return { principal, key };
}
