import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteOutbox, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { outboxRowsOf } from '@cairn/store';
import type { ItemId, OrgId } from '@cairn/contracts';
import { SystemClock } from '@cairn/ports';
import {
  A_TRACE,
  everySubscriber,
  subscriptionsAndMore,
  until,
  type EventTransportWorld,
  type ProcessOptions,
  type TestHandler,
} from '@cairn/testing';
import { Redis } from 'ioredis';
import { BullQueues, type BullQueuesOptions } from './bull-queues.ts';
import { BullTransport } from './events/bull-transport.ts';
import { OutboxRelay } from './outbox-relay.ts';

const BUSY_MS = 5_000;

/** For tests: the embedded truth, relayed to a real Redis under a prefix of its own. */
export async function bullWorld(url: string, options: Partial<BullQueuesOptions & { leaseMs: number }> = {}) {
  const truth = await embeddedTruth();
  const prefix = `{test-${randomUUID()}}`;
  const queues = new BullQueues({ url, prefix, subscriptions: everySubscriber({ attempts: 3 }), ...options });
  const warnings: string[] = [];
  const log = { warn: (_: unknown, message: string) => warnings.push(message) };
  const relay = new OutboxRelay({ outbox: truth.outbox, queues, log, ...pick(options) });
  relay.start();
  const inRedis = async () =>
    (await queues.depths()).reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0);
  const world: EventTransportWorld = {
    ...truth,
    unfinished: async () => (await truth.outbox.depth()).waiting + (await inRedis()),
    start: (handlers, process) => startProcess({ outbox: truth.outbox, url, prefix }, handlers, process),
    close: async () => {
      await relay.stop();
      queues.close();
      await forget(url, prefix);
      await truth.close();
    },
  };
  return { ...world, prefix, queues, relay, warnings, inRedis };
}

const pick = ({ leaseMs }: { leaseMs?: number }) => (leaseMs === undefined ? {} : { leaseMs });

async function embeddedTruth() {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-bull-'));
  const clock = new SystemClock();
  const threads = await SqliteThreads.open({ dataDir, readers: 1, subscriptions: subscriptionsAndMore });
  const file = new DatabaseSync(join(dataDir, 'cairn.db'), { timeout: BUSY_MS });
  const reasons = file.prepare('select reason from dead_letter where item_id = ?');
  return {
    truth: new SqliteTruth({ threads, clock, trace: () => A_TRACE }),
    outbox: new SqliteOutbox({ threads, clock }),
    announceFeedback: async (orgId: OrgId, memoryId: ItemId) => {
      const heard = { subscriptions: subscriptionsAndMore, doneWithCommit: [] };
      const said = { event: 'memory.feedback', orgId, body: { memoryId } } as const;
      for (const row of outboxRowsOf(said, heard, { now: clock.now(), eventsOfWrite: 1 }))
        file
          .prepare(`insert into outbox (${Object.keys(row)}) values (:${Object.keys(row).join(', :')})`)
          .run({ ...row });
    },
    deadReasons: async (id: string) => reasons.all(id).map(({ reason }) => String(reason)),
    close: async () => {
      file.close();
      await threads.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

interface Place {
  readonly outbox: SqliteOutbox;
  readonly url: string;
  readonly prefix: string;
}

async function startProcess(
  { outbox, url, prefix }: Place,
  handlers: Readonly<Record<string, TestHandler | undefined>>,
  { pauseMs, lostAfterMs, drainMs, attempts, concurrency }: ProcessOptions,
): Promise<() => Promise<void>> {
  const subscriptions = everySubscriber({ attempts, concurrency });
  const options = { drainMs, subscriptions, lockMs: lostAfterMs, backoffMs: () => pauseMs };
  const transport = new BullTransport(outbox, { url, prefix, ...options });
  transport['logger'].warn = transport['logger'].error = () => {};
  for (const [pattern, handler] of Object.entries(handlers)) transport.addHandler(pattern, handler as never, true);
  transport.listen(() => {});
  return () => transport.close();
}

/** Deletes the keys of a test from Redis. */
async function forget(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

/** Waits until all deliveries are handled or given up. Redis may be unreachable meanwhile. */
export const untilDone = (world: Pick<EventTransportWorld, 'unfinished'>, limitMs?: number) =>
  until(async () => (await world.unfinished().catch(() => 1)) === 0, limitMs);
