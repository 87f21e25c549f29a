import { Injectable, Optional } from '@nestjs/common';
import { Clock, cacheFor, QueueStatistics, Readiness } from '@cairn/ports';
import { maintenance, type Maintenance } from '@cairn/store';
import { Metrics } from './metrics.ts';
import { Uses } from './uses.ts';

/**
 * Time in ms for which an answer is reused. All gauges of a scrape, and frequent scrapes, then cost each queue and
 * store a single query.
 */
const MEASURES_CACHE_MS = 3_000;

/**
 * Gauges that every process has about its dependencies: whether they answer, how far the indexes lag, and how deep the
 * queues are.
 */
@Injectable()
export class DependencyMeasures {
  constructor(
    metrics: Metrics,
    readiness: Readiness,
    @Optional() queueStatistics?: QueueStatistics,
    @Optional() @Uses(maintenance) indexes?: Maintenance,
    @Optional() clock?: Clock,
  ) {
    if (clock) measureClock(metrics, clock);
    measureParts(metrics, readiness);
    if (indexes) measureIndexes(metrics, indexes);
    if (queueStatistics) measureQueues(metrics, queueStatistics);
  }
}

function measureParts(metrics: Metrics, readiness: Readiness): void {
  metrics.gauge(
    {
      name: 'cairn_dependency_up',
      help: 'Whether a store, queue or model that this process uses answers: 1 or 0.',
      labels: ['dependency'],
    },
    cacheFor(MEASURES_CACHE_MS, async () => (await readiness.parts()).map(upOf)),
  );
}

const upOf = ({ name, ready, problem }: { name: string; ready: boolean; problem?: string | undefined }) => ({
  labels: { dependency: name },
  value: ready && problem === undefined ? 1 : 0,
});

function measureIndexes(metrics: Metrics, maintenance: Maintenance): void {
  metrics.gauge(
    {
      name: 'cairn_index_age_seconds',
      help: 'Age of the oldest accepted change that an index lacks; 0 without one. It grows while an item is on its way, waits or is lost; dead letters are not in it. Every process reports all of it.',
      labels: ['target'],
    },
    cacheFor(MEASURES_CACHE_MS, async () =>
      Object.entries(await maintenance.oldestBehind()).map(([target, ms]) => ({
        labels: { target },
        value: ms / 1000,
      })),
    ),
  );
}

function measureClock(metrics: Metrics, clock: Clock): void {
  metrics.gauge(
    {
      name: 'cairn_clock_ahead_seconds',
      help: "By how much this machine's clock is ahead of the store's, by which all processes go; negative where it is behind.",
    },
    async () => clock.aheadMs() / 1000,
  );
}

const states = ['waiting', 'active', 'delayed', 'failed'] as const;

function measureQueues(metrics: Metrics, queueStatistics: QueueStatistics): void {
  const depths = cacheFor(MEASURES_CACHE_MS, () => queueStatistics.depths());
  metrics.gauge(
    {
      name: 'cairn_queue_jobs',
      help: 'Jobs of a queue by state: delayed ones wait for their next attempt, failed ones were given up and are kept for a look. Every process that has the queues reports all of them.',
      labels: ['queue', 'state'],
    },
    async () =>
      (await depths()).flatMap((depth) =>
        states.map((state) => ({ labels: { queue: depth.pattern, state }, value: depth[state] })),
      ),
  );
  metrics.gauge(
    {
      name: 'cairn_queue_oldest_seconds',
      help: 'Age of the oldest job of a queue that waits for a worker; 0 without one.',
      labels: ['queue'],
    },
    async () => (await depths()).map(({ pattern: queue, oldestMs }) => ({ labels: { queue }, value: oldestMs / 1000 })),
  );
  metrics.gauge(
    {
      name: 'cairn_queue_retrying_seconds',
      help: 'Age of a job of a queue that has failed and waits for its next attempt, mostly the oldest; 0 without one.',
      labels: ['queue'],
    },
    async () =>
      (await depths()).map(({ pattern: queue, oldestDelayedMs }) => ({
        labels: { queue },
        value: oldestDelayedMs / 1000,
      })),
  );
}
