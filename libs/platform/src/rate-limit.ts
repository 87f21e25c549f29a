import rateLimit from '@fastify/rate-limit';
import { CairnError } from '@cairn/contracts';
import { RequestCounts } from '@cairn/ports';
import { Injectable, Optional } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitStore } from './rate-limit-store.ts';

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;
type Count = Awaited<ReturnType<Limiter>>;

const MINUTE_MS = 60_000;
const COUNTED_KEYS_MAX = 50_000;

/**
 * Limits requests by key, by organisation if the organisation has a limit, and by address for requests without a known
 * key, so that invented keys share one count. Keys are looked up before anything is counted, so that a flood cannot
 * block a key. Replicas that share counts share the limits.
 */
@Injectable()
export class RateLimit {
  private byKey!: Limiter;
  private byAddress!: Limiter;
  private byOrganisation!: Limiter;

  constructor(@Optional() private readonly counts?: RequestCounts) {}

  async open(server: FastifyInstance, perMinute: number): Promise<void> {
    const same = { max: perMinute, timeWindow: MINUTE_MS, cache: COUNTED_KEYS_MAX };
    const store = this.counts && { store: rateLimitStore(this.counts, COUNTED_KEYS_MAX) };
    await server.register(rateLimit, { ...same, ...store, global: false });
    this.byAddress = server.createRateLimit(same);
    this.byKey = server.createRateLimit({ ...same, keyGenerator: ({ principal }) => principal?.keyId ?? '' });
    this.byOrganisation = server.createRateLimit({
      ...same,
      max: ({ principal }) => principal?.callsPerMinute ?? perMinute,
      keyGenerator: ({ principal }) => `organisation ${principal?.orgId}`,
    });
  }

  /**
   * Counts requests of the caller. Throws `rate/limited` beyond the caller's limit, and `limit/calls` beyond the limit
   * of the organisation.
   */
  async count(request: FastifyRequest, reply: FastifyReply, requests = 1): Promise<void> {
    const limiter = request.principal ? this.byKey : this.byAddress;
    const hasOwn = request.principal?.callsPerMinute !== undefined;
    for (let n = 0; n < requests; n++) {
      const seen = await limiter(request);
      if (!seen.isAllowed && seen.isExceeded) refuseRequest(seen, reply);
      const ofAll = hasOwn ? await this.byOrganisation(request) : seen;
      if (!ofAll.isAllowed && ofAll.isExceeded) refuseRequest(ofAll, reply, 'organisation');
      setRateLimitHeaders(isTighter(ofAll, seen) ? ofAll : seen, reply);
    }
  }
}

/** Whether the first count is tighter than the second and is therefore reported. */
const isTighter = (one: Count, other: Count) => !one.isAllowed && (other.isAllowed || one.remaining < other.remaining);

function setRateLimitHeaders(seen: Count, reply: FastifyReply): void {
  if (seen.isAllowed) return;
  reply.headers({
    'x-ratelimit-limit': seen.max,
    'x-ratelimit-remaining': seen.remaining,
    'x-ratelimit-reset': seen.ttlInSeconds,
  });
}

function refuseRequest(
  { max, ttl }: { max: number; ttl: number },
  reply: FastifyReply,
  whose: 'caller' | 'organisation' = 'caller',
): never {
  const seconds = Math.max(1, Math.ceil(ttl / 1000));
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': 0,
    'x-ratelimit-reset': seconds,
    'retry-after': seconds,
  });
  if (whose === 'organisation')
    throw new CairnError(
      'limit/calls',
      `The organisation may make ${max} calls a minute with all its keys. Come back in ${seconds} seconds.`,
    );
  throw new CairnError('rate/limited', `More than ${max} requests a minute. Come back in ${seconds} seconds.`);
}
