import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { jest } from '@jest/globals';
import { EmbeddedTransport } from '@cairn/adapter-embedded';
import { routes } from '@cairn/contracts';
import { Outbox } from '@cairn/ports';
import { until } from '@cairn/testing';
import { freePort } from '@cairn/testing/free-port';
import { Controller, Logger, Module } from '@nestjs/common';
import fc from 'fast-check';
import { DrainTimes } from './drain.ts';
import { OnEvent } from './on-event.ts';
import { json, key, ORG } from './role-keys.fixture.ts';
import { startService, type RunningService } from './start-service.ts';
import { SECRET, slow, DoorModule, parts, outbox, lines, options } from './started-service.fixture.ts';

describe('a running service', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService({ ...options(), transport: (app) => new EmbeddedTransport(app.get(Outbox)) });
  });
  afterAll(() => service.close());

  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(service.url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: { ...json, ...key('writer'), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('asks for a key, and for the role', async () => {
    const without = await call('/v1/recall', { method: 'POST', headers: json, body: '{}' });
    expect(without).toMatchObject({ status: 401, body: { error: { code: 'auth/missing' } } });
    expect(without.headers.get('www-authenticate')).toBe('Bearer');
    expect(await call('/v1/recall/recent', { headers: key('stranger') })).toMatchObject({ status: 401 });
    expect(await call('/v1/recall/recent', { headers: { authorization: 'Basic cairn_reader' } })).toMatchObject({
      status: 401,
    });
    expect(await call('/v1/recall/recent', { headers: key('broken') })).toMatchObject({
      status: 503,
      body: { error: { code: 'truth/unavailable' } },
    });
    const asReader = await post('/v1/messages', { content: 'x' }, key('reader'));
    expect(asReader).toMatchObject({
      status: 403,
      body: { error: { code: 'auth/forbidden', message: expect.stringContaining('role writer') } },
    });
  });

  it('serves a route as contracts have it: parsed body, caller, status', async () => {
    const recalled = await post('/v1/recall', { query: 'freeze' });
    expect(recalled).toMatchObject({
      status: 200,
      body: { request: { query: 'freeze', mode: 'general' }, orgId: ORG },
    });
    expect(await post('/v1/messages', [{ content: 'a' }, { content: 'b' }])).toMatchObject({
      status: 201,
      body: { count: 2 },
    });
  });

  it('keeps what a caller sent whole, also a key that is called constructor', async () => {
    expect(
      await post('/v1/messages', { content: 'a', provenance: { constructor: 'x', prototype: 'y' } }),
    ).toMatchObject({ status: 201 });
  });

  it('reads numbers out of a query', async () => {
    expect(
      await call('/v1/recall/recent?limit=5&sinceMs=2023-11-14T22:13:20Z&channel=12', { headers: key('reader') }),
    ).toMatchObject({ body: { sinceMs: 1_700_000_000_000 } });
    expect(
      await call('/v1/recall/recent?limit=5&sinceMs=1700000000000&channel=12', { headers: key('reader') }),
    ).toMatchObject({
      status: 200,
      body: { limit: 5, sinceMs: 1_700_000_000_000, channel: '12' },
    });
    const refused = await call('/v1/recall/recent?limit=ten&sincems=1', { headers: key('reader') });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { issues: [{ field: 'limit', value: 'ten' }, { field: 'sincems' }] } },
    });
    expect(await call('/v1/recall/recent?limit=101', { headers: key('reader') })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ field: 'limit', value: '101', allowed: 'a whole number from 1 to 100' }] } },
    });
  });

  it('answers every failure in one form with the request id', async () => {
    const refused = await post('/v1/messages', [{ content: 'a' }, { content: 5 }], { 'x-request-id': 'my-id.1' });
    expect(refused.body).toEqual({
      error: {
        code: 'request/invalid',
        message: '[1].content must be text of 1 to 1048576 characters',
        requestId: 'my-id.1',
        issues: [
          {
            field: '[1].content',
            message: 'must be text of 1 to 1048576 characters',
            value: 5,
            allowed: 'text of 1 to 1048576 characters',
          },
        ],
      },
    });
    expect(refused.headers.get('x-request-id')).toBe('my-id.1');
    const strange = await post('/v1/messages', {}, { 'x-request-id': '<script>' });
    expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await call('/v1/messages/7', { headers: key('reader') })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ field: 'id', value: '7' }] } },
    });
    expect(await call(`/v1/messages/${ORG}`, { headers: key('reader') })).toMatchObject({
      status: 404,
      body: { error: { code: 'item/unknown' } },
    });
    expect(await call('/nowhere')).toMatchObject({ status: 404, body: { error: { code: 'route/unknown' } } });
    const busy = await call('/busy');
    expect(busy).toMatchObject({ status: 429, body: { error: { code: 'truth/overloaded' } } });
    expect(busy.headers.get('retry-after')).toBe('1');
  });

  it('says nothing of a fault but where to find it', async () => {
    const fault = await call('/fault');
    expect(fault).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    expect(fault.text).not.toContain('vault');
    expect(lines.some((line) => line.includes(fault.body.error.requestId) && line.includes('TypeError'))).toBe(true);
  });

  it('never answers a hostile body with a 5xx', async () => {
    const deep = '['.repeat(1_000_000);
    const flood = `[${'1,'.repeat(8_000_000)}1]`;
    const bodies: [string | Uint8Array, number][] = [
      [deep, 400],
      [`{"content":${deep}${']'.repeat(1_000_000)}}`, 400],
      [flood, 400],
      [`{"content":"x","tags":${flood}}`, 400],
      ['{"__proto__":{"admin":true},"content":"x"}', 400],
      ['{"content":"x","constructor":{"prototype":{"admin":true}}}', 400],
      ['{"\\u005f_proto__":{"admin":true},"content":"x"}', 400],
      ['{"content":"\\ud800 lone"}', 201],
      [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400],
      ['{"content":"', 400],
      ['', 400],
      ['null', 400],
      ['\u0000', 400],
      ['\ufeff{"content":"x"}', 201],
      [`{"content":"${'"'.repeat(3)}"}`, 400],
      [`{"content":"${'\\\\'.repeat(100_000)}"}`, 201],
    ];
    for (const [body, status] of bodies) {
      const response = await call('/v1/messages', {
        method: 'POST',
        headers: { ...json, ...key('writer') },
        body: body as never,
      }).catch((error: unknown) => error);
      expect({ body: String(body).slice(0, 40), response }).toMatchObject({ response: { status } });
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'x',
    ]) {
      expect(await post('/v1/messages', 'content=x', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { error: { code: 'request/media-type' } },
      });
    }
    expect(Object.prototype).not.toHaveProperty('admin');
  }, 30_000);

  it('says what is wrong with a body that it does not even parse', async () => {
    const send = (payload: string | Buffer) =>
      service.app.inject({ method: 'POST', url: '/v1/messages', headers: { ...json, ...key('writer') }, payload });
    const issueOf = async (payload: string | Buffer) => (await send(payload)).json().error.issues?.[0]?.message;

    expect(await issueOf(`{"content":${'['.repeat(32)}${']'.repeat(32)}}`)).toBe('is nested too deep');
    expect(await issueOf(`{"content":${'['.repeat(31)}${']'.repeat(31)}}`)).toBe(
      'must be text of 1 to 1048576 characters',
    );
    expect(await issueOf(Buffer.from([...Buffer.from('{"content":"'), 0xff, ...Buffer.from('"}')]))).toBe(
      'is not valid UTF-8',
    );
    expect(await issueOf(`[${'1,'.repeat(200_000)}1]`)).toBe('holds too many values');
  });

  it('refuses a body over the limit before it reads it', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(`${service.url}/v1/messages`, {
        method: 'POST',
        headers: { ...json, ...key('writer'), 'content-length': 17 * 1024 * 1024 },
      });
      request.on('response', (response) => resolve(response.statusCode)).on('error', reject);
      request.write('[');
    });
    expect(status).toBe(413);
    const streamed = await service.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { ...json, ...key('writer') },
      payload: Buffer.alloc(17 * 1024 * 1024, 0x20),
    });
    expect(streamed.statusCode).toBe(413);
    expect(streamed.json()).toMatchObject({ error: { code: 'request/too-large' } });
  });

  it('survives any JSON and any bytes', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ content: text })),
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('/v1/messages', '/v1/recall'), async (payload, url) => {
        const { statusCode } = await service.app.inject({
          method: 'POST',
          url,
          headers: { ...json, ...key('writer') },
          payload,
        });
        expect(statusCode).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), async (bytes) => {
        const { statusCode } = await service.app.inject({
          method: 'POST',
          url: '/v1/messages',
          headers: { ...json, ...key('writer') },
          payload: Buffer.from(bytes),
        });
        expect(statusCode).toBe(400);
      }),
      { numRuns: 50 },
    );
  });

  it('answers broken addresses and broken HTTP without a fault', async () => {
    expect(await raw(service.url, 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*"request\/invalid"/,
    );
    expect(await raw(service.url, 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 404/);
    expect(
      await raw(service.url, `GET /v1/messages/${'a'.repeat(300)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 4\d\d [^]*"error"/);
    expect(await raw(service.url, 'NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
  });

  it('tells probes how it is', async () => {
    expect(await call('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await call('/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await call('/readyz')).toMatchObject({ status: 200, body: { ready: true } });
    parts.list = [{ name: 'truth', ready: false }];
    expect(await call('/readyz')).toMatchObject({ status: 503, body: { ready: false } });
    parts.list = [{ name: 'truth', ready: true }];
  });

  it('tells only an admin how each part is, and what it measures', async () => {
    for (const headers of [{}, key('stranger'), key('writer'), key('broken')])
      expect(await call('/readyz', { headers })).toMatchObject({ status: 200, body: { ready: true } });
    for (const headers of [{}, key('stranger'), key('writer'), key('broken')])
      expect((await call('/readyz', { headers })).text).not.toContain('truth');
    expect(await call('/readyz', { headers: key('admin') })).toMatchObject({
      body: { ready: true, parts: [{ name: 'truth', ready: true }] },
    });
    expect((await call('/metrics')).status).toBe(401);
    expect((await call('/metrics', { headers: key('writer') })).status).toBe(403);
    await post('/v1/recall', { query: 'freeze' });
    const metrics = await call('/metrics', { headers: key('admin') });
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(metrics.text).toContain('cairn_test_depth 7');
    expect(metrics.text).toMatch(
      /cairn_http_request_seconds_count\{method="POST",route="\/v1\/recall",status="200"\} \d/,
    );
    expect(metrics.text).toContain('nodejs_eventloop_lag_seconds');
  });

  it('logs who asked what route, and nothing of what was asked', async () => {
    await post('/v1/recall?secret=1', { query: SECRET });
    await service.app.inject('/healthz');
    const request = lines.map((line) => JSON.parse(line)).findLast((line) => line.msg === 'request');
    expect(request).toEqual({
      level: 'info',
      time: expect.any(String),
      method: 'POST',
      route: '/v1/recall',
      status: 200,
      ms: expect.any(Number),
      requestId: expect.any(String),
      orgId: ORG,
      keyId: ORG,
      msg: 'request',
    });
    new Logger('Ingest').warn({ key: 'cairn_x', input: { content: SECRET }, id: 5 }, 'odd');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 'warn',
      context: 'Ingest',
      key: '[redacted]',
      input: { content: '[redacted]' },
      id: 5,
      msg: 'odd',
    });
    expect(lines.filter((line) => !line.includes('TypeError')).join('')).not.toMatch(
      /cairn_writer|vault opens|secret=1/,
    );
  });

  it('documents itself', async () => {
    const { status, body } = await call('/docs-json');
    expect(status).toBe(200);
    expect(body.paths['/v1/recall'].post).toMatchObject({
      operationId: 'recall',
      summary: routes.recall.summary,
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/RecallRequest' } } } },
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/RecallResponse' } } } },
      },
    });
    expect(body.components.schemas.RecallRequest.properties.limit).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 8,
    });
    const recent = body.paths['/v1/recall/recent'].get.parameters.map(
      ({ name, in: place }: { name: string; in: string }) => `${place} ${name}`,
    );
    expect(recent.sort()).toEqual([
      'query channel',
      'query limit',
      'query neighbours',
      'query sessionKey',
      'query sinceMs',
    ]);
    expect(body.paths['/v1/messages/{id}'].get.parameters).toMatchObject([
      { in: 'path', name: 'id', required: true },
      { in: 'query', name: 'channel' },
      { in: 'query', name: 'privateOf' },
    ]);
    expect(body.security).toEqual([{ bearer: [] }]);
    expect(body.paths['/healthz'].get.security).toEqual([]);
    expect(Object.keys(body.paths['/v1/messages'].post.responses).sort()).toEqual(
      ['201', '400', '401', '403', '408', '409', '413', '415', '422', '429', 'default'].sort(),
    );
    const references = JSON.stringify(body).match(/#\/components\/schemas\/[^"]+/g) ?? [];
    for (const reference of references)
      expect(body.components.schemas).toHaveProperty([reference.split('/').at(-1) ?? '']);
    expect(await call('/docs/api')).toMatchObject({ status: 200, text: expect.stringContaining('swagger-ui') });
    expect((await call('/docs/api/swagger-ui-bundle.js')).status).toBe(200);
  });

  it('tells the transport why a handler failed', async () => {
    for (let waits = 0; outbox.givenUp.length === 0 && waits < 200; waits++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(outbox.givenUp).toEqual([`item/unknown: no row for ${ORG}`]);
  });
});

it('shows measures and parts at a port of their own, without a key', async () => {
  const metricsPort = await freePort();
  const service = await startService(options({ CAIRN_METRICS_PORT: `${metricsPort}` }));
  const inside = (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`);

  expect(await (await inside('/metrics')).text()).toContain('cairn_test_depth 7');
  expect(await (await inside('/readyz')).json()).toEqual({ ready: true, parts: [{ name: 'truth', ready: true }] });
  expect((await inside('/v1/recall/recent')).status).toBe(404);
  await expect(startService(options({ CAIRN_METRICS_PORT: `${metricsPort}` }))).rejects.toThrow(
    `Port ${metricsPort} of 127.0.0.1 is taken. Set CAIRN_METRICS_PORT`,
  );
  await service.close();
  await expect(inside('/metrics')).rejects.toThrow();
});

it('lets the pages of allowed origins call, and no others', async () => {
  const service = await startService(options({ CAIRN_ALLOWED_ORIGINS: 'https://console.example.org' }));
  const allowed = async (origin: string) =>
    (
      await service.app.inject({
        method: 'OPTIONS',
        url: '/v1/recall',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    ).headers['access-control-allow-origin'];

  expect(await allowed('https://console.example.org')).toBe('https://console.example.org');
  expect(await allowed('https://elsewhere.example.org')).toBeUndefined();
  await service.close();
});

it('limits requests by key, and answers the rest in our form', async () => {
  const service = await startService(options({ CAIRN_RATE_LIMIT_PER_MINUTE: '3' }));
  const recent = (role: string) => service.app.inject({ url: '/v1/recall/recent', headers: key(role) });
  for (let n = 0; n < 3; n++) expect((await recent('reader')).statusCode).toBe(200);

  const refused = await recent('reader');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error: { code: 'rate/limited', requestId: refused.headers['x-request-id'] } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await recent('writer')).statusCode).toBe(200);
  for (let n = 0; n < 9; n++) expect((await service.app.inject('/healthz')).statusCode).toBe(200);
  await service.close();
});

it('lets a request end when it stops, takes no new one, and closes the adapters last', async () => {
  const told: string[] = [];
  class ClosingModule {
    onApplicationShutdown() {
      told.push('adapters closed');
    }
  }
  const service = await startService({ ...options(), modules: [DoorModule, ClosingModule] });
  let end = () => {};
  slow.mayEnd = new Promise<void>((resolve) => (end = resolve));
  const begun = new Promise<void>((resolve) => (slow.started = resolve));
  const answer = fetch(`${service.url}/slow`).then(async (response) => told.push(`answered ${response.status}`));
  await begun;

  const closed = service.close();
  await expect(refusedSoon(service.url)).resolves.toBe(true);
  end();
  await Promise.all([answer, closed]);
  expect(told.sort()).toEqual(['adapters closed', 'answered 200']);
});

it('goes on serving until the drain ends when it is told to stop, and says at once that it will', async () => {
  const service = await startService(options());
  const drain = Promise.withResolvers<void>();
  jest.spyOn(service.app.get(DrainTimes), 'served').mockReturnValue(drain.promise);
  const statusOf = async (path: string) =>
    (await fetch(service.url + path, { headers: { ...key('reader'), connection: 'close' } })).status;

  const closed = service.close();

  const answers = await Promise.all(['/readyz', '/healthz', '/v1/recall/recent'].map(statusOf));
  expect(answers).toEqual([503, 200, 200]);
  drain.resolve();
  await closed;
  await expect(refusedSoon(service.url)).resolves.toBe(true);
});

it.each([0, 1])(
  'ends 20 s after it has drained for %i s, even if a module waits for what never comes',
  async (drain) => {
    const never = Promise.withResolvers<void>();
    class WaitingModule {
      onModuleDestroy() {
        return never.promise;
      }
    }
    await startService({ ...options({ CAIRN_DRAIN_SECONDS: `${drain}` }), modules: [DoorModule, WaitingModule] });
    const exit = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      process.emit('SIGTERM', 'SIGTERM');
      jest.advanceTimersByTime((drain + 20) * 1000 - 1);
      const before = exit.mock.calls.length;
      jest.advanceTimersByTime(1);

      expect([before, exit.mock.calls]).toEqual([0, [[1]]]);
    } finally {
      jest.useRealTimers();
      never.resolve();
      // Nest ends the process, too, once everything is closed.
      await until(async () => exit.mock.calls.length > 1);
      exit.mockRestore();
    }
  },
);

describe.each(['0', '1'])('told to stop with %s seconds to drain', (CAIRN_DRAIN_SECONDS) => {
  /** Sends requests one by one on a kept-alive connection, until the server announces its close. */
  async function callUntilTold(url: string): Promise<string[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answers: string[] = [];
    for (let isTold = false; !isTold;) {
      const answer = await callOn(agent, url);
      isTold = answer.isTold;
      answers.push(answer.text);
    }
    agent.destroy();
    return answers;
  }

  const callOn = (agent: Agent, url: string) =>
    new Promise<{ text: string; isTold: boolean }>((resolve) => {
      const asked = httpRequest(`${url}/v1/recall/recent`, { agent, headers: key('reader') }, (answer) => {
        const isTold = answer.headers.connection === 'close';
        answer.resume().on('end', () => resolve({ text: `${answer.statusCode}`, isTold }));
      });
      asked.on('error', (error) => resolve({ text: error.message, isTold: true })).end();
    });

  it('answers every request of kept connections, says that it closes them, and cuts none', async () => {
    const service = await startService(options({ CAIRN_DRAIN_SECONDS }));
    // Waits as long as the callers need on a busy machine: the close ends with the last connection.
    service.app.get(DrainTimes).closeNoticeMs = 60_000;
    const calling = Promise.all(Array.from({ length: 20 }, () => callUntilTold(service.url)));
    await fetch(`${service.url}/v1/recall/recent`, { headers: { ...key('reader'), connection: 'close' } });

    const before = performance.now();
    await service.close();

    // A timer may fire a millisecond early.
    expect(performance.now() - before).toBeGreaterThan(Number(CAIRN_DRAIN_SECONDS) * 1000 - 2);
    expect(Object.keys(Object.groupBy((await calling).flat(), (text) => text))).toEqual(['200']);
  });
});

it('does not start when a row of the event table has two handlers, or none where all must be', async () => {
  @Controller()
  class Rival {
    @OnEvent('memory.written', 'words')
    async again() {}
  }
  @Module({ controllers: [Rival] })
  class RivalModule {}

  await expect(startService({ ...options(), modules: [DoorModule, RivalModule] })).rejects.toThrow(
    /memory.written.words has two handlers, RecallDoor.onMemory and Rival.again/,
  );
  await expect(startService({ ...options(), handlesItsEvents: true })).rejects.toThrow(
    /No handler for message.written.words, message.written.vectors, .*memory.written.vectors/,
  );
});

it.each(['203.0.113.9', 'nowhere.invalid'])('says that %s is no address of this machine', async (host) => {
  await expect(startService(options({ CAIRN_PORT: '0', CAIRN_HOST: host }))).rejects.toMatchObject({
    code: 'config/invalid',
    message: expect.stringContaining(`CAIRN_HOST ${host} is no address of this machine. Set it to 127.0.0.1`),
  });
});

it('says which port is taken', async () => {
  const first = await startService(options());
  const port = new URL(first.url).port;
  await expect(startService(options({ CAIRN_PORT: port }))).rejects.toThrow(`Port ${port} of 127.0.0.1 is taken`);
  await first.close();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are looked into by the tests
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer of a server to the exact text. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket
      .on('data', (data) => (answer += data))
      .on('close', () => resolve(answer))
      .on('error', reject);
  });
}

async function refusedSoon(url: string): Promise<boolean> {
  for (let n = 0; n < 200; n++) {
    const status = await fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 0 || status === 503) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}
