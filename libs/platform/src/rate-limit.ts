import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { CairnError } from '@cairn/contracts';
import { RequestCounts } from '@cairn/ports';
import { Injectable, Optional } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { credentialOf } from './auth.ts';
import { sharedStore } from './shared-store.ts';

type Limiter = ReturnType<FastifyInstance['createRateLimit']>;
type Count = Awaited<ReturnType<Limiter>>;

const MINUTE_MS = 60_000;
const COUNTED_MAX = 50_000;

/**
 * Counts requests by key and, where it has a limit, by organisation, and by address where the key is missing or unknown, so that nobody gets a count of their own by making
 * a key up. Where replicas count together, the limit is of all of them. An address that has used its count up gets no more keys looked up but those that were known a minute ago.
 */
@Injectable()
export class RateLimit {
  private byKey!: Limiter;
  private byAddress!: Limiter;
  private byOrganisation!: Limiter;
  /** Hashes of keys and access tokens. */
  private readonly known = new LRUCache<string, true>({ max: COUNTED_MAX, ttl: MINUTE_MS });

  constructor(@Optional() private readonly counts?: RequestCounts) {}

  async open(server: FastifyInstance, perMinute: number): Promise<void> {
    const same = { max: perMinute, timeWindow: MINUTE_MS, cache: COUNTED_MAX };
    const store = this.counts && { store: sharedStore(this.counts, COUNTED_MAX) };
    await server.register(rateLimit, { ...same, ...store, global: false });
    this.byAddress = server.createRateLimit(same);
    this.byKey = server.createRateLimit({ ...same, keyGenerator: ({ principal }) => principal?.keyId ?? '' });
    this.byOrganisation = server.createRateLimit({
      ...same,
      max: ({ principal }) => principal?.callsPerMinute ?? perMinute,
      keyGenerator: ({ principal }) => `organisation ${principal?.orgId}`,
    });
  }

  /** Before a key is looked up. Throws `rate/limited`. */
  async allowLookUp(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = credentialOf(request);
    if (key === undefined || this.known.has(hashOf(key))) return;
    const seen = await this.byAddress(request, { increment: false });
    if (!seen.isAllowed && seen.remaining === 0) refuse(seen, reply);
  }

  /** So many more requests of whom this one is from. Throws `rate/limited` when that is beyond the limit, `limit/calls` when it is beyond the organisation's. */
  async count(request: FastifyRequest, reply: FastifyReply, requests = 1): Promise<void> {
    const key = request.principal && credentialOf(request);
    if (key) this.known.set(hashOf(key), true);
    const limiter = request.principal ? this.byKey : this.byAddress;
    const hasOwn = request.principal?.callsPerMinute !== undefined;
    for (let n = 0; n < requests; n++) {
      const seen = await limiter(request);
      if (!seen.isAllowed && seen.isExceeded) refuse(seen, reply);
      const ofAll = hasOwn ? await this.byOrganisation(request) : seen;
      if (!ofAll.isAllowed && ofAll.isExceeded) refuse(ofAll, reply, 'organisation');
      tell(isTighter(ofAll, seen) ? ofAll : seen, reply);
    }
  }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** The one that is used up first is the one to be told of. */
const isTighter = (one: Count, other: Count) => !one.isAllowed && (other.isAllowed || one.remaining < other.remaining);

function tell(seen: Count, reply: FastifyReply): void {
  if (seen.isAllowed) return;
  reply.headers({
    'x-ratelimit-limit': seen.max,
    'x-ratelimit-remaining': seen.remaining,
    'x-ratelimit-reset': seen.ttlInSeconds,
  });
}

function refuse(
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
