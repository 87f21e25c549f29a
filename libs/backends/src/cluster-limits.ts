import { RedisRequestCounts } from '@cairn/adapter-bullmq/request-counts';
import { RedisSharedSamples } from '@cairn/adapter-bullmq/shared-samples';
import type { Config } from '@cairn/platform';
import { RequestCounts, SharedSamples } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';
import { keyPrefix } from './key-prefix.ts';

type LimitsConfig = Pick<Config<'recall-api'>, 'limitsRedisUrl'> & {
  /** Absent in the gateway, which answers no route of items itself, so that it has no samples to share. */
  readonly namespace?: string;
};

/**
 * Counts requests, and shares samples of the work, in a Redis that all replicas share, if one is configured; otherwise
 * each replica has its own alone.
 */
export const clusterLimits =
  ({ limitsRedisUrl: url, namespace }: LimitsConfig): ClusterPart =>
  () => {
    if (url === undefined) return { ports: [], uses: [], holds: [] };
    const counts = new RedisRequestCounts({ url, prefix: 'cairn-requests:' });
    const limits = { provide: RequestCounts, useValue: counts };
    if (namespace === undefined) return { ports: [limits], uses: [], holds: [counts] };
    const samples = new RedisSharedSamples({ url, prefix: keyPrefix(namespace) });
    return { ports: [limits, { provide: SharedSamples, useValue: samples }], uses: [], holds: [counts, samples] };
  };
