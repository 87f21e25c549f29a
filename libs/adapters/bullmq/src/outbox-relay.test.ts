import { randomUUID } from 'node:crypto';
import { CairnError } from '@cairn/contracts';
import type { QueueDepth } from '@cairn/ports';
import { aNewMessage, aPrincipal, describeWith, subscriptionsAndMore, until } from '@cairn/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { BullQueues } from './bull-queues.ts';
import { bullWorld, untilDone } from './bull-world.fixture.ts';
import { hasRedisServer, PrivateRedis } from './private-redis.fixture.ts';

const VECTORS = 'message.written.vectors';
const calm = { attempts: 3, pauseMs: 5, lostAfterMs: 4_000, drainMs: 2_000, concurrency: 16 };
const quick = { timeoutMs: 300, restMs: 100, leaseMs: 1_000 };

const messages = (count: number) => Array.from({ length: count }, () => aNewMessage());

describeWith('REDIS_URL', 'The queues', (url) => {
  let world: Awaited<ReturnType<typeof bullWorld>>;

  beforeAll(async () => {
    world = await bullWorld(url);
  });
  afterAll(() => world.close());

  it('make one job of a delivery that is handed over twice', async () => {
    const payload = {
      v: 1 as const,
      outboxId: randomUUID(),
      orgId: randomUUID() as never,
      id: randomUUID(),
      version: 1,
    };
    const delivery = { id: payload.outboxId, pattern: VECTORS, payload, attempts: 0 } as const;

    await Promise.all([world.queues.add(VECTORS, [delivery]), world.queues.add(VECTORS, [delivery])]);
    const count = await world.inRedis();
    const stop = await world.start({ [VECTORS]: async () => {} }, calm);
    await untilDone(world);
    await stop();

    expect(count).toBe(1);
  });

  it('bring forward what waits after a failure, for one subscriber', async () => {
    const away = { isAway: true };
    const handled: string[] = [];
    const handler = async ({ id }: { id: string }) => {
      if (away.isAway) throw new CairnError('index/unavailable', 'The index is red.');
      handled.push(id);
    };
    const stop = await world.start({ [VECTORS]: handler }, { ...calm, pauseMs: 600_000 });
    const items = messages(3);
    await world.truth.write(aPrincipal(), items);
    const delayed = async () => (await world.queues.depths()).reduce((sum, depth) => sum + depth.delayed, 0);
    await until(async () => (await delayed()) === 3);
    away.isAway = false;

    await world.queues.hurry('words');
    expect(await delayed()).toBe(3);
    await world.queues.hurry('vectors');
    await untilDone(world);
    await stop();

    expect(handled.sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it('park what a newer version wrote, with the item it names, and go on', async () => {
    const [message] = messages(1) as [ReturnType<typeof aNewMessage>];
    const ada = aPrincipal();
    const connection = new Redis(url);
    const queue = new Queue(VECTORS, { connection, prefix: world.prefix });
    const newer = { v: 2, orgId: ada.orgId, id: message.id, version: 1, hint: 'new' };
    await queue.add(VECTORS, newer, { jobId: `ox-${randomUUID()}` });
    await queue.add(VECTORS, 'no object at all', { jobId: `ox-${randomUUID()}` });
    const handled: string[] = [];

    const stop = await world.start({ [VECTORS]: async ({ id }) => handled.push(id) }, calm);
    await world.truth.write(ada, [message]);
    await untilDone(world);
    await stop();

    expect(handled).toEqual([message.id]);
    expect(await world.deadReasons(message.id)).toEqual([expect.stringContaining('not of version 1')]);
    expect(await queue.getFailedCount()).toBe(2);
    await queue.close();
    connection.disconnect();
  });

  it('let an organisation pass another one with a long backlog', async () => {
    const [large, small] = [aPrincipal(), aPrincipal()];
    const handled: string[] = [];
    await world.truth.write(large, messages(240));
    await until(async () => (await world.inRedis()) > 0);
    const [theirs] = messages(1) as [ReturnType<typeof aNewMessage>];
    await world.truth.write(small, [theirs]);

    const stop = await world.start({ [VECTORS]: async ({ id }) => handled.push(id) }, { ...calm, concurrency: 1 });
    await untilDone(world);
    await stop();

    expect(handled).toHaveLength(241);
    expect(handled.indexOf(theirs.id)).toBeLessThan(150);
  });

  it('tell how deep each is and how old, and which wait for another attempt', async () => {
    await world.truth.write(aPrincipal(), messages(3));
    await until(async () => (await world.inRedis()) === 3);
    const ours = (depths: QueueDepth[]) => depths.find(({ pattern }) => pattern === VECTORS);
    await until(async () => ours(await world.queues.depths())!.oldestMs > 0);
    const waiting = await world.queues.depths();
    const failing = async () => {
      throw new CairnError('embedder/unavailable', 'asleep');
    };
    const stop = await world.start({ [VECTORS]: failing }, { ...calm, pauseMs: 60_000 });
    await until(async () => {
      const depth = ours(await world.queues.depths())!;
      return depth.delayed === 3 && depth.oldestDelayedMs > 0;
    });
    const delayed = await world.queues.depths();
    await stop();

    expect(waiting.map(({ pattern }) => pattern)).toEqual(subscriptionsAndMore.map(({ pattern }) => pattern));
    expect(ours(waiting)).toMatchObject({ waiting: 3, active: 0, delayed: 0, failed: 2, oldestDelayedMs: 0 });
    expect(ours(delayed)).toMatchObject({ waiting: 0, delayed: 3, oldestMs: 0 });
  });
});

describeWith('REDIS_URL', 'A Redis', () => {
  if (hasRedisServer) underFire();
  else it.skip('that fails [skipped: redis-server is not on the PATH]', () => undefined);
});

it('answers at once when no Redis is there at all', async () => {
  const queues = new BullQueues({ url: 'redis://127.0.0.1:1', timeoutMs: 200 });

  await expect(queues.depths()).rejects.toMatchObject({ code: 'service/unavailable' });
  await expect(queues.add(VECTORS, [])).rejects.toMatchObject({ code: 'service/unavailable' });
  queues.close();
});

/** Uses a private Redis, since others may use the given one. */
function underFire(): void {
  let redis: PrivateRedis;
  let world: Awaited<ReturnType<typeof bullWorld>>;
  let handled: Map<string, number>;
  const answers = () =>
    world.queues.ping().then(
      () => true,
      () => false,
    );
  const handler = async ({ id, orgId, version }: { id: string; orgId: string; version: number }) => {
    handled.set(id, (handled.get(id) ?? 0) + 1);
    await world.truth.markIndexed({ orgId, kind: 'message', id } as never, 'vectors', version);
  };

  beforeAll(async () => {
    redis = await PrivateRedis.start();
    world = await bullWorld(redis.url, quick);
  });
  beforeEach(async () => {
    handled = new Map();
    await until(() => answers());
    world.warnings.length = 0;
  });
  afterAll(async () => {
    await redis.start();
    await world.close();
    await redis.remove();
  });

  it('loses nothing when it is killed and comes back, and writes never wait for it', async () => {
    const items = messages(300);
    const ada = aPrincipal();
    const stop = await world.start({ [VECTORS]: handler }, calm);
    await world.truth.write(ada, items.slice(0, 100));
    await until(() => handled.size > 10);

    await redis.kill();
    for (const item of items.slice(100)) await world.truth.write(ada, [item]);
    await until(() => world.warnings.length > 0);
    const [kept, claimable] = [await world.outbox.depth(), await world.queues.depths().catch((error) => error.code)];
    await redis.start();
    await untilDone(world);
    await stop();

    expect(kept.waiting).toBeGreaterThan(0);
    expect(claimable).toBe('service/unavailable');
    expect([...handled.keys()].sort()).toEqual(items.map(({ id }) => id).sort());
    expect(await world.outbox.depth()).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('is waited for by relay and workers that start before it', async () => {
    await redis.kill();
    const items = messages(5);
    const early = await bullWorld(redis.url, quick);
    const seen = new Set<string>();
    const stop = await early.start({ [VECTORS]: async ({ id }) => seen.add(id) }, calm);
    await early.truth.write(aPrincipal(), items);
    await until(() => early.warnings.length > 0);

    await redis.start();
    await untilDone(early);
    await stop();
    await early.close();

    expect([...seen].sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it('holds nobody up while it hangs, and gets what it missed', async () => {
    await world.truth.write(aPrincipal(), messages(1));
    await until(async () => (await world.inRedis().catch(() => 0)) === 1);
    redis.pause();
    await world.truth.write(aPrincipal(), messages(2));
    await until(() => world.warnings.length > 0);
    const refused = await world.queues.ping().catch((error: CairnError) => error.code);
    redis.resume();
    const stop = await world.start({ [VECTORS]: handler }, calm);
    await untilDone(world);
    await stop();

    expect(refused).toBe('service/unavailable');
    expect(handled.size).toBe(3);
  });

  it('loses nothing when it is emptied, once what lags was sent again', async () => {
    const items = messages(60);
    await world.truth.write(aPrincipal(), items.slice(0, 40));
    await until(async () => (await world.inRedis()) === 40 && (await world.outbox.depth()).waiting === 0);

    await redis.flushAll();
    const stop = await world.start({ [VECTORS]: handler }, calm);
    await world.truth.write(aPrincipal(), items.slice(40));
    await untilDone(world);
    const before = handled.size;
    const requeued = await world.truth.requeueLagging(0, 500);
    await untilDone(world);
    await stop();

    expect(before).toBe(20);
    expect(requeued).toBe(40);
    expect([...handled.values()]).toEqual(items.map(() => 1));
  });

  it('stops in time while it is away', async () => {
    const stop = await world.start({ [VECTORS]: handler }, { ...calm, drainMs: 50 });
    await world.truth.write(aPrincipal(), messages(1));
    await until(() => handled.size === 1);
    await redis.kill();

    await expect(stop()).resolves.toBeUndefined();
    await expect(world.relay.stop()).resolves.toBeUndefined();
  });
}
