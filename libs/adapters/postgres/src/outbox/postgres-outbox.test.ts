import { jest } from '@jest/globals';
import { outboxContract } from '@cairn/store/contract';
import { describeWith, aNewMessage, aPrincipal, until } from '@cairn/testing';
import { StoreClock } from '../pool/store-clock.ts';
import { onServer, openWorld, postgresWorld } from '../postgres-world.fixture.ts';
import { PostgresTruth } from '../truth/postgres-truth.ts';
import { OutboxWakes } from './outbox-wakes.ts';
import { PostgresOutbox } from './postgres-outbox.ts';

const PATTERNS = ['message.written.words', 'message.written.vectors', 'message.written.aliases'] as const;
const DEADLINE_MS = 10_000;
const log = { warn: () => undefined };

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  outboxContract('The outbox on Postgres', (subscriptions) => postgresWorld(url, { subscriptions }));

  describe('PostgresOutbox', () => {
    const ada = aPrincipal();
    let world: Awaited<ReturnType<typeof postgresWorld>>;
    let other: Awaited<ReturnType<typeof openWorld>>;

    beforeEach(async () => {
      world = await postgresWorld(url);
      other = await openWorld({ url: world.url });
    });
    afterEach(async () => {
      await other.close();
      await world.close();
    });

    /** Waits for the next call, for as long as a test may take. */
    const nextCall = (outbox: typeof world.outbox) => {
      let stop = () => {};
      const called = new Promise<void>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('the outbox did not call back')), DEADLINE_MS);
        stop = outbox.onDue(() => {
          clearTimeout(limit);
          resolve();
        });
      });
      return called.finally(() => stop());
    };

    it('hands nothing to two relays that drain it while others write', async () => {
      const WRITES = 60;
      const writing = Promise.all(Array.from({ length: WRITES }, () => world.truth.write(ada, [aNewMessage()])));
      const taken: string[] = [];
      const drain = async ({ outbox }: { outbox: typeof world.outbox }) => {
        while (taken.length < PATTERNS.length * WRITES) {
          const claimed = await outbox.claim(PATTERNS, 7, 60_000);
          taken.push(...claimed.map(({ id }) => id));
          await outbox.complete(claimed.map(({ id }) => id));
        }
      };

      await Promise.all([drain(world), drain(other), drain(world), drain(other), writing]);

      const all = PATTERNS.length * WRITES;
      expect([taken.length, new Set(taken).size]).toEqual([all, all]);
      expect(await world.outbox.depth()).toMatchObject({ waiting: 0 });
    });

    it('claims of all patterns that a relay asks for together are one transaction', async () => {
      await world.truth.write(ada, [aNewMessage()]);
      const transactions = jest.spyOn(world.pool, 'writeRepeatable');

      const claimed = await Promise.all(PATTERNS.map((pattern) => world.outbox.claim([pattern], 7, 60_000)));

      expect(claimed.map((some) => some.map(({ pattern }) => pattern))).toEqual(PATTERNS.map((pattern) => [pattern]));
      expect(transactions).toHaveBeenCalledTimes(1);
    });

    it('is woken by the notice of a write, without asking what is due', async () => {
      let woken = 0;
      const wakes = new OutboxWakes(other.pool, { dueIn: async () => undefined, wake: () => void woken++, log });
      wakes.start();
      await until(() => woken === 1);

      await world.truth.write(ada, [aNewMessage()]);

      await until(() => woken > 1);
      wakes.stop();
    });

    it('wakes when a delivery becomes due later, and looks again', async () => {
      const dueIn = [30, -1, undefined];
      let woken = 0;
      const wakes = new OutboxWakes(other.pool, { dueIn: async () => dueIn.shift(), wake: () => void woken++, log });
      wakes.start();

      // The first call comes from the connection that begins to listen.
      await until(() => woken === 2);
      await until(() => dueIn.length === 0);
      wakes.stop();
    });

    it.each([3_600_000, -3_600_000])('delivers at once what a process wrote whose clock is %i ms off', async (off) => {
      const clock = new StoreClock({ now: () => Date.now() + off, aheadMs: () => 0 });
      await clock.follow(world.pool);
      const here = new StoreClock();
      await here.follow(other.pool);
      const truth = new PostgresTruth({ pool: world.pool, clock, trace: () => undefined });
      const outbox = new PostgresOutbox({ pool: other.pool, clock: here, log });

      await truth.write(ada, [aNewMessage()]);

      // Two clocks may differ by the duration of a round trip; a difference of hours makes this test run into its timeout.
      const claimed: unknown[] = [];
      while (claimed.length < PATTERNS.length) claimed.push(...(await outbox.claim(PATTERNS, 7, 60_000)));
      expect((await outbox.depth()).oldestMs).toBeLessThan(30_000);
      expect(Math.abs(clock.aheadMs() - off)).toBeLessThan(5_000);
      for (const each of [clock, here]) await each.close();
    });

    it('wakes another process after a write', async () => {
      const called = nextCall(other.outbox);
      await world.truth.write(ada, [aNewMessage()]);

      await expect(called).resolves.toBeUndefined();
    });

    it('wakes when the connection that listened is gone', async () => {
      const stop = other.outbox.onDue(() => undefined);
      const listening = () =>
        onServer(world.url, "select pid from pg_stat_activity where query = 'listen cairn_outbox'");
      while ((await listening()).length === 0);
      await onServer(
        world.url,
        "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen cairn_outbox'",
      );
      const called = nextCall(other.outbox);

      await world.truth.write(ada, [aNewMessage()]);

      await expect(called).resolves.toBeUndefined();
      stop();
    });
  });
});
