import { RedisRequestCounts } from '@cairn/adapter-bullmq/request-counts';
import type { Config } from '@cairn/platform';
import { RequestCounts } from '@cairn/ports';
import type { ClusterPart } from './cluster-part.ts';

/** Counts requests in a Redis that all replicas share, if one is configured; otherwise each replica counts alone. */
export const clusterLimits =
  ({ limitsRedisUrl: url }: Pick<Config<'recall-api'>, 'limitsRedisUrl'>): ClusterPart =>
  () => {
    if (url === undefined) return { ports: [], uses: [], holds: [] };
    const counts = new RedisRequestCounts({ url, prefix: 'cairn-requests:' });
    return { ports: [{ provide: RequestCounts, useValue: counts }], uses: [], holds: [counts] };
  };
