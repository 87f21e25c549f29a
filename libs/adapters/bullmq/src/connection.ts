import { Redis, type RedisOptions } from 'ioredis';

const CONNECT_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;
const COUNT_MS = 200;

/** Reconnects for ever: a Redis that was unreachable for an hour is used within two seconds of its return. */
const patient = {
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
} satisfies RedisOptions;

/** A connection for producers: a command fails at once without a connection, since the outbox keeps the delivery. */
export const producerConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...patient, lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 }));

/** A connection for request counts: no request waits for it. */
export const countingConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...patient, enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COUNT_MS }));

/** A connection for workers, whose commands wait until Redis is back. */
export const workerConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...patient, maxRetriesPerRequest: null }));

/** Ignores error events, since the failing command reports the error: without a listener they would end the process. */
function quiet(connection: Redis): Redis {
  return connection.on('error', () => {});
}
