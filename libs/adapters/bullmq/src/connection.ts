import { Redis, type RedisOptions } from 'ioredis';

const CONNECT_TIMEOUT_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;
const COUNT_TIMEOUT_MS = 200;

/**
 * Settings of connections that reconnect for ever. A Redis that was unreachable for an hour is used again within two
 * seconds of its return.
 */
const reconnectOptions = {
  connectTimeout: CONNECT_TIMEOUT_MS,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
} satisfies RedisOptions;

/** Connection for producers. Without a connection, a command fails at once, since the outbox keeps the delivery. */
export const producerConnection = (url: string): Redis =>
  silenceErrors(
    new Redis(url, { ...reconnectOptions, lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 }),
  );

/** Connection for request counts. No request waits for it. */
export const countingConnection = (url: string): Redis =>
  silenceErrors(
    new Redis(url, {
      ...reconnectOptions,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COUNT_TIMEOUT_MS,
    }),
  );

/** Connection for workers. Their commands wait until Redis is reachable again. */
export const workerConnection = (url: string): Redis =>
  silenceErrors(new Redis(url, { ...reconnectOptions, maxRetriesPerRequest: null }));

/**
 * Ignores error events, since the command that fails reports the error too. Without a listener, an error event would end the
 * process.
 */
function silenceErrors(connection: Redis): Redis {
  return connection.on('error', () => {});
}
