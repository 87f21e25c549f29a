import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import type { PostgresPool } from '../pool/postgres-pool.ts';
import { OutboxWakes } from './outbox-wakes.ts';

const SHORT_PAUSE_MS = 250;

/** A connection that accepts `listen`. It delivers no notification by itself, as behind a pooler. */
class ListeningClient extends EventEmitter {
  async connect() {}
  async query() {}
  end = jest.fn(async () => undefined);
}

describe('OutboxWakes', () => {
  const client = new ListeningClient();
  const pool = { newListener: () => client } as unknown as PostgresPool;
  const warn = jest.fn();
  let wakes: OutboxWakes;

  const start = async (options: { dueIn: () => Promise<number | undefined>; wake: () => void }) => {
    wakes = new OutboxWakes(pool, { ...options, log: { warn } });
    wakes.start();
    await jest.advanceTimersByTimeAsync(0);
  };
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    wakes.stop();
    jest.useRealTimers();
    client.removeAllListeners();
    warn.mockReset();
    client.end.mockClear();
  });

  it('looks four times a second until the first notification, since a pooler may lose each, then once a second', async () => {
    const dueIn = jest.fn(async () => undefined);
    await start({ dueIn, wake: () => undefined });

    await jest.advanceTimersByTimeAsync(4 * SHORT_PAUSE_MS);
    expect(dueIn).toHaveBeenCalledTimes(1 + 4);

    client.emit('notification');
    await jest.advanceTimersByTimeAsync(SHORT_PAUSE_MS);
    dueIn.mockClear();
    await jest.advanceTimersByTimeAsync(4_000);
    expect(dueIn).toHaveBeenCalledTimes(4);
  });

  it('tells an error of a woken listener, looks again, and keeps the connection that listens', async () => {
    const wake = jest.fn(() => {
      throw new TypeError('no');
    });
    await start({ dueIn: async () => 0, wake });
    wake.mockClear();

    client.emit('notification');
    await jest.advanceTimersByTimeAsync(2 * SHORT_PAUSE_MS);

    expect(wake).toHaveBeenCalledTimes(1 + 2);
    expect(warn).toHaveBeenLastCalledWith({ cause: 'TypeError: no' }, expect.stringContaining('TypeError: no'));
    expect(client.end).not.toHaveBeenCalled();
  });
});
