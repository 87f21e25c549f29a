import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { embedderFor } from '@cairn/backends';
import type { MemoryInput } from '@cairn/contracts';
import { RouteCaller } from '@cairn/ports';
import type { BenchServer } from './bench-server.ts';
import { callsReport, measureCalls } from './cluster-calls.ts';
import { ApiClient } from './cluster-client.ts';
import { startEmbeddingsStub } from './cluster-embeddings-stub.ts';
import { withFive } from './cluster-five.ts';
import { measureGrowth } from './cluster-growth.ts';
import { IndexWatch } from './cluster-index-watch.ts';
import { measureClusterRecall } from './cluster-recall.ts';
import { measureReplicas } from './cluster-replicas.ts';
import { clusterReport, type ClusterFigures } from './cluster-report.ts';
import { readClusterRequest, type ClusterRequest } from './cluster-request.ts';
import { measureRoundTrips } from './cluster-round-trips.ts';
import { measureSearchableOverHttp } from './cluster-searchable.ts';
import { serveCluster } from './cluster-server.ts';
import { withClusterServers, withStores, type ClusterServers, type Stores } from './cluster-stores.ts';
import { untilIndexed } from './load.ts';
import { speedData, type SpeedData } from './speed-items.ts';
import { textOf, type Report } from './speed-report.ts';
import { timed } from './speed-statistics.ts';

async function main(): Promise<void> {
  const request = readClusterRequest(process.argv.slice(2));
  const data = await dataFor(request);
  const report = await withClusterServers(async (servers) =>
    request.cost === undefined
      ? clusterReport(await measure(request, data, servers))
      : measureCost(request.cost, data, servers),
  );
  console.log(textOf(report));
  if (request.out === undefined) return;
  mkdirSync(request.out, { recursive: true });
  writeFileSync(join(request.out, 'cluster.json'), JSON.stringify(report, null, 2));
}

/** Start and end markers that the model adds to each text. */
const SPECIAL_TOKENS = 2;

function dataFor({ data, part, items }: ClusterRequest): Promise<SpeedData> {
  const model = embedderFor({ kind: 'bundled' });
  const cut = { maxTokens: model.maxTokens - SPECIAL_TOKENS, countTokens: (text: string) => model.countTokens(text) };
  return speedData({ data, part, items, cut });
}

async function measure(request: ClusterRequest, data: SpeedData, servers: ClusterServers): Promise<ClusterFigures> {
  const loadBefore = loadavg()[0]!;
  const roundTrips = await measureRoundTrips(servers.urls);
  const { filled, ...measured } = await withStores(servers, (stores) => measureFilled(request, data, stores));
  const stubbed = await withStub((embedder) => measureStubbed(request, data, servers, embedder));
  say('done');
  return {
    about: {
      memories: data.memories.length,
      'queries a pass': request.queries,
      machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}; servers, services and this bench share it`,
      'load of the machine before the run': loadBefore.toFixed(2),
      Qdrant: await qdrantOf(servers),
      ...filled,
    },
    roundTrips,
    recall: measured.recall,
    replicas: measured.replicas,
    searchable: { ...stubbed.searchable, ...measured.searchable },
    growth: stubbed.growth,
  };
}

/** Measures what calls cost each process and server, without the model. */
async function measureCost(messages: number, data: SpeedData, servers: ClusterServers): Promise<Report> {
  const load = loadavg()[0]!.toFixed(2);
  const costs = await withStub((embedder) =>
    withStores(servers, (stores) => measureCalls(messages, data, servers, stores, embedder)),
  );
  return callsReport({ messages, 'load of the machine before the run': load }, costs);
}

/** Measures recalls in this process, then the same store behind five processes with the bundled model. */
async function measureFilled(request: ClusterRequest, data: SpeedData, stores: Stores) {
  say('storing');
  const filled = await withServer(stores, { remember: true }, (server) => fill(server, data.memories));
  say('recalls in this process');
  const { recall, key } = await withServer(stores, { remember: false }, async (server) => ({
    recall: await measureClusterRecall({ stores, server, queries: passesOf(data.queries, request.queries) }),
    key: server.key,
  }));
  const client = new ApiClient(key);
  const rest = data.queries.slice(RECALL_PASSES * request.queries);
  return withFive(stores, {}, async (five) => {
    const each = 2 * request.queries;
    say('recalls over HTTP');
    await measureReplicas(client, [five.urls['recall-api']], rest.slice(0, request.queries));
    const one = await measureReplicas(client, [five.urls['recall-api']], rest.slice(0, each));
    const { url: second } = await five.addRecall();
    await measureReplicas(client, [second], rest.slice(0, request.queries));
    const two = await measureReplicas(client, [five.urls['recall-api'], second], rest.slice(each, 2 * each));
    say('writes with the model');
    const rate = { perSecond: 30, seconds: request.seconds };
    const searchable = await IndexWatch.over(stores, key, (watch) =>
      measureSearchableOverHttp(five, { client, watch }, data.memories, rate),
    );
    return {
      filled,
      recall,
      replicas: { 'one recall API': one, 'two recall APIs': two },
      searchable: { '30/s, bundled model': searchable },
    };
  }).finally(() => client.close());
}

/** Measures fast writes, with a stub in place of the model. */
async function measureStubbed(
  { seconds, growth: sizes }: ClusterRequest,
  { memories }: SpeedData,
  servers: ClusterServers,
  embedder: Readonly<Record<string, string>>,
) {
  say('writes with a stub for the model');
  const searchable = await withStores(servers, (stores) =>
    withFive(stores, embedder, async (five) => {
      const key = five.firstKey!;
      const client = new ApiClient(key);
      const rate = { perSecond: 200, seconds };
      return IndexWatch.over(stores, key, (watch) =>
        measureSearchableOverHttp(five, { client, watch }, memories, rate),
      ).finally(() => client.close());
    }),
  );
  const onSize = (size: number) => say(`${size} messages stored`);
  const growth =
    sizes.length === 0
      ? {}
      : await withStores(servers, (stores) => measureGrowth(servers, stores, embedder, memories, { sizes, onSize }));
  return { searchable: { '200/s, stub': searchable }, growth };
}

async function withStub<Result>(
  work: (settings: Readonly<Record<string, string>>) => Promise<Result>,
): Promise<Result> {
  const stub = await startEmbeddingsStub();
  return work(stub.settings).finally(() => stub.close());
}

async function withServer<Result>(
  stores: Stores,
  options: { readonly remember: boolean },
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const server = await serveCluster(stores, options);
  return work(server).finally(() => server.close());
}

const BATCH = 200;

/** Stores the memories; embeddings come from the cache of earlier runs. */
async function fill({ service, principal }: BenchServer, memories: readonly MemoryInput[]) {
  const ingest = service.app.get(RouteCaller);
  const stored = await timed(async () => {
    for (let at = 0; at < memories.length; at += BATCH)
      await ingest.call('addMemories', principal, { body: memories.slice(at, at + BATCH) });
  });
  const indexed = await timed(() => untilIndexed(service.app.get(RouteCaller), principal));
  return {
    'filled in, s': (stored.ms / 1000).toFixed(1),
    'then indexed in, s (embeddings kept from earlier runs)': (indexed.ms / 1000).toFixed(1),
  };
}

const RECALL_PASSES = 5;

function passesOf(queries: readonly string[], each: number): string[][] {
  const [passes, overHttp] = [RECALL_PASSES, 4];
  if (queries.length < (passes + overHttp) * each)
    throw new Error(`${queries.length} queries are too few for passes of ${each}: give --queries`);
  return Array.from({ length: passes }, (_, pass) => queries.slice(pass * each, (pass + 1) * each));
}

/** Name of the Qdrant server; the front for its engine identifies itself, and a real server has a commit. */
async function qdrantOf({ urls }: ClusterServers): Promise<string> {
  const { version, commit } = (await (await fetch(urls.QDRANT_URL)).json()) as { version: string; commit?: string };
  return commit === 'edge-front'
    ? `NO SERVER: its own engine (${version}) behind a REST front of ours, on one thread, and exact. Its times are not a server's.`
    : `server ${version}`;
}

const say = (what: string) => process.stderr.write(`${process.uptime().toFixed(0).padStart(5)} s  ${what}\n`);

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
