import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteOutbox, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { CairnError } from '@cairn/contracts';
import { QueueStatistics, type QueueDepth } from '@cairn/ports';
import { aNewMessage, aPrincipal, SettableClock } from '@cairn/testing';
import { Sweeper } from './sweeper.ts';

const VECTORS = ['message.written.vectors'] as const;

const empty: QueueDepth = {
  pattern: 'message.written.vectors',
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  oldestMs: 0,
  oldestDelayedMs: 0,
};

class GivenStatistics extends QueueStatistics {
  depth: Partial<QueueDepth> | undefined = {};

  async depths(): Promise<QueueDepth[]> {
    if (!this.depth) throw new CairnError('service/unavailable', 'Redis is away');
    return [{ ...empty, ...this.depth }];
  }

  async hurry(): Promise<void> {}
}

describe('The sweeper', () => {
  const clock = new SettableClock();
  const queueStatistics = new GivenStatistics();
  let dataDir: string;
  let threads: SqliteThreads;
  let truth: SqliteTruth;
  let outbox: SqliteOutbox;
  let sweeper: Sweeper;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cairn-sweep-'));
    threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
    [truth, outbox] = [new SqliteTruth({ threads, clock }), new SqliteOutbox({ threads, clock })];
    sweeper = new Sweeper(truth, queueStatistics);
    sweeper['logger'].warn = sweeper['logger'].error = () => {};
    queueStatistics.depth = {};
  });
  afterEach(async () => {
    await threads.close();
    await rm(dataDir, { recursive: true });
  });

  /** Written, handed to a bus, and never heard of again. */
  async function lose(count: number): Promise<void> {
    await truth.write(
      aPrincipal(),
      Array.from({ length: count }, () => aNewMessage()),
    );
    const claimed = await outbox.claim(VECTORS, count, 1000);
    await outbox.complete(claimed.map(({ id }) => id));
  }

  it('sends again what was lost half a minute ago, and once', async () => {
    await lose(3);
    const tooEarly = await sweeper.sweep();
    clock.advance(30_000);

    const [first, second] = [await sweeper.sweep(), await sweeper.sweep()];

    expect([tooEarly, first, second]).toEqual([0, 3, 0]);
    expect(await outbox.claim(VECTORS, 10, 1000)).toHaveLength(3);
  });

  it('does so without statistics of queues, and in more than one batch', async () => {
    await lose(700);
    clock.advance(30_000);

    expect(await new Sweeper(truth).sweep()).toBe(700);
  });

  it('takes what waits in deep queues for late, not lost', async () => {
    await lose(3);
    clock.advance(30_000);
    queueStatistics.depth = { waiting: 1_000, active: 16, delayed: 984 };
    const behindDeepQueues = await sweeper.sweep();
    queueStatistics.depth = { waiting: 1_000, active: 16, delayed: 982 };

    expect([behindDeepQueues, await sweeper.sweep()]).toEqual([0, 2]);
  });

  it.each(['oldestMs', 'oldestDelayedMs'] as const)('waits twice as long as the %s, up to a minute', async (age) => {
    await lose(1);
    clock.advance(59_000);
    queueStatistics.depth = { [age]: 30_000 };
    const early = await sweeper.sweep();
    clock.advance(1_000);
    const due = await sweeper.sweep();
    await outbox.complete((await outbox.claim(VECTORS, 1, 1000)).map(({ id }) => id));
    clock.advance(60_000);
    queueStatistics.depth = { [age]: 3_600_000 };

    expect([early, due, await sweeper.sweep()]).toEqual([0, 1, 1]);
  });

  it('sends nothing while the bus does not answer, and goes on when it does', async () => {
    await lose(1);
    clock.advance(30_000);
    queueStatistics.depth = undefined;
    const away = await sweeper.sweep();
    queueStatistics.depth = {};

    expect([away, await sweeper.sweep()]).toEqual([0, 1]);
  });
});
