import perfHooks from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { QueueStatistics, Readiness, type QueueDepth } from '@cairn/ports';
import type { Maintenance } from '@cairn/store';
import { DependencyMeasures } from './metrics-of-dependencies.ts';
import { Metrics } from './metrics.ts';

const linesOf = async (metrics: Metrics, name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

class Parts extends Readiness {
  async parts() {
    return [
      { name: 'truth', ready: true },
      { name: 'words', ready: true, problem: 'degraded: connection refused' },
      { name: 'embedder', ready: true, note: 'slower than it could be' },
    ];
  }
}

const deep: QueueDepth = {
  pattern: 'message.written.vectors',
  waiting: 7,
  active: 2,
  delayed: 1,
  failed: 4,
  oldestMs: 1_500,
  oldestDelayedMs: 60_000,
};

class Queues extends QueueStatistics {
  asked = 0;
  isAway = false;
  async depths() {
    this.asked += 1;
    if (this.isAway) throw new Error('Redis did not answer.');
    return [deep];
  }
  async hurry() {}
}

it('shows what the queues hold and who answers, for one question a scrape', async () => {
  const [metrics, queues] = [new Metrics(), new Queues()];
  new DependencyMeasures(metrics, new Parts(), queues);

  expect(await linesOf(metrics, 'cairn_queue_')).toEqual([
    'cairn_queue_jobs{queue="message.written.vectors",state="waiting"} 7',
    'cairn_queue_jobs{queue="message.written.vectors",state="active"} 2',
    'cairn_queue_jobs{queue="message.written.vectors",state="delayed"} 1',
    'cairn_queue_jobs{queue="message.written.vectors",state="failed"} 4',
    'cairn_queue_oldest_seconds{queue="message.written.vectors"} 1.5',
    'cairn_queue_retrying_seconds{queue="message.written.vectors"} 60',
  ]);
  expect(await linesOf(metrics, 'cairn_dependency_up')).toEqual([
    'cairn_dependency_up{dependency="truth"} 1',
    'cairn_dependency_up{dependency="words"} 0',
    'cairn_dependency_up{dependency="embedder"} 1',
  ]);
  expect(queues.asked).toBe(1);
});

const behind: Maintenance = {
  oldestBehind: async () => ({ words: 0, vectors: 90_500 }),
  forgetIdempotency: async () => 0,
};

it('shows how old the oldest change is that each index lacks', async () => {
  const metrics = new Metrics();
  new DependencyMeasures(metrics, new Parts(), undefined, behind);

  expect(await linesOf(metrics, 'cairn_index_age_seconds')).toEqual([
    'cairn_index_age_seconds{target="words"} 0',
    'cairn_index_age_seconds{target="vectors"} 90.5',
  ]);
});

it('leaves out what cannot be read, and shows the rest', async () => {
  const [metrics, queues] = [new Metrics(), new Queues()];
  new DependencyMeasures(metrics, new Parts(), queues);
  metrics.gauge({ name: 'cairn_test_lost', help: 'For this test.' }, async () => {
    throw new Error('the truth did not answer');
  });
  queues.isAway = true;

  expect(await linesOf(metrics, 'cairn_queue_')).toEqual([]);
  expect(await linesOf(metrics, 'cairn_test_lost')).toEqual([]);
  expect(await linesOf(metrics, 'cairn_dependency_up{dependency="truth"}')).toHaveLength(1);
});

it('forgets a queue that is no longer told of', async () => {
  const metrics = new Metrics();
  let queues = ['words', 'vectors'];
  metrics.gauge({ name: 'cairn_test_jobs', help: 'For this test.', labels: ['queue'] }, async () =>
    queues.map((queue) => ({ labels: { queue }, value: 1 })),
  );
  await metrics.text();

  queues = ['words'];

  expect(await linesOf(metrics, 'cairn_test_jobs')).toEqual(['cairn_test_jobs{queue="words"} 1']);
});

it('exports the delay of the event loop without the interval at which it is measured', async () => {
  const measuring = jest.spyOn(perfHooks, 'monitorEventLoopDelay').mockImplementation((options) => {
    const late = (ms: number) => (options!.resolution! + ms) * 1e6;
    const figures = { min: late(-1), mean: late(2), max: late(300), stddev: 4e6, percentile: (of: number) => late(of) };
    return { ...figures, enable: () => true, reset: () => undefined } as never;
  });
  const metrics = new Metrics();

  const lines = await linesOf(metrics, 'nodejs_eventloop_lag_');

  const exported = lines.map((line) => line.slice('nodejs_eventloop_lag_'.length).split(' ') as [string, string]);
  const msOf = Object.fromEntries(exported.map(([name, seconds]) => [name, Math.round(Number(seconds) * 1_000)]));
  expect(msOf).toMatchObject({
    min_seconds: 0,
    mean_seconds: 2,
    max_seconds: 300,
    stddev_seconds: 4,
    p50_seconds: 50,
    p90_seconds: 90,
    p99_seconds: 99,
  });
  measuring.mockRestore();
});
