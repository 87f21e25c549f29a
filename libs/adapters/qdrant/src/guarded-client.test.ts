import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@cairn/testing';
import { GuardedClient, refusalOf } from './guarded-client.ts';

const ok = JSON.stringify({ result: { collections: [] }, status: 'ok', time: 0 });

describe('GuardedClient', () => {
  let server: Server;
  let requests: number;
  let answer: RequestListener;

  beforeEach(async () => {
    requests = 0;
    server = createServer((request, response) => {
      requests++;
      answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const answerWith = (status: number, body = ok) =>
    (answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  const guarded = (options: { timeoutMs?: number; requestsAtOnce?: number; requestsWaiting?: number } = {}) =>
    new GuardedClient({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeoutMs: 5_000,
      requestsAtOnce: 10,
      requestsWaiting: 10,
      ...options,
    });
  const list = (on: GuardedClient) => on.run('list collections', (client) => client.getCollections());
  const failures = async (on: GuardedClient, count: number) => {
    for (let at = 0; at < count; at++) await list(on).catch(() => {});
  };

  it('hands on the answer', async () => {
    answerWith(200);

    await expect(list(guarded())).resolves.toEqual({ collections: [] });
  });

  it('calls the address with its path and key', async () => {
    const seen: unknown[] = [];
    answer = ({ url, headers }, response) => {
      seen.push(url, headers['api-key']);
      response.writeHead(200, { 'content-type': 'application/json' }).end(ok);
    };
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/under/`;
    const keyed = new GuardedClient({ url, apiKey: 'k', timeoutMs: 5_000, requestsAtOnce: 1, requestsWaiting: 0 });

    await list(keyed);

    expect(seen).toEqual(['/under/collections', 'k']);
  });

  it('names the status of a refusal, and keeps what the server said to the cause', async () => {
    answerWith(404, JSON.stringify({ status: { error: 'secret' } }));

    const error: unknown = await list(guarded()).catch((cause: unknown) => cause);

    expect(error).toMatchObject({
      code: 'index/unavailable',
      message: 'Qdrant could not list collections: it answered with status 404.',
    });
    expect(refusalOf(error)).toBe(404);
  });

  it('gives up a server that connects and says nothing', async () => {
    answer = () => {};

    await expect(list(guarded({ timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'index/unavailable',
      message: expect.stringContaining('did not answer in time') as string,
    });
  });

  it('gives up a server that starts to answer and does not end', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"result"');

    await expect(list(guarded({ timeoutMs: 50 }))).rejects.toMatchObject({ code: 'index/unavailable' });
  });

  it('leaves a failing server alone after some failures', async () => {
    answerWith(503);
    const on = guarded();
    await failures(on, 5);

    await expect(list(on)).rejects.toMatchObject({ code: 'index/unavailable' });
    expect(requests).toBe(5);
  });

  it.each([400, 429, 500])('does not mistake answers of status %i for a server that is away', async (status) => {
    answerWith(status);
    const on = guarded();
    await failures(on, 20);
    answerWith(200);

    await expect(list(on)).resolves.toEqual({ collections: [] });
  });

  it('asks no more at once than it may, and refuses what would wait too long', async () => {
    const held: (() => void)[] = [];
    answer = (_, response) => held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(ok));
    const on = guarded({ requestsAtOnce: 1, requestsWaiting: 1 });
    const [first, second] = [list(on), list(on)];

    await expect(list(on)).rejects.toMatchObject({ code: 'index/unavailable' });
    await until(() => held.length === 1);
    held[0]?.();
    await first;
    await until(() => held.length === 2);
    held[1]?.();
    await second;

    expect(requests).toBe(2);
  });
});
