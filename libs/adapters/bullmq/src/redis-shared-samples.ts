import { CairnError, HEALTH_SLOT_MS, HEALTH_SLOTS, ProcessSamples } from '@cairn/contracts';
import { SharedSamples } from '@cairn/ports';
import type { Redis } from 'ioredis';
import { countingConnection } from './connection.ts';

export interface RedisSharedSamplesOptions {
  readonly url: string;
  /** Prefix of all key names; a colon follows it. */
  readonly prefix: string;
}

const KEPT_MS = HEALTH_SLOT_MS * HEALTH_SLOTS;
const PROCESSES_MAX = 200;

/** Stores the samples of each process in Redis, which may lose them at any time, with a set of the processes by time. */
export class RedisSharedSamples extends SharedSamples {
  private readonly redis: Redis;
  private readonly prefix: string;

  constructor({ url, prefix }: RedisSharedSamplesOptions) {
    super();
    this.redis = countingConnection(url);
    this.prefix = `${prefix}:samples`;
  }

  share(own: ProcessSamples): Promise<void> {
    return this.ask(async () => {
      const now = Date.now();
      await this.redis
        .multi()
        .set(this.keyOf(own.process), JSON.stringify(own), 'PX', KEPT_MS)
        .zadd(this.prefix, now, own.process)
        .zremrangebyscore(this.prefix, '-inf', now - KEPT_MS)
        .pexpire(this.prefix, KEPT_MS)
        .exec();
    });
  }

  read(): Promise<ProcessSamples[]> {
    return this.ask(async () => {
      const processes = await this.redis.zrevrange(this.prefix, 0, PROCESSES_MAX - 1);
      if (processes.length === 0) return [];
      const texts = await this.redis.mget(processes.map((process) => this.keyOf(process)));
      return texts.flatMap((text) => (text === null ? [] : ProcessSamples.parse(JSON.parse(text))));
    });
  }

  close(): void {
    this.redis.disconnect();
  }

  private keyOf(process: string): string {
    return `${this.prefix}:${process}`;
  }

  private async ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (cause) {
      throw new CairnError('service/unavailable', 'The shared samples are unavailable.', { cause });
    }
  }
}
