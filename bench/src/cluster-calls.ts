import { setTimeout as delay } from 'node:timers/promises';
import { costOf, difference, fill, type Cost } from './cluster-growth.ts';
import { ApiClient } from './cluster-client.ts';
import { withFive } from './cluster-five.ts';
import { IN_FLIGHT } from './cluster-replicas.ts';
import type { ClusterServers, Stores } from './cluster-stores.ts';
import { unfinished, withTruth } from './cluster-truth.ts';
import type { SpeedData } from './speed-items.ts';
import type { Report, Table } from './speed-report.ts';
import { atOnce } from './speed-statistics.ts';

const RECALLS = 300;
const MEMORIES = 100;
/** Memories that are stored at once in the second measurement of memories. */
const MEMORIES_AT_ONCE = 4;
/** Seconds without a call, whose cost is part of every other figure. */
const IDLE_SECONDS = 15;
/** Recalls before the measured ones, since processes and servers that just started compile their code. */
const WARM_UP = 100;
/** Replicas for which the first thing to saturate is named. */
const REPLICAS = [1, 2, 8] as const;

/** Cost of one call to each process and server, from its request until all indexes have followed. */
export type CallCosts = Readonly<
  Record<
    'message, in bulk' | 'memory, by itself' | 'memory, four at once' | 'recall' | 'a second without calls',
    PerCall
  >
>;

interface PerCall extends Cost {
  readonly calls: number;
}

/**
 * Measures each kind of call on five processes and the servers that this bench started, with a stub for the model. What
 * they do meanwhile when idle counts too, and is measured by itself.
 */
export async function measureCalls(
  messages: number,
  { memories, queries }: SpeedData,
  servers: ClusterServers,
  stores: Stores,
  embedder: Readonly<Record<string, string>>,
): Promise<CallCosts> {
  return withFive(stores, { ...embedder, CAIRN_CONCURRENCY: '128' }, (five) =>
    withTruth(stores, async (ports) => {
      const client = new ApiClient(five.firstKey!);
      const left = () => unfinished(ports);
      const costing = async (calls: number, work: () => Promise<unknown>): Promise<PerCall> => {
        const before = await costOf(servers, stores, five);
        await work();
        while ((await left()) > 0) await delay(200);
        return { calls, ...difference(await costOf(servers, stores, five), before) };
      };
      if (memories.length < 2 * MEMORIES)
        throw new Error(`The costs of calls need ${2 * MEMORIES} memories; --items gives ${memories.length}.`);
      const ask = (from: number, to: number) => recalls(client, five.urls['recall-api'], queries.slice(from, to));
      try {
        const remember = (atATime: number, from: number) =>
          atOnce(atATime, memories.slice(from, from + MEMORIES), ({ title, content }) =>
            client.post(`${five.urls.ingest}/v1/memories`, { title, content }),
          );
        const written = {
          'message, in bulk': await costing(messages, () =>
            fill({ url: `${five.urls.ingest}/v1/messages`, client, memories, left }, { from: 0, to: messages }),
          ),
          'memory, by itself': await costing(MEMORIES, () => remember(1, 0)),
          'memory, four at once': await costing(MEMORIES, () => remember(MEMORIES_AT_ONCE, MEMORIES)),
        };
        await ask(0, WARM_UP);
        return {
          ...written,
          recall: await costing(RECALLS, () => ask(WARM_UP, WARM_UP + RECALLS)),
          'a second without calls': await costing(IDLE_SECONDS, () => delay(IDLE_SECONDS * 1000)),
        };
      } finally {
        await client.close();
      }
    }),
  );
}

const recalls = (client: ApiClient, url: string, queries: readonly string[]) =>
  atOnce(IN_FLIGHT, queries, (query) => client.post(`${url}/v1/recall`, { query }));

/** Report of the costs, and of how many recalls replicas could answer if each process and server had one core. */
export function callsReport(about: Report['about'], costs: CallCosts): Report {
  const each = (
    some: Readonly<Record<string, PerCall>>,
    of: (cost: PerCall) => Readonly<Record<string, number>>,
    times: number,
  ): Table =>
    Object.fromEntries(
      Object.entries(some).map(([name, cost]) => [
        name,
        Object.fromEntries(
          Object.entries(of(cost))
            .filter(([, value]) => !Number.isNaN(value))
            .map(([part, value]) => [part, (value * times) / cost.calls]),
        ),
      ]),
    );
  const { 'a second without calls': idle, recall, ...written } = costs;
  const processor = each({ ...written, recall, 'a second without calls': idle }, ({ cpuSeconds }) => cpuSeconds, 1000);
  return {
    about,
    tables: {
      'processor ms a call': processor,
      'bytes of a write': each(written, ({ bytes }) => bytes, 1),
      'recalls a second, a core to each process and server': saturation(processor['recall']!),
    },
    targets: [],
  };
}

/** Throughput with some recall replicas, and without a limit by them: the server with the dearest share bounds it. */
export function saturation(processorMs: Readonly<Record<string, number>>): Table {
  const { 'recall-api': replica = 0, ...others } = processorMs;
  const [name, ms] = Object.entries(others).reduce((most, each) => (each[1] > most[1] ? each : most), ['none', 0]);
  return Object.fromEntries(
    REPLICAS.map((replicas) => [
      `${replicas} recall ${replicas === 1 ? 'replica' : 'replicas'}`,
      {
        'by the replicas': (1000 * replicas) / replica,
        [`by ${name}`]: 1000 / ms,
        'the lesser': Math.min((1000 * replicas) / replica, 1000 / ms),
      },
    ]),
  );
}
