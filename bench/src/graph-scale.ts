import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterBackend, clusterIndexes, clusterQueues, embeddedBackend, embedderFor } from '@cairn/backends';
import type { RelationInput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { ItemWriter, RouteCaller } from '@cairn/ports';
import { GraphModule } from '@cairn/service-graph';
import { aNewMemory } from '@cairn/testing';
import { graphs, type Graphs } from '@cairn/store';
import { benchPrincipal, quiet } from './bench-server.ts';
import { newStores, withClusterServers, type ClusterServers, type Stores } from './cluster-stores.ts';
import { generator } from './paired-bootstrap.ts';

export interface ScaleRequest {
  readonly entities: number;
  readonly relations: number;
  /** Number of relations of the largest hub. */
  readonly hub: number;
  readonly seed: number;
  readonly questions: number;
  readonly backends: readonly ('embedded' | 'cluster')[];
  /** Folder that keeps the filled stores for later runs. Absent: they are deleted. */
  readonly keep?: string | undefined;
}

const RELATIONS_A_MEMORY = 200;
const MEMORIES_AT_ONCE = 16;
const HUB = 'package:hub';

/** Fills a graph of a given size, asks questions of each kind many times, and prints the durations. */
export async function measureScale(request: ScaleRequest): Promise<void> {
  const { entities, relations, hub, seed } = request;
  console.log(`graph: ${entities} entities, ${relations} relations, a hub of ${hub}, seed ${seed}`);
  if (request.keep !== undefined) mkdirSync(request.keep, { recursive: true });
  for (const backend of request.backends) {
    if (backend === 'embedded') await onEmbedded(request);
    else await onCluster(request);
  }
}

async function onEmbedded(request: ScaleRequest): Promise<void> {
  const { keep } = request;
  const dataDir = keep === undefined ? mkdtempSync(join(tmpdir(), 'cairn-graph-scale-')) : join(keep, 'embedded');
  const config = { ...loadConfig('all-in-one'), dataDir, ...quiet };
  const backend = await embeddedBackend(config, [embedderFor(config.embedder)]);
  const service = await startService({ backend, modules: [GraphModule], config });
  await running(service, () => measure(service, request, 'embedded'));
  if (keep === undefined) rmSync(dataDir, { recursive: true, force: true });
}

const onCluster = (request: ScaleRequest): Promise<void> =>
  withClusterServers(async (servers) => {
    const stores = await storesOf(servers, request);
    const config = { ...loadConfig('embedding-worker', stores.settings), ...quiet };
    const indexes = clusterIndexes(config, { models: [embedderFor(config.embedder)] });
    const backend = await clusterBackend(config, indexes, clusterQueues(config));
    const service = await startService({ backend, modules: [GraphModule], config });
    await running(service, () => measure(service, request, 'cluster'));
    if (request.keep === undefined) await stores.drop();
  });

/** Stores of the earlier run if kept, else new ones. */
async function storesOf(servers: ClusterServers, { keep }: ScaleRequest): Promise<Stores> {
  const file = keep === undefined ? undefined : join(keep, 'cluster.json');
  if (file !== undefined && existsSync(file))
    return { settings: JSON.parse(readFileSync(file, 'utf8')) as Stores['settings'], drop: () => Promise.resolve() };
  const stores = await newStores(servers);
  if (file !== undefined) writeFileSync(file, JSON.stringify(stores.settings), { mode: 0o600 });
  return stores;
}

async function running(service: RunningService, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await service.close();
  }
}

async function measure(service: RunningService, request: ScaleRequest, backend: string): Promise<void> {
  const { principal } = await benchPrincipal(service.app);
  if (await isFilled(service, principal)) console.log(`${backend}: filled before`);
  else await timedFill(service, principal, { request, backend });
  for (const [kind, ask] of Object.entries(questionsOf(service.app.get(RouteCaller), principal, request)))
    await time(kind, ask, request.questions);
  console.log(`  load of ${cpus().length} cores: ${loadavg()[0]?.toFixed(1)}`);
}

const isFilled = async ({ app }: RunningService, principal: Principal): Promise<boolean> => {
  const query = { type: 'package', limit: 1 } as const;
  const { entities } = await app.get(RouteCaller).call('graphEntities', principal, { query });
  return entities.length > 0;
};

interface Filling {
  readonly request: ScaleRequest;
  readonly backend: string;
}

async function timedFill(service: RunningService, principal: Principal, { request, backend }: Filling): Promise<void> {
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await fill(service, principal, request);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1000;
  console.log(
    `${backend}: filled in ${seconds.toFixed(0)} s, ${(request.relations / seconds).toFixed(0)} relations a second, ` +
      `cpu ${((1000 * cpuMs) / request.relations).toFixed(0)} us a relation`,
  );
}

async function time(kind: string, ask: (at: number) => Promise<unknown>, questions: number): Promise<void> {
  const times: number[] = [];
  const cpuBefore = process.cpuUsage();
  for (let at = 0; at < questions; at++) {
    const before = performance.now();
    await ask(at);
    times.push(performance.now() - before);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  print(kind, times, (user + system) / 1000 / times.length);
}

/** Prints percentiles; `cpuMs` is the mean processor time per question, which other load does not affect. */
function print(kind: string, times: readonly number[], cpuMs: number): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(
    `  ${kind.padEnd(24)} p50 ${at(0.5).padStart(7)} ms  p95 ${at(0.95).padStart(7)} ms  max ${at(1).padStart(7)} ms  cpu ${cpuMs.toFixed(1).padStart(7)} ms`,
  );
}

async function fill({ app }: RunningService, principal: Principal, request: ScaleRequest): Promise<void> {
  const [writer, graph] = [app.get(ItemWriter), app.get<Graphs>(graphs.token)];
  const batches = memoriesOf(request);
  for (let start = 0; start < batches.length; start += MEMORIES_AT_ONCE) {
    const memories = batches
      .slice(start, start + MEMORIES_AT_ONCE)
      .map((relations, at) => aNewMemory({ content: `part ${start + at}`, relations }, { visibility: 'org' }));
    await writer.write(principal, memories);
    const pointers = memories.map(({ id }) => ({ orgId: principal.orgId, kind: 'memory' as const, id }));
    await Promise.all(
      pointers.map((pointer) => graph.keep({ ...pointer, version: 1, said: { statements: [], rules: [] } })),
    );
  }
}

/** Generates services that depend on each other, on themselves, in cycles and on the hub, with the teams that own them. */
function memoriesOf({ entities, relations, hub, seed }: ScaleRequest): RelationInput[][] {
  const random = generator(seed);
  const any = (prefix: string, count: number) => `${prefix}${Math.floor(random() * count)}`;
  const confidence = () => 0.5 + Math.floor(random() * 50) / 100;
  const services = Math.floor(entities * 0.9);
  const teams = entities - services;
  const one = (at: number): RelationInput => {
    if (at < hub) return { from: any('service:s', services), type: 'depends_on', to: HUB, confidence: confidence() };
    if (at % 5 === 0)
      return { from: any('team:t', teams), type: 'owns', to: any('service:s', services), confidence: confidence() };
    const from = any('service:s', services);
    return {
      from,
      type: 'depends_on',
      to: at % 1000 === 1 ? from : any('service:s', services),
      confidence: confidence(),
    };
  };
  const all = Array.from({ length: relations }, (_, at) => one(at));
  return Array.from({ length: Math.ceil(relations / RELATIONS_A_MEMORY) }, (_, at) =>
    all.slice(at * RELATIONS_A_MEMORY, (at + 1) * RELATIONS_A_MEMORY),
  );
}

/** Questions as users ask them, from the name to the complete answer. */
function questionsOf(
  api: RouteCaller,
  principal: Principal,
  { entities, seed }: ScaleRequest,
): Record<string, (at: number) => Promise<unknown>> {
  const random = generator(seed + 1);
  const services = Math.floor(entities * 0.9);
  const service = () => `service:s${Math.floor(random() * services)}`;
  const owners = (entity: string) => api.call('graphOwners', principal, { body: { entity } });
  const connection = (entityA: string, entityB: string) =>
    api.call('graphConnection', principal, { body: { entityA, entityB } });
  const depending = (entity: string, direction: 'depends_on' | 'needed_by', maxDepth: number) =>
    api.call('graphDependencies', principal, { body: { entity, direction, maxDepth } });
  const around = (entity: string, depth: number) =>
    api.call('graphExplore', principal, { body: { entity, depth, limit: 200 } });
  return {
    'a name': () => api.call('graphEntities', principal, { query: { search: service().slice(8), limit: 1 } }),
    owners: () => owners(service()),
    'owners of the hub': () => owners(HUB),
    connection: () => connection(service(), service()),
    'connection to the hub': () => connection(service(), HUB),
    'dependencies, depth 3': () => depending(service(), 'depends_on', 3),
    'dependencies, depth 5': () => depending(service(), 'depends_on', 5),
    'needed by, the hub': () => depending(HUB, 'needed_by', 5),
    'explore, depth 1': () => around(service(), 1),
    'explore, depth 3': () => around(service(), 3),
    'explore the hub': () => around(HUB, 3),
  };
}
