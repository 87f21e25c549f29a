import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterBackend, clusterIndexes, clusterQueues, embeddedBackend, embedderFor } from '@cairn/backends';
import { scopeOf, type GraphReader, type Principal, type RelationInput } from '@cairn/contracts';
import { dependencyChain, explainConnection, explore, ownersOfName, resolveEntity } from '@cairn/graph';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { Graphs, Identity, Truth } from '@cairn/ports';
import { GraphModule } from '@cairn/service-graph';
import { aNewMemory } from '@cairn/testing';
import { benchPrincipal, quiet } from './bench-server.ts';
import { newStores, withClusterServers } from './cluster-stores.ts';
import { generator } from './paired-bootstrap.ts';

export interface ScaleRequest {
  readonly entities: number;
  readonly relations: number;
  /** How many relations the largest hub has. */
  readonly hub: number;
  readonly seed: number;
  readonly questions: number;
  readonly backends: readonly ('embedded' | 'cluster')[];
}

const RELATIONS_A_MEMORY = 200;
const MEMORIES_AT_ONCE = 16;
const HUB = 'package:hub';

/** Fills a graph of a stated size, asks each kind of question of it many times, and prints how long the answers took. */
export async function measureScale(request: ScaleRequest): Promise<void> {
  const { entities, relations, hub, seed } = request;
  console.log(`graph: ${entities} entities, ${relations} relations, a hub of ${hub}, seed ${seed}`);
  for (const backend of request.backends) {
    if (backend === 'embedded') await onEmbedded((service) => measure(service, request, backend));
    else await onCluster((service) => measure(service, request, backend));
  }
}

type Work = (service: RunningService) => Promise<void>;

async function onEmbedded(work: Work): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-graph-scale-'));
  const config = { ...loadConfig('all-in-one'), dataDir, ...quiet };
  const backend = await embeddedBackend(config, [embedderFor(config.embedder)]);
  await running(await startService({ backend, modules: [GraphModule], config }), work);
  rmSync(dataDir, { recursive: true, force: true });
}

const onCluster = (work: Work): Promise<void> =>
  withClusterServers(async (servers) => {
    const stores = await newStores(servers);
    const config = { ...loadConfig('embedding-worker', stores.settings), ...quiet };
    const indexes = clusterIndexes(config, { models: [embedderFor(config.embedder)] });
    const backend = await clusterBackend(config, indexes, clusterQueues(config));
    await running(await startService({ backend, modules: [GraphModule], config }), work);
    await stores.drop();
  });

async function running(service: RunningService, work: Work): Promise<void> {
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

async function measure(service: RunningService, request: ScaleRequest, backend: string): Promise<void> {
  const { principal } = await benchPrincipal(service.app.get(Identity));
  const startedAt = performance.now();
  await fill(service, principal, request);
  console.log(`${backend}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const reader = service.app.get(Graphs).reader(scopeOf(principal));
  for (const [kind, ask] of Object.entries(questionsOf(reader, request))) {
    const times: number[] = [];
    const cpuBefore = process.cpuUsage();
    for (let at = 0; at < request.questions; at++) {
      const before = performance.now();
      await ask(at);
      times.push(performance.now() - before);
    }
    const { user, system } = process.cpuUsage(cpuBefore);
    print(kind, times, (user + system) / 1000 / times.length);
  }
  console.log(`  load of ${cpus().length} cores: ${loadavg()[0]?.toFixed(1)}`);
}

/** `cpuMs` is the mean that the process itself worked on one, which a busy machine does not stretch. */
function print(kind: string, times: readonly number[], cpuMs: number): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(
    `  ${kind.padEnd(24)} p50 ${at(0.5).padStart(7)} ms  p95 ${at(0.95).padStart(7)} ms  max ${at(1).padStart(7)} ms  cpu ${cpuMs.toFixed(1).padStart(7)} ms`,
  );
}

async function fill({ app }: RunningService, principal: Principal, request: ScaleRequest): Promise<void> {
  const [truth, graphs] = [app.get(Truth), app.get(Graphs)];
  const batches = memoriesOf(request);
  for (let start = 0; start < batches.length; start += MEMORIES_AT_ONCE) {
    const memories = batches
      .slice(start, start + MEMORIES_AT_ONCE)
      .map((relations, at) => aNewMemory({ content: `part ${start + at}`, relations }, { visibility: 'org' }));
    await truth.write(principal, memories);
    const pointers = memories.map(({ id }) => ({ orgId: principal.orgId, kind: 'memory' as const, id }));
    await Promise.all(pointers.map((pointer) => graphs.keep(pointer, 1, { statements: [], rules: [] })));
  }
}

/** Services that depend on each other, some on themselves and in circles, on the hub, and the teams that own them. */
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

function questionsOf(
  reader: GraphReader,
  { entities, seed }: ScaleRequest,
): Record<string, (at: number) => Promise<unknown>> {
  const asOf = Date.now();
  const random = generator(seed + 1);
  const services = Math.floor(entities * 0.9);
  const service = () => `service:s${Math.floor(random() * services)}`;
  const idOf = async (name: string) => {
    const found = await resolveEntity(reader, name);
    return found.type === 'found' ? found.entity.id : '';
  };
  const depending = async (name: string, direction: 'depends_on' | 'needed_by', maxDepth: number) => {
    const { nodes } = await dependencyChain(reader, { entityId: await idOf(name), direction, maxDepth, asOf });
    return reader.load(nodes.map(({ entityId }) => entityId));
  };
  const around = async (name: string, depth: number) => {
    const { nodes } = await explore(reader, { entityId: await idOf(name), depth, limit: 200, asOf });
    return reader.load(nodes.map(({ id }) => id));
  };
  return {
    'a name': () => idOf(service()),
    owners: () => ownersOfName(reader, { name: service(), asOf }),
    'owners of the hub': () => ownersOfName(reader, { name: HUB, asOf }),
    connection: async () => explainConnection(reader, { a: await idOf(service()), b: await idOf(service()), asOf }),
    'connection to the hub': async () =>
      explainConnection(reader, { a: await idOf(service()), b: await idOf(HUB), asOf }),
    'dependencies, depth 3': () => depending(service(), 'depends_on', 3),
    'dependencies, depth 5': () => depending(service(), 'depends_on', 5),
    'needed by, the hub': () => depending(HUB, 'needed_by', 5),
    'explore, depth 1': () => around(service(), 1),
    'explore, depth 3': () => around(service(), 3),
    'explore the hub': () => around(HUB, 3),
  };
}
