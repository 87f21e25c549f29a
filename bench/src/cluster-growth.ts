import { setTimeout as delay } from 'node:timers/promises';
import type { MemoryInput } from '@cairn/contracts';
import { ApiClient } from './cluster-client.ts';
import { bytesByStore, cpuSeconds } from './cluster-cost.ts';
import { withFive, type RunningFive } from './cluster-five.ts';
import type { ClusterServers, Stores } from './cluster-stores.ts';
import { unfinished, withTruth } from './cluster-truth.ts';
import { atOnce, timed } from './speed-statistics.ts';

/** Cost of the last messages before a size, by process and store. */
export interface GrowthStep {
  readonly seconds: number;
  readonly cpuSeconds: Readonly<Record<string, number>>;
  readonly bytes: Readonly<Record<string, number>>;
}

/** Number of messages whose cost is measured at each size. */
const STEP = 10_000;
const BATCH = 100;
const AT_ONCE = 4;
const LOOK_AGAIN_MS = 200;

/** Fills a store with messages over HTTP, and measures the last step before each size, including the indexes. */
export async function measureGrowth(
  servers: ClusterServers,
  stores: Stores,
  embedder: Readonly<Record<string, string>>,
  memories: readonly MemoryInput[],
  { sizes, onSize }: { readonly sizes: readonly number[]; readonly onSize: (size: number) => void },
): Promise<Record<number, GrowthStep>> {
  const environment = { ...embedder, CAIRN_CONCURRENCY: '128' };
  const measure = async (five: RunningFive, left: () => Promise<number>) => {
    const client = new ApiClient(five.firstKey!);
    const into: Filled = { url: `${five.urls.ingest}/v1/messages`, client, memories, left };
    const steps: Record<number, GrowthStep> = {};
    let stored = 0;
    for (const size of sizes) {
      await fill(into, { from: stored, to: size - STEP });
      const before = await costOf(servers, stores, five);
      const { ms } = await timed(() => fill(into, { from: Math.max(stored, size - STEP), to: size }));
      const after = await costOf(servers, stores, five);
      steps[size] = { seconds: ms / 1000, ...difference(after, before) };
      stored = size;
      onSize(size);
    }
    await client.close();
    return steps;
  };
  return withFive(stores, environment, (five) => withTruth(stores, (ports) => measure(five, () => unfinished(ports))));
}

export interface Filled {
  readonly url: string;
  readonly client: ApiClient;
  readonly memories: readonly MemoryInput[];
  /** Returns the number of unfinished events. */
  readonly left: () => Promise<number>;
}

/** Stores messages, and waits until all of their events are handled. */
export async function fill(
  { url, client, memories, left }: Filled,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const starts = Array.from({ length: Math.max(0, Math.ceil((to - from) / BATCH)) }, (_, at) => from + at * BATCH);
  await atOnce(AT_ONCE, starts, (start) => {
    const batch = Array.from({ length: Math.min(BATCH, to - start) }, (_, at) => messageOf(memories, start + at));
    return client.post(url, batch);
  });
  while ((await left()) > 0) await delay(LOOK_AGAIN_MS);
}

const TURNS_OF_A_SESSION = 50;

/** Message number `at`. Texts are repeated in other sessions when all are used, so that each message is distinct. */
function messageOf(memories: readonly MemoryInput[], at: number): object {
  const session = Math.floor(at / TURNS_OF_A_SESSION);
  return {
    content: `${memories[at % memories.length]!.content} (${at})`,
    role: 'user',
    speaker: `speaker ${at % 3}`,
    channel: `channel-${session % 20}`,
    sessionKey: `session-${session}`,
    source: 'cluster bench',
    externalId: `growth-${at}`,
  };
}

export type Cost = Pick<GrowthStep, 'cpuSeconds' | 'bytes'>;

/** Processor time and bytes so far. Those of servers that others started are not numbers. */
export async function costOf(servers: ClusterServers, stores: Stores, { pids }: RunningFive): Promise<Cost> {
  const ofServers = servers.statuses.map(
    (each) => [each.name, each.state === 'started' ? cpuSeconds(each.running.pid) : Number.NaN] as const,
  );
  const ofApps = Object.entries(pids).map(([app, pid]) => [app, cpuSeconds(pid)] as const);
  return { cpuSeconds: Object.fromEntries([...ofApps, ...ofServers]), bytes: await bytesByStore(servers, stores) };
}

export const difference = (after: Cost, before: Cost): Cost => ({
  cpuSeconds: less(after.cpuSeconds, before.cpuSeconds),
  bytes: less(after.bytes, before.bytes),
});

const less = (after: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]!]));
