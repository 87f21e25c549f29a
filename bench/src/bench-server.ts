import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBackend, embeddedEvents, embedderFor } from '@cairn/backends';
import type { Principal } from '@cairn/contracts';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { Identity, type Embedder } from '@cairn/ports';
import { EmbeddingModule } from '@cairn/service-embedding';
import { IngestModule } from '@cairn/service-ingest';
import { RecallModule } from '@cairn/service-recall';
import { RememberingEmbedder } from './remembering-embedder.ts';

/** Where embeddings are kept between runs. */
const CACHE = 'bench/.cache/embeddings.db';

export interface BenchServer {
  readonly service: RunningService;
  readonly principal: Principal;
  readonly dataDir: string;
  close(): Promise<void>;
}

export interface BenchServerOptions {
  /** Keep embeddings between runs; without it the model does all the work. */
  readonly remember: boolean;
  /** A folder that stays; without it the store goes when the server does. */
  readonly dataDir?: string;
}

/** The product's own services in this process, on a fresh store or in a folder given. */
export async function startBenchServer({ remember, dataDir: kept }: BenchServerOptions): Promise<BenchServer> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const config = { ...loadConfig(), dataDir, port: 0, logLevel: 'error' as const, rateLimitPerMinute: 10_000_000 };
  const model = embedderFor(config.embedder);
  const embedder: Embedder = remember ? new RememberingEmbedder(model, CACHE) : model;
  const service = await startService({
    backend: await embeddedBackend(config, embedder),
    modules: [IngestModule, EmbeddingModule, RecallModule],
    config,
    transport: embeddedEvents,
    handlesEveryEvent: true,
  });
  const principal = await benchPrincipal(service.app.get(Identity));
  const close = async () => {
    await service.close();
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { service, principal, dataDir, close };
}

async function benchPrincipal(identity: Identity): Promise<Principal> {
  const { orgId } = await identity.firstOrganisation();
  const { key } = await identity.createKey({ orgId, name: 'bench', kind: 'agent', role: 'admin', peers: [] });
  const principal = await identity.authenticate(key);
  if (!principal) throw new Error('a key that was just made does not authenticate');
  return principal;
}
