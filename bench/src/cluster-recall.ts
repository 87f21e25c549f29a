import { clusterBackend, clusterIndexes } from '@cairn/backends';
import { loadConfig } from '@cairn/platform';
import { Embedders, RouteCaller, type Embedder } from '@cairn/ports';
import { NestFactory } from '@nestjs/core';
import type { BenchServer } from './bench-server.ts';
import { Recording, type SentCall } from './cluster-recording.ts';
import { Replay, type SentByStage } from './cluster-replay.ts';
import type { Stores } from './cluster-stores.ts';
import { RawEngines, type RawTimes } from './speed-raw.ts';
import { runBeside, runPass, type Beside, type Pass } from './speed-recall.ts';
import { timed } from './speed-statistics.ts';

export interface ClusterRecall {
  /** Comparison with the adapters' calls, as in bench:speed. */
  readonly adapters: Readonly<Record<Embedding, Beside>>;
  /** Comparison with the same requests as the adapters', sent by plain clients. */
  readonly requests: Readonly<Record<Embedding, Beside>>;
  readonly passes: Readonly<Record<string, Pass>>;
  /** Average number of requests in one query's engine calls. */
  readonly requestsEach: Readonly<Record<string, number>>;
}

type Embedding = 'local embedder' | 'vector cached';

interface Asked {
  readonly stores: Stores;
  readonly server: BenchServer;
  /** Queries of each pass, all different, so that only the passes named cached find a cached vector. */
  readonly queries: readonly (readonly string[])[];
}

const MANY = 16;

/** Measures recalls in this process over real servers, one at a time beside their raw calls, then by stage. */
export async function measureClusterRecall({ stores, server, queries }: Asked): Promise<ClusterRecall> {
  const { service, principal } = server;
  const api = service.app.get(RouteCaller);
  const [warmUp, besideAdapters, besideRequests, single, many] = queries as [string[], ...string[][]] as string[][];
  await runPass(api, principal, warmUp!, 1);
  const adapters = await besideBoth(server, new RawEngines(service.app, principal), besideAdapters!);
  const sent = await recordAll(stores, server, besideRequests!);
  const replay = await Replay.open(stores, await service.app.get(Embedders).live(), sent);
  const requests = await besideBoth(server, replay, besideRequests!).finally(() => replay.close());
  return {
    adapters,
    requests,
    requestsEach: requestsEach([...sent.values()]),
    passes: {
      'one at a time, local embedder': await runPass(api, principal, single!, 1),
      'one at a time, vector cached': await runPass(api, principal, single!, 1),
      [`${MANY} at once, local embedder`]: await runPass(api, principal, many!, MANY),
      [`${MANY} at once, vector cached`]: await runPass(api, principal, many!, MANY),
    },
  };
}

async function besideBoth(
  { service, principal }: BenchServer,
  engines: Pick<RawEngines, 'time'>,
  queries: readonly string[],
): Promise<Record<Embedding, Beside>> {
  const api = service.app.get(RouteCaller);
  return {
    'local embedder': await runBeside(api, principal, engines, queries, { embed: true }),
    'vector cached': await runBeside(api, principal, engines, queries, { embed: false }),
  };
}

/** Records the requests of each query's engine calls. */
async function recordAll(
  stores: Stores,
  { service, principal }: BenchServer,
  queries: readonly string[],
): Promise<Map<string, SentByStage>> {
  const recording = await Recording.start(stores);
  const config = loadConfig('embedding-worker', { ...recording.settings });
  const embedder = borrowed(await service.app.get(Embedders).live());
  const app = await NestFactory.createApplicationContext(
    await clusterBackend(config, clusterIndexes(config, { models: [embedder] })),
    { logger: false },
  );
  try {
    const sent = new Map<string, SentByStage>();
    // The first query is asked twice, so that one-time requests of the process are not recorded.
    for (const query of [...queries.slice(0, 1), ...queries]) {
      const stages: Partial<Record<keyof RawTimes, readonly SentCall[]>> = {};
      const engines = new RawEngines(app, principal, async (stage, work) => {
        const { ms, result } = await timed(() => recording.of(work));
        if (stage !== 'embed') stages[stage] = result.calls;
        return { ms, result: result.result };
      });
      await engines.time(query);
      sent.set(query, stages as SentByStage);
    }
    return sent;
  } finally {
    await app.close();
    await recording.close();
  }
}

/** Wraps an embedder for a second backend, which must not close it. */
const borrowed = (embedder: Embedder): Embedder =>
  new Proxy(embedder, {
    get(target, name) {
      if (name === 'close') return undefined;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    has: (target, name) => name !== 'close' && name in target,
  });

function requestsEach(sent: readonly SentByStage[]): Record<string, number> {
  const stages = Object.keys(sent[0] ?? {}) as (keyof SentByStage)[];
  const mean = (stage: keyof SentByStage) =>
    sent.reduce((sum, one) => sum + one[stage].filter(isQuery).length, 0) / sent.length;
  return Object.fromEntries(stages.map((stage) => [stage, mean(stage)]));
}

/** True for queries; the statements that open and end a transaction are not counted. */
const isQuery = (call: SentCall): boolean => call.server !== 'POSTGRES_URL' || typeof call.query !== 'string';
