import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents, embedderFor } from '@cairn/backends';
import type { Principal } from '@cairn/contracts';
import { loadConfig, startService, type EmbedderConfig, type RunningService } from '@cairn/platform';
import { Identity, type Embedder } from '@cairn/ports';
import { IndexingModule } from '@cairn/service-indexing';
import { GraphModule } from '@cairn/service-graph';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import type { DynamicModule } from '@nestjs/common';
import { RememberingEmbedder } from './remembering-embedder.ts';

/** Where embeddings are kept between runs. */
const CACHE = 'bench/.cache/embeddings.db';

export interface BenchServer {
  readonly service: RunningService;
  readonly principal: Principal;
  /** What the principal shows at the door. */
  readonly key: string;
  close(): Promise<void>;
}

export interface EmbeddedBenchServer extends BenchServer {
  readonly dataDir: string;
}

export interface BenchServerOptions {
  /** Keep embeddings between runs, or only those of what is stored; without it the model does all the work. */
  readonly remember: boolean | 'documents';
  /** A folder that stays; without it the store goes when the server does. */
  readonly dataDir?: string;
  /** Another model than that of the settings. */
  readonly model?: Embedder;
  /** Served beside those that every bench needs. */
  readonly modules?: readonly DynamicModule[];
}

/** The product's own services in this process, on a fresh store or in a folder given. */
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
    modules: [IngestModule.forRoot(config), IndexingModule.forRoot(config), RecallModule, GraphModule, ...modules],
    config,
    transport: embeddedEvents,
    handlesItsEvents: true,
  });
  const known = await benchPrincipal(service.app.get(Identity));
  const close = async () => {
    await service.close();
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { service, ...known, dataDir, close };
}

/** Any port, only errors in the log, and nobody asks too often. */
export const quiet = { port: 0, logLevel: 'error', rateLimitPerMinute: 10_000_000 } as const;

export function benchEmbedder(config: EmbedderConfig, { remember }: Pick<BenchServerOptions, 'remember'>): Embedder {
  const model = embedderFor(config);
  if (remember === false) return model;
  return new RememberingEmbedder(model, CACHE, remember === 'documents' ? ['document'] : ['document', 'query']);
}

export async function benchPrincipal(identity: Identity): Promise<{ principal: Principal; key: string }> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name: 'bench', kind: 'agent', role: 'admin', peers: [] });
  const principal = await identity.authenticate(key);
  if (!principal) throw new Error('a key that was just made does not authenticate');
  return { principal, key };
}
