import { Redis, type RedisOptions } from 'ioredis';

const CONNECT_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;
const COUNT_MS = 200;

/** Comes back for ever: a Redis that was away for an hour is found within two seconds of its return. */
const patient = {
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
} satisfies RedisOptions;

/** For who hands work over: without a live connection a command fails at once, as the outbox keeps what it would carry. */
export const producerConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...patient, lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 }));

/** For who counts requests: none of them waits for it. */
export const countingConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...patient, enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COUNT_MS }));

/** For workers, whose commands wait for Redis to come back. */
export const workerConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...patient, maxRetriesPerRequest: null }));

/** The failing command says what is wrong; an error event that nobody hears would end the process. */
function quiet(connection: Redis): Redis {
  return connection.on('error', () => {});
}
