import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import { CairnError, limits, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RequestCounts, type RequestCount } from '@cairn/ports';
import { until } from '@cairn/testing';
import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadConfig } from './config.ts';
import { OpenStreams } from './open-streams.ts';
import { backendOf, json, key, Parts, principal, RoleIdentity } from './role-keys.fixture.ts';
import { Serves } from './serves.ts';
import { ServiceTokens } from './service-tokens.ts';
import { startService, type RunningService } from './start-service.ts';

const MEGABYTE = 1024 * 1024;
const SECRET = 's'.repeat(32);

let mayAnswer: Promise<unknown>;

@Controller()
class WriteDoor {
  @Serves('addMessages')
  async add() {
    await mayAnswer;
    return { items: [] };
  }

  @Serves('recent')
  recent(_: Principal, { query }: ParsedInput<'recent'>): RouteOutput<'recent'> {
    return { messages: [], query: { limit: query.limit, channel: null, sessionKey: null, sinceMs: null } };
  }
}

@Controller()
class StreamDoor {
  constructor(private readonly streams: OpenStreams) {}

  @Get('stream')
  async stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const answer = new PassThrough();
    this.streams.open(request, reply).addEventListener('abort', () => answer.end('ended'));
    answer.write('begun ');
    await reply.send(answer);
  }
}

@Controller()
class OperatorRoutes {
  @Serves('listOrganisations')
  list() {
    return { organisations: [], removals: [] };
  }
}

@Module({ controllers: [WriteDoor, StreamDoor, OperatorRoutes] })
class WriteModule {}

let service: RunningService;
let identity: RoleIdentity;
const open: ClientRequest[] = [];

const OPERATOR_KEY = `cairn_operator_${'o'.repeat(32)}`;

async function start(
  environment: Record<string, string> = {},
  counts?: RequestCounts,
  write: (line: string) => void = () => {},
): Promise<RunningService> {
  service = await startService({
    backend: backendOf(new Parts(), counts ? [{ provide: RequestCounts, useValue: counts }] : [], identity),
    modules: [WriteModule],
    config: loadConfig('all-in-one', { CAIRN_PORT: '0', ...environment }),
    operatorKey: OPERATOR_KEY,
    tokens: new ServiceTokens({ self: 'ingest', secrets: [SECRET] }),
    log: { write },
  });
  return service;
}

beforeEach(() => {
  mayAnswer = Promise.resolve();
  identity = new RoleIdentity();
});
afterEach(async () => {
  for (const request of open.splice(0)) request.destroy();
  await service.close();
});

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** Sends the beginning of a request's body, and no end. */
function begin(
  headers: OutgoingHttpHeaders,
  path = '/v1/messages',
): { request: ClientRequest; answer: Promise<Answer> } {
  const request = httpRequest(service.url + path, { method: 'POST', headers: { ...json, ...headers } });
  open.push(request);
  const answer = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response!) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { error?: { code: string } };
    return { status: response!.statusCode!, code: body.error?.code, headers: response!.headers };
  });
  answer.catch(() => {});
  request.on('error', () => {}).write('[');
  return { request, answer };
}

const whole = (bytes: number) => ({ 'content-length': bytes });
const forWriter = async (keyId: string, address = 'recall-api') => {
  const one = { ...principal('writer'), keyId };
  const signer = new ServiceTokens({ self: address as 'recall-api', secrets: [SECRET] });
  return { authorization: `Bearer ${await signer.sign(one as never, 'ingest')}` };
};

it('decides who asks, and whether they may, before it reads the body', async () => {
  await start();
  const token = new ServiceTokens({ self: 'mcp-gateway', secrets: ['x'.repeat(32)] });
  const forged = { authorization: `Bearer ${await token.sign(principal('writer'), 'ingest')}` };

  for (const headers of [{}, key('stranger'), forged])
    expect(await begin({ ...headers, ...whole(MEGABYTE) }).answer).toMatchObject({ status: 401, code: 'auth/missing' });
  expect(await begin({ 'transfer-encoding': 'chunked' }).answer).toMatchObject({ status: 401 });
  expect(await begin({ ...key('reader'), ...whole(MEGABYTE) }).answer).toMatchObject({ status: 403 });
  expect(await begin(whole(MEGABYTE), '/nowhere').answer).toMatchObject({ status: 404, code: 'route/unknown' });
  expect(await begin(whole(MEGABYTE), '/healthz').answer).toMatchObject({ status: 405, code: 'route/method' });
  expect(await begin({ ...key('writer'), ...whole(limits.bodyBytes.max + 1) }).answer).toMatchObject({
    status: 413,
    code: 'request/too-large',
  });
});

it('lets a caller that waits for leave send its body only when it may come in', async () => {
  await start();
  const ask = (role: string) => {
    const { request, answer } = begin({ ...key(role), ...whole(2), expect: '100-continue' });
    return Promise.race([once(request, 'continue').then(() => 'come'), answer.then(({ status }) => status)]);
  };

  expect(await ask('stranger')).toBe(401);
  expect(await ask('writer')).toBe('come');
});

it('holds so many bytes of bodies of one key, one address and in all, and reads none beyond', async () => {
  await start({ CAIRN_BODIES_MB: '32' });
  const [one, two, three] = await Promise.all(
    ['1', '2', '3'].map((n) => forWriter(`0190a000-0000-7000-8000-00000000010${n}`)),
  );

  begin({ ...one, ...whole(12 * MEGABYTE) });
  await held(12);
  expect(await begin({ ...one, ...whole(5 * MEGABYTE) }).answer).toMatchObject({ status: 429, code: 'bodies/of-key' });
  begin({ ...two, ...whole(12 * MEGABYTE) });
  await held(24);
  expect(await begin({ ...three, ...whole(9 * MEGABYTE) }).answer).toMatchObject({
    status: 503,
    code: 'bodies/of-process',
  });
  for (const request of open.splice(0)) request.destroy();
  await held(0);

  begin({ ...key('writer'), ...whole(12 * MEGABYTE) });
  await held(12);
  const refused = await begin({ ...key('admin'), ...whole(5 * MEGABYTE) }).answer;
  expect(refused).toMatchObject({ status: 429, code: 'bodies/of-address' });
  expect(refused.headers['retry-after']).toBe('1');
});

it('counts a body of no declared length as it comes, and until it is answered', async () => {
  await start({ CAIRN_BODIES_MB: '32' });
  let answer = () => {};
  mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const first = begin({ ...key('writer'), 'transfer-encoding': 'chunked' });
  first.request.end(`${' '.repeat(12 * MEGABYTE)}{"content":"x"}]`);
  await held(12);

  const second = begin({ ...key('writer'), 'transfer-encoding': 'chunked' });
  second.request.write(' '.repeat(6 * MEGABYTE));
  expect(await second.answer).toMatchObject({ status: 429, code: expect.stringMatching(/^bodies\/of-/) });
  answer();
  expect((await first.answer).status).toBe(201);
  await held(0);
});

it('gives a body that does not come a time, and says so', async () => {
  await start({ CAIRN_BODY_SECONDS: '1' });

  expect(await begin({ ...key('writer'), ...whole(100) }).answer).toMatchObject({ status: 408, code: 'request/slow' });
  await held(0);
});

it('counts keys that are made up by their address, and leaves known ones alone', async () => {
  await start({ CAIRN_RATE_LIMIT_PER_MINUTE: '5' });
  const ask = async (role: string) =>
    (await service.app.inject({ url: '/v1/recall/recent', headers: key(role) })).statusCode;
  expect(await ask('reader')).toBe(200);

  for (let n = 0; n < 5; n++) expect(await ask(`made-up-${n}`)).toBe(401);
  expect(await ask('made-up-6')).toBe(429);
  expect(await ask('reader')).toBe(200);
});

it('answers a key that it never saw while its address floods it, and says in the log how many it refused', async () => {
  const lines: { msg: string; status?: number; more?: number }[] = [];
  await start({ CAIRN_RATE_LIMIT_PER_MINUTE: '50' }, undefined, (line) => lines.push(JSON.parse(line)));
  const ask = async (headers: Record<string, string>, url = '/v1/recall/recent') =>
    (await service.app.inject({ url, headers })).statusCode;
  const flood = async (calls: number) =>
    Promise.all(
      Array.from({ length: calls }, (_, n) =>
        ask(n % 2 === 0 ? {} : key(`made-up-${n}`), n % 3 === 0 ? '/v1/organisations' : undefined),
      ),
    );

  for (let round = 0; round < 6; round++) await flood(1_000);
  const [answers, reader, operator] = await Promise.all([
    flood(200),
    ask(key('reader')),
    ask(key(OPERATOR_KEY.slice('cairn_'.length)), '/v1/organisations'),
  ]);

  expect([reader, operator]).toEqual([200, 200]);
  expect(new Set(answers)).toEqual(new Set([429]));
  await service.close();
  const refused = lines.filter(({ status }) => status === 401 || status === 429);
  const counted = refused.reduce((sum, { more }) => sum + (more ?? 1), 0);
  expect(counted).toBe(6_200);
  expect(refused.length).toBeLessThan(600);
});

it("opens the operator's routes to the operator's key alone, and that key nothing else", async () => {
  await start();
  const ask = async (url: string, role: string) =>
    (await service.app.inject({ url, headers: key(role) })).json<{ error?: { code: string } }>().error?.code;
  const operator = OPERATOR_KEY.slice('cairn_'.length);

  expect(await ask('/v1/organisations', operator)).toBeUndefined();
  expect(await ask('/v1/organisations', 'admin')).toBe('auth/forbidden');
  expect(await ask('/v1/organisations', `${operator}o`)).toBe('auth/missing');
  for (const url of ['/v1/recall/recent', '/stream']) expect(await ask(url, operator)).toBe('auth/forbidden');
  const write = await service.app.inject({ method: 'POST', url: '/v1/messages', headers: key(operator), payload: {} });
  expect(write.statusCode).toBe(403);
});

it('counts the calls of all keys of an organisation that is limited, and says what is left of them', async () => {
  identity.callsPerMinute = 3;
  await start({ CAIRN_RATE_LIMIT_PER_MINUTE: '100' });
  const ask = (role: string) => service.app.inject({ url: '/v1/recall/recent', headers: key(role) });

  const left = [];
  for (const role of ['reader', 'writer', 'admin']) left.push((await ask(role)).headers['x-ratelimit-remaining']);
  const refused = await ask('reader');

  expect(left).toEqual(['2', '1', '0']);
  expect(refused.json()).toMatchObject({ error: { code: 'limit/calls' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

it('tells admins what the organisation may store still, and nobody else, since it counts what is hidden from them', async () => {
  identity.quotas = [{ limit: 'bytes', max: 100, remaining: 42 }];
  await start();
  const headersFor = async (role: string) =>
    (await service.app.inject({ method: 'POST', url: '/v1/messages', headers: key(role), payload: {} })).headers;

  expect(await headersFor('admin')).toMatchObject({ 'x-limit-bytes-remaining': '42' });
  expect(await headersFor('writer')).not.toHaveProperty('x-limit-bytes-remaining');
});

/** Counts that replicas share; fails while `isAway`. */
class SharedCounts extends RequestCounts {
  isAway = false;
  private readonly counts = new Map<string, number>();

  add(name: string, windowMs: number): Promise<RequestCount> {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return this.answer(name, windowMs);
  }

  read(name: string): Promise<RequestCount> {
    return this.answer(name, 60_000);
  }

  private async answer(name: string, ttlMs: number): Promise<RequestCount> {
    if (this.isAway) throw new CairnError('service/unavailable', 'away');
    return { current: this.counts.get(name) ?? 0, ttlMs };
  }
}

it('counts with the other replicas, and alone while they cannot be asked', async () => {
  const counts = new SharedCounts();
  const environment = { CAIRN_RATE_LIMIT_PER_MINUTE: '3' };
  const ask = async ({ app }: RunningService) =>
    (await app.inject({ url: '/v1/recall/recent', headers: key('reader') })).statusCode;
  const [one, other] = [await start(environment, counts), await start(environment, counts)];

  expect([await ask(one), await ask(other), await ask(one), await ask(other)]).toEqual([200, 200, 200, 429]);
  counts.isAway = true;
  expect([await ask(one), await ask(other), await ask(other), await ask(other), await ask(other)]).toEqual([
    200, 200, 200, 200, 429,
  ]);
  await one.close();
});

it('counts who is behind a trusted proxy, and nobody else, by the address that it forwards', async () => {
  const ask = async (address: string) =>
    (await service.app.inject({ url: '/v1/recall/recent', headers: { 'x-forwarded-for': address } })).statusCode;

  await start({ CAIRN_RATE_LIMIT_PER_MINUTE: '1', CAIRN_TRUSTED_PROXIES: 'loopback' });
  expect([await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('203.0.113.1')]).toEqual([401, 401, 429]);
  await service.close();
  await start({ CAIRN_RATE_LIMIT_PER_MINUTE: '1' });
  expect([await ask('203.0.113.1'), await ask('203.0.113.2')]).toEqual([401, 429]);
});

it('ends a stream with its key, and no other', async () => {
  await start();
  const listen = (role: string) => fetch(`${service.url}/stream`, { headers: key(role) });
  const [revoked, other] = [await listen('reader'), await listen('writer')];

  identity.revoked.add('cairn_reader');
  expect(await revoked.text()).toBe('begun ended');
  const { value } = await other.body!.getReader().read();
  expect(Buffer.from(value!).toString()).toBe('begun ');
});

it('opens so many streams of one key, and another when one was closed', async () => {
  await start();
  const leaving = new AbortController();
  const listen = (role: string, signal?: AbortSignal) =>
    fetch(`${service.url}/stream`, { headers: key(role), ...(signal && { signal }) });
  await listen('reader', leaving.signal);
  for (let n = 1; n < limits.streamsOfKey.max; n++) expect((await listen('reader')).status).toBe(200);

  const refused = await listen('reader');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { code: 'rate/streams' } });
  expect((await listen('writer')).status).toBe(200);
  leaving.abort();
  await until(async () => (await listen('reader')).status === 200);
});

it('names the methods of an address that is asked with another', async () => {
  await start();

  const answer = await service.app.inject({ method: 'DELETE', url: '/v1/messages?x=1', headers: key('writer') });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers['allow']).toBe('POST');
  expect(answer.json()).toMatchObject({ error: { code: 'route/method' } });
});

it('lets pages of an allowed origin use every method that a route has', async () => {
  await start({ CAIRN_ALLOWED_ORIGINS: 'https://console.example.org' });

  const { headers, statusCode } = await service.app.inject({
    method: 'OPTIONS',
    url: '/v1/aliases',
    headers: { origin: 'https://console.example.org', 'access-control-request-method': 'PUT' },
  });
  expect(statusCode).toBe(204);
  expect(`${headers['access-control-allow-methods']}`.split(', ').sort()).toEqual(['DELETE', 'GET', 'POST', 'PUT']);
});

/** Waits until the server's own measure shows that it holds so many megabytes of bodies. */
async function held(megabytes: number): Promise<void> {
  await until(async () => {
    const answer = await fetch(`${service.url}/metrics`, { headers: key('admin') });
    const bytes = Number(/^cairn_http_body_bytes (\d+)$/m.exec(await answer.text())?.[1]);
    return Math.floor(bytes / MEGABYTE) === megabytes;
  });
}
