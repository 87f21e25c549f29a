import { CairnError } from '@cairn/contracts';
import { RequestCounts, type RequestCount } from '@cairn/ports';
import { circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import type { Redis } from 'ioredis';
import { countingConnection } from './connection.ts';

export interface RedisRequestCountsOptions {
  readonly url: string;
  /** Prefix of all key names; a colon follows it. */
  readonly prefix: string;
}

/** Number of consecutive failures after which Redis is not called for a while. */
const FAILURES_TO_OPEN = 3;
const CIRCUIT_OPEN_MS = 2_000;

/** Script that increments a count and sets its expiry in one step, so that no count without an expiry remains. */
const ADD_REQUESTS_SCRIPT = `
  local current = redis.call('incr', KEYS[1])
  if current == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
  return {current, redis.call('pttl', KEYS[1])}`;

/** Stores request counts in Redis, which may lose them at any time. */
export class RedisRequestCounts extends RequestCounts {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly breaker = circuitBreaker(handleAll, {
    halfOpenAfter: CIRCUIT_OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });

  constructor({ url, prefix }: RedisRequestCountsOptions) {
    super();
    this.redis = countingConnection(url);
    this.prefix = prefix;
  }

  add(name: string, windowMs: number): Promise<RequestCount> {
    return this.ask(async () => {
      const [current, ttlMs] = (await this.redis.eval(ADD_REQUESTS_SCRIPT, 1, this.prefix + name, windowMs)) as [
        number,
        number,
      ];
      return { current, ttlMs };
    });
  }

  read(name: string): Promise<RequestCount> {
    return this.ask(async () => {
      const key = this.prefix + name;
      const [current, ttlMs] = await Promise.all([this.redis.get(key), this.redis.pttl(key)]);
      return { current: Number(current ?? 0), ttlMs: Math.max(0, ttlMs) };
    });
  }

  close(): void {
    this.redis.disconnect();
  }

  private async ask(work: () => Promise<RequestCount>): Promise<RequestCount> {
    try {
      return await this.breaker.execute(work);
    } catch (cause) {
      throw new CairnError('service/unavailable', 'The shared request counts are unavailable.', { cause });
    }
  }
}
