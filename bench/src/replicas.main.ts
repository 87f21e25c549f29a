import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ApiClient } from './cluster-client.ts';
import { cpuSeconds } from './cluster-cost.ts';
import { saturation } from './cluster-calls.ts';
import { delayAnswersOf, type Delayed } from './cluster-delay.ts';
import { startEmbeddingsStub } from './cluster-embeddings-stub.ts';
import { withFive, type RunningFive } from './cluster-five.ts';
import { fill } from './cluster-growth.ts';
import { withClusterServers, withStores, type ClusterServers, type Stores } from './cluster-stores.ts';
import { unfinished, withTruth } from './cluster-truth.ts';
import { speedData, type SpeedData } from './speed-items.ts';
import { textOf, type Report } from './speed-report.ts';
import { atOnce, spreadOf, timed } from './speed-statistics.ts';

const USAGE =
  'npm run bench:replicas -- --data DIR [--messages 500] [--delay 150] [--each 2] [--rounds 6] (servers answer --delay ms later)';
/** Numbers of replicas that are compared. */
const REPLICAS = [1, 2, 8] as const;
/** Estimate by which texts are cut, since no model runs. */
const CHARACTERS_PER_TOKEN = 4;
/** Recalls that every replica answers before it is measured. */
const WARM_UP = 4;
const SERVERS = ['POSTGRES_URL', 'ELASTICSEARCH_URL', 'QDRANT_URL'] as const;

interface Request {
  readonly data: string;
  readonly messages: number;
  /** Time in ms by which the answers of each server arrive later. */
  readonly delay: number;
  /** Recalls that each replica answers at once. It stands for the share of a machine that a replica has. */
  readonly each: number;
  /** Recalls that each replica answers one after another in each place. */
  readonly rounds: number;
}

interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly degraded: number;
  readonly refused: number;
  readonly processors: number;
  /** Processor ms of one recall in all replicas together, and in each server. */
  readonly cost: Readonly<Record<string, number>>;
}

/**
 * Measures how many recalls some replicas answer, when a recall spends nearly all of its time waiting for servers that
 * answer late. So the replicas need little of the machine's processors, and what they share shows: connections, locks,
 * limits and counters. What processor time they need is measured beside it.
 */
async function main(): Promise<void> {
  const request = requestOf(process.argv.slice(2));
  const data = await speedData({
    data: request.data,
    part: 'dev',
    items: request.messages,
    cut: { maxTokens: 250, countTokens: (text) => text.length / CHARACTERS_PER_TOKEN },
  });
  const load = loadavg()[0]!;
  const stub = await startEmbeddingsStub();
  const measured = await withClusterServers((servers) =>
    withStores(servers, (stores) => measure(request, data, { servers, stores, embedder: stub.settings })),
  ).finally(() => stub.close());
  console.log(textOf(reportOf(request, measured, load)));
}

interface Place {
  readonly servers: ClusterServers;
  readonly stores: Stores;
  readonly embedder: Readonly<Record<string, string>>;
}

async function measure(request: Request, data: SpeedData, { servers, stores, embedder }: Place): Promise<Measured[]> {
  return withFive(stores, embedder, async (five) => {
    const client = new ApiClient(five.firstKey!);
    await store(request, data, { stores, five, client });
    const late = await Promise.all(SERVERS.map((name) => delayAnswersOf(stores.settings[name]!, request.delay)));
    try {
      return await measureEach(request, data, { servers, five, client, late });
    } finally {
      for (const one of late) one.close();
      await client.close();
    }
  });
}

async function store(
  { messages }: Request,
  { memories }: SpeedData,
  { stores, five, client }: { stores: Stores; five: RunningFive; client: ApiClient },
): Promise<void> {
  await withTruth(stores, (ports) =>
    fill(
      { url: `${five.urls.ingest}/v1/messages`, client, memories, left: () => unfinished(ports) },
      { from: 0, to: messages },
    ),
  );
}

interface Filled {
  readonly servers: ClusterServers;
  readonly five: RunningFive;
  readonly client: ApiClient;
  readonly late: readonly Delayed[];
}

/** Asks each number of replicas other questions, since the servers would know those that they answered before. */
async function measureEach(request: Request, { queries }: SpeedData, filled: Filled): Promise<Measured[]> {
  const needed = WARM_UP + REPLICAS.reduce((sum, number) => sum + questionsOf(request, number), 0);
  if (queries.length < needed) throw new Error(`${needed} questions are needed, and the data have ${queries.length}`);
  const settings = Object.fromEntries(SERVERS.map((name, at) => [name, filled.late[at]!.url]));
  const replicas: { url: string; pid: number }[] = [];
  const measured: Measured[] = [];
  let next = WARM_UP;
  for (const number of REPLICAS) {
    while (replicas.length < number) {
      const added = await filled.five.addRecall(settings);
      await ask(filled.client, [added.url], queries.slice(0, WARM_UP), request.each);
      replicas.push(added);
    }
    const asked = queries.slice(next, (next += questionsOf(request, number)));
    measured.push(await measureReplicas(request, asked, { ...filled, replicas }));
  }
  return measured;
}

const questionsOf = ({ each, rounds }: Request, replicas: number): number => replicas * each * rounds;

async function measureReplicas(
  { each }: Request,
  queries: readonly string[],
  { servers, client, replicas }: Filled & { replicas: readonly { url: string; pid: number }[] },
): Promise<Measured> {
  const seconds = () => ({
    'recall-api': replicas.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    ...Object.fromEntries(
      servers.statuses.flatMap((one) =>
        one.state === 'started' ? [[one.name, cpuSeconds(one.running.pid)] as const] : [],
      ),
    ),
  });
  const before: Readonly<Record<string, number>> = seconds();
  const urls = replicas.map(({ url }) => url);
  const { ms, result } = await timed(() => ask(client, urls, queries, each));
  const used = Object.entries(seconds()).map(([name, value]) => [name, value - before[name]!] as const);
  return {
    perSecond: (queries.length * 1000) / ms,
    p50: spreadOf(result.map((one) => one.ms)).p50,
    degraded: result.filter(({ degraded = 0 }) => degraded > 0).length,
    refused: result.filter(({ degraded }) => degraded === undefined).length,
    processors: (used.reduce((sum, [, value]) => sum + value, 0) * 1000) / ms,
    cost: Object.fromEntries(used.map(([name, value]) => [name, (value * 1000) / queries.length])),
  };
}

/**
 * Asks the replicas at the same time, each with so many recalls at once. An answer names how many of its retrievers
 * failed; a refused recall has no such number.
 */
async function ask(client: ApiClient, urls: readonly string[], queries: readonly string[], each: number) {
  const answers = await Promise.all(
    urls.map((url, at) =>
      atOnce(
        each,
        queries.filter((_, number) => number % urls.length === at),
        async (query) => {
          const { ms, result } = await timed(() =>
            client.post<{ degraded: readonly string[] }>(`${url}/v1/recall`, { query }).catch(() => undefined),
          );
          return { ms, degraded: result?.degraded.length };
        },
      ),
    ),
  );
  return answers.flat();
}

function reportOf({ messages, delay, each }: Request, measured: readonly Measured[], load: number): Report {
  const first = measured[0]!;
  const last = measured.at(-1)!;
  return {
    about: {
      messages,
      'ms by which every server answers later': delay,
      'recalls at once, each replica': each,
      machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
      'load of the machine before the run': load.toFixed(2),
    },
    tables: {
      'waiting for late servers': Object.fromEntries(
        measured.map(({ perSecond, p50, degraded, refused, processors }, at) => [
          nameOf(REPLICAS[at]!),
          {
            'a second': perSecond,
            'times one': perSecond / first.perSecond,
            p50,
            degraded,
            'processors used': processors,
          },
        ]),
      ),
      'processor ms a recall': Object.fromEntries(measured.map(({ cost }, at) => [nameOf(REPLICAS[at]!), cost])),
      'recalls a second, a core to each replica and server': saturation(last.cost),
    },
    targets: [],
  };
}

const nameOf = (replicas: number) => `${replicas} recall ${replicas === 1 ? 'replica' : 'replicas'}`;

function requestOf(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      messages: { type: 'string', default: '500' },
      delay: { type: 'string', default: '150' },
      each: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '6' },
    },
  });
  const { data, ...counts } = values;
  const numbers = Object.entries(counts).map(([name, value]) => [name, Number(value)] as const);
  if (data === undefined || numbers.some(([, value]) => !Number.isInteger(value) || value < 1))
    throw new Error(`Usage: ${USAGE}`);
  return { data, ...(Object.fromEntries(numbers) as Omit<Request, 'data'>) };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.stack : error);
  process.exitCode = 1;
});
