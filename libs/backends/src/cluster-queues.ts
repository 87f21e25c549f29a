import { BullQueues } from '@cairn/adapter-bullmq';
import type { Config } from '@cairn/platform';
import { QueueStatistics } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';
import { keyPrefix } from './key-prefix.ts';

/** Provides the ports that add to the queues in Redis and count them. */
export const clusterQueues =
  ({ redisUrl: url, namespace }: Pick<Config<'ingest'>, 'redisUrl' | 'namespace'>): ClusterPart =>
  () => {
    const queues = new BullQueues({ url, prefix: keyPrefix(namespace) });
    return {
      ports: [
        { provide: QueueStatistics, useValue: queues },
        { provide: BullQueues, useValue: queues },
      ],
      uses: [{ name: 'queues', isNeeded: false, health: () => queues.ping().then(() => ({ ready: true })) }],
      holds: [queues],
    };
  };
