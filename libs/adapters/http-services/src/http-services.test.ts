import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { CairnError, type Receipt } from '@cairn/contracts';
import { aMemory, aMemoryId, aMemoryInput, aMessageInput, requestListener, aPrincipal } from '@cairn/testing';
import { HttpNeighbours, RouteClient } from './index.ts';

interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Record<string, string>;
  /** Never answers. */
  readonly silent?: true;
  /** Breaks the connection when everything was sent. */
  readonly broken?: true;
}

const seen: Seen[] = [];
const sockets = new Set<Socket>();
let reply: Reply;
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  server = createServer(
    requestListener(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      seen.push({
        line: `${request.method} ${request.url}`,
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      });
      if (reply.broken) return void request.socket.destroy();
      if (reply.silent) return;
      response.writeHead(reply.status ?? 200, reply.headers).end(reply.text ?? JSON.stringify(reply.json));
    }),
  );
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen.length = 0;
});

const ada = aPrincipal();
const options = (timeoutMs = 5_000) => ({
  baseUrl,
  authorization: ({ name }: { name: string }) => `token-of-${name}`,
  timeoutMs,
});
const client = (timeoutMs?: number) => new RouteClient(options(timeoutMs));
const failureOf = async (call: Promise<unknown>) => {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CairnError);
  return failure as CairnError;
};
const aReceipt = (): Receipt => ({
  kind: 'memory',
  id: aMemoryId(),
  version: 1,
  state: 'active',
  created: true,
  index: { words: 'indexed', vectors: 'pending' },
});

const nothing = { hits: [], confidence: 0, flags: [], injectionBlock: '', degraded: [], searched: ['memories'] };

describe('recall over HTTP', () => {
  it('asks as the caller and returns what the service answered', async () => {
    reply = {
      json: { ...nothing, injectionBlock: 'text', degraded: ['vectors'], reason: 'no-match' },
    };

    const answer = await client().call('recall', ada, { body: { query: 'freeze', mode: 'general' } });

    expect(answer).toEqual(reply.json);
    expect(seen[0]).toMatchObject({ line: 'POST /v1/recall', body: { query: 'freeze', mode: 'general' } });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer token-of-Ada',
      'content-type': 'application/json',
    });
  });

  it('says in the headers what it is told to, anew for every call', async () => {
    reply = { json: { messages: [], query: { limit: 5, channel: null, sessionKey: null, sinceMs: null } } };
    let call = 0;
    const api = new RouteClient({ ...options(), headers: () => ({ traceparent: `place-${++call}` }) });

    await api.call('recent', ada, { query: { limit: 5 } });
    await api.call('recent', ada, { query: { limit: 5 } });

    expect(seen.map(({ headers }) => headers['traceparent'])).toEqual(['place-1', 'place-2']);
  });

  it('puts the filters of recent into the query and leaves absent ones out', async () => {
    reply = { json: { messages: [], query: { limit: 5, channel: 'a&b', sessionKey: null, sinceMs: null } } };

    await client().call('recent', ada, { query: { limit: 5, channel: 'a&b', sessionKey: undefined } });

    expect(seen[0]).toMatchObject({ line: 'GET /v1/recall/recent?limit=5&channel=a%26b', body: undefined });
  });

  it('keeps the connection', async () => {
    reply = { json: nothing };
    const api = client();
    const askFiveTimes = async () => {
      for (let round = 0; round < 5; round++) await api.call('recall', ada, { body: { query: 'x' } });
    };
    await askFiveTimes();
    const before = sockets.size;

    await askFiveTimes();

    expect(sockets.size).toBe(before);
  });
});

describe('replicas behind one address', () => {
  const replicaThatCounts = async () => {
    const replica = { calls: 0, port: 0, close: () => {} };
    const at = createServer((request, response) => {
      replica.calls += 1;
      request.resume().on('end', () => response.end(JSON.stringify({ messages: [], query: aQuery })));
    });
    await new Promise<void>((done) => at.listen(0, '127.0.0.1', done));
    replica.port = (at.address() as AddressInfo).port;
    replica.close = () => (at.closeAllConnections(), void at.close());
    return replica;
  };
  const aQuery = { limit: 5, channel: null, sessionKey: null, sinceMs: null };

  /** A balancer like the address of a Kubernetes Service: each new connection goes to the next replica, and stays with it. */
  const balancerOf = async (replicas: readonly { readonly port: number }[]) => {
    const open = new Set<Socket>();
    let taken = 0;
    const balancer = createTcpServer((caller) => {
      const replica = connect(replicas[taken++ % replicas.length]!.port, '127.0.0.1');
      for (const socket of [caller, replica]) open.add(socket.on('error', () => undefined));
      caller.pipe(replica).pipe(caller);
    });
    await new Promise<void>((done) => balancer.listen(0, '127.0.0.1', done));
    const close = () => (open.forEach((socket) => socket.destroy()), void balancer.close());
    return { url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`, close };
  };

  it.each([1, 4])(
    'share the calls, %i at a time, also with one that came when connections were open',
    async (together) => {
      const replicas = [await replicaThatCounts()];
      const balancer = await balancerOf(replicas);
      const api = new RouteClient({ ...options(), baseUrl: balancer.url });
      const callTimes = async (times: number) => {
        for (let round = 0; round < times / together; round++)
          await Promise.all(Array.from({ length: together }, () => api.call('recent', ada, { query: { limit: 5 } })));
      };
      await callTimes(40);

      replicas.push(await replicaThatCounts());
      await callTimes(600);

      expect(replicas[1]?.calls).toBeGreaterThan(150);
      expect(replicas[0]?.calls).toBeGreaterThan(150);
      await api.close();
      for (const part of [balancer, ...replicas]) part.close();
    },
  );
});

describe('ingest over HTTP', () => {
  it('sends a batch with its idempotency key and how long to wait', async () => {
    reply = { status: 201, json: { items: [aReceipt(), aReceipt()] } };

    const receipts = await client().call('addMemories', ada, {
      body: [aMemoryInput(), aMemoryInput()],
      headers: { 'Idempotency-Key': 'k1' },
      query: { wait: 'indexed', waitMs: 700 },
    });

    expect(receipts).toEqual(reply.json);
    expect(seen[0]?.line).toBe('POST /v1/memories?wait=indexed&waitMs=700');
    expect(seen[0]?.headers['idempotency-key']).toBe('k1');
    expect(seen[0]?.body).toHaveLength(2);
  });

  it('neither waits nor sends a key unless told to', async () => {
    reply = { status: 201, json: { items: [] } };

    await client().call('addMessages', ada, { body: [aMessageInput()] });

    expect(seen[0]?.line).toBe('POST /v1/messages');
    expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
  });

  it('finds and forgets by kind, id and channel', async () => {
    const memory = { ...aMemory(), index: { words: 'indexed', vectors: 'indexed' } };
    reply = { json: memory };
    const found = await client().call('getMemory', ada, { params: { id: memory.id }, query: { channel: 'coach:5' } });
    reply = { json: { id: memory.id, state: 'deleted' } };
    await client().call('forgetMessage', ada, { params: { id: memory.id } });

    expect(found).toEqual(memory);
    expect(seen.map(({ line }) => line)).toEqual([
      `GET /v1/memories/${memory.id}?channel=coach%3A5`,
      `DELETE /v1/messages/${memory.id}`,
    ]);
  });
});

describe('failures over HTTP', () => {
  const ask = (timeoutMs?: number) => client(timeoutMs).call('stats', ada, {});

  it('come back as they were thrown', async () => {
    const issues = [{ field: 'limit', message: 'must be 1 to 100', value: 101, allowed: '1 to 100' }];
    reply = {
      status: 400,
      json: { error: { code: 'request/invalid', message: 'The request breaks its schema.', requestId: 'r', issues } },
    };

    expect(await failureOf(ask())).toMatchObject({
      code: 'request/invalid',
      message: 'The request breaks its schema.',
      issues,
      retry: false,
    });
  });

  it.each([
    [502, '<html>bad gateway</html>', 'service/unavailable'],
    [503, '{"error":{"code":"new/code","message":"m","requestId":"r"}}', 'service/unavailable'],
    [401, '', 'auth/missing'],
    [429, 'slow down', 'rate/limited'],
    [418, 'tea', 'internal'],
    [200, '<html>a login page</html>', 'internal'],
    [200, '{"memories":{}}', 'internal'],
  ])('are named when a %d with %j comes from something in between', async (status, text, code) => {
    reply = { status, text };

    expect((await failureOf(ask())).code).toBe(code);
  });

  it('never follow a redirect with the token', async () => {
    reply = { status: 302, text: '', headers: { location: 'http://127.0.0.1:9/steal' } };

    expect((await failureOf(ask())).code).toBe('service/unavailable');
  });

  it('end a wait that is too long, and let a write wait as long as it asked to', async () => {
    reply = { silent: true };
    const started = performance.now();
    const read = await failureOf(ask(100));
    const readMs = performance.now() - started;
    const write = await failureOf(
      client(100).call('addMemories', ada, { body: [aMemoryInput()], query: { wait: 'indexed', waitMs: 300 } }),
    );
    const writeMs = performance.now() - started - readMs;

    expect([read.code, write.code]).toEqual(['service/unavailable', 'service/unavailable']);
    expect(read.retry).toBe(true);
    expect(readMs).toBeLessThan(2_000);
    expect(writeMs).toBeGreaterThanOrEqual(390);
  });

  it('say so when nobody listens', async () => {
    const nobody = new RouteClient({ ...options(), baseUrl: 'http://127.0.0.1:9' });

    expect(await failureOf(nobody.call('stats', ada, {}))).toMatchObject({
      code: 'service/unavailable',
      message: 'GET /v1/recall/stats did not answer.',
    });
  });
});

describe('a neighbour', () => {
  const neighbour = (baseUrl: string) =>
    new RouteClient({ ...options(), baseUrl, service: 'recall-api', authorization: async () => 'signed' });

  it('is shown the token that was signed for it', async () => {
    reply = { json: { messages: [], query: { limit: 5, channel: null, sessionKey: null, sinceMs: null } } };

    await neighbour(baseUrl).call('recent', ada, { query: { limit: 5 } });

    expect(seen[0]?.headers.authorization).toBe('Bearer signed');
  });

  it('that refuses the token is a fault of the services, not of the caller', async () => {
    reply = { status: 401, json: { error: { code: 'auth/missing', message: 'Send a valid key.', requestId: 'r' } } };

    expect(await failureOf(neighbour(baseUrl).call('stats', ada, {}))).toMatchObject({
      code: 'service/unavailable',
      message: expect.stringMatching(/^recall-api refuses the token .*CAIRN_SERVICE_SECRET/),
    });
  });

  it('that is away is named, and after some calls not even asked', async () => {
    const away = neighbour('http://127.0.0.1:9');
    const messages: string[] = [];
    for (let call = 0; call < 8; call++) messages.push((await failureOf(away.call('stats', ada, {}))).message);

    expect(messages[0]).toBe('GET /v1/recall/stats of recall-api did not answer.');
    expect(messages.at(-1)).toBe('recall-api did not answer the last calls; it is tried again soon.');
  });

  it('that refuses requests is not taken for one that is away', async () => {
    reply = { status: 400, json: { error: { code: 'request/invalid', message: 'No.', requestId: 'r' } } };
    const strict = neighbour(baseUrl);

    for (let call = 0; call < 8; call++)
      expect((await failureOf(strict.call('stats', ada, {}))).code).toBe('request/invalid');
  });
});

describe('a service that can be found again', () => {
  const written = { status: 201, json: { items: [aReceipt()] } };
  const movingTo = (next: () => void, at = { baseUrl }) => ({
    ...options(),
    get baseUrl() {
      return at.baseUrl;
    },
    recover: async () => {
      at.baseUrl = baseUrl;
      next();
    },
  });

  it('is asked where it is by then, however many found it gone', async () => {
    reply = written;
    const moving = new RouteClient(movingTo(() => {}, { baseUrl: 'http://127.0.0.1:9' }));

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => moving.call('addMemories', ada, { body: [aMemoryInput()] })),
    );

    expect(answers).toHaveLength(10);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(10);
  });

  it('gets a write that broke off again, with the same key', async () => {
    reply = { broken: true };
    const breaking = new RouteClient(movingTo(() => (reply = written)));

    await breaking.call('addMemories', ada, { body: [aMemoryInput()] });

    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/\w/), keys[0]]);
  });

  it('is not told twice to forget, since the second answer would be that nothing is there', async () => {
    reply = { broken: true };
    const breaking = new RouteClient(movingTo(() => (reply = { json: { forgotten: true } })));

    expect(await failureOf(breaking.call('forgetMemory', ada, { params: { id: aMemoryId() } }))).toMatchObject({
      code: 'service/unavailable',
    });
    expect(seen).toHaveLength(1);
  });
});

describe('neighbours', () => {
  it('are asked each for its own routes, and one whose place is not known says so', async () => {
    const at = new HttpNeighbours({ 'recall-api': new RouteClient({ ...options(), service: 'recall-api' }) });
    reply = { json: { messages: [], query: { limit: 5, channel: null, sessionKey: null, sinceMs: null } } };

    await at.call('recent', ada, { query: { limit: 5 } });
    const unknown = await failureOf(at.call('listKeys', ada, {}));
    await at.close();

    expect(seen.map(({ line }) => line)).toEqual(['GET /v1/recall/recent?limit=5']);
    expect(unknown).toMatchObject({
      code: 'service/unavailable',
      message: 'This process was not told where ingest is.',
    });
  });
});
