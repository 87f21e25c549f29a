import { Redis } from 'ioredis';

/** Deletes everything in a Redis server. */
export const forgetAll = (url: string): Promise<unknown> => onRedis(url, (redis) => redis.flushall());

/** Number of an installation's jobs that wait in a queue. */
export const waitingJobs = (url: string, namespace: string, pattern: string): Promise<number> =>
  onRedis(url, (redis) => redis.llen(`{${namespace}}:${pattern}:wait`));

async function onRedis<Answer>(url: string, work: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = new Redis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
