import { routes } from '@cairn/contracts';
import { backendOf, key, ORG, Parts, principal, RoleIdentity } from './role-keys.fixture.ts';
import { ServiceTokens } from './service-tokens.ts';
import { startService, type RunningService } from './start-service.ts';
import { options } from './started-service.fixture.ts';

it('documents every route where the neighbours serve them', async () => {
  const service = await startService({ ...options(), modules: [], describesEveryRoute: true });
  const { paths, components } = (await service.app.inject('/docs-json')).json();

  const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = Object.values(routes).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(documented.sort()).toEqual([...known, 'GET /healthz', 'GET /readyz'].sort());
  const operationIds = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(operationIds.sort()).toEqual([...Object.keys(routes), 'healthz', 'readyz'].sort());
  expect(paths['/v1/messages'].post).toMatchObject({
    operationId: 'addMessages',
    parameters: [
      { in: 'query', name: 'wait' },
      { in: 'query', name: 'overwrite' },
      { in: 'query', name: 'waitMs' },
      { in: 'header', name: 'Idempotency-Key', schema: { type: 'string', minLength: 1, maxLength: 200 } },
    ],
    requestBody: { content: { 'application/json': {} } },
    responses: { 201: {} },
  });
  expect(paths['/v1/messages/{id}'].get.parameters.map(({ name }: { name: string }) => name).sort()).toEqual([
    'channel',
    'id',
    'privateOf',
  ]);
  expect(components.schemas).toHaveProperty('RecallResponse');
  expect((await service.app.inject({ method: 'POST', url: '/v1/recall', payload: {} })).statusCode).toBe(404);
  await service.close();
});

describe('between services', () => {
  const secret = (letter: string) => letter.repeat(32);
  const gateway = (...secrets: string[]) => new ServiceTokens({ self: 'mcp-gateway', secrets });
  const recall = new ServiceTokens({ self: 'recall-api', secrets: [secret('n'), secret('o')] });
  let service: RunningService;

  beforeAll(async () => {
    service = await startService({ ...options({ CAIRN_RATE_LIMIT_PER_MINUTE: '20' }), tokens: recall });
  });
  afterAll(() => service.close());

  const ask = async (authorization: string | undefined, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await service.app.inject({
      method: method as 'GET',
      url: method === 'GET' ? '/v1/recall/recent' : '/v1/messages',
      headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
      ...(method === 'POST' && { payload: { content: 'x' } }),
    });
    return answer.statusCode;
  };

  it('lets a neighbour in that speaks for a principal, with that principal’s role', async () => {
    for (const signer of [gateway(secret('n')), gateway(secret('o'))]) {
      const asReader = `Bearer ${await signer.sign(principal('reader'), 'recall-api')}`;
      const asWriter = `Bearer ${await signer.sign(principal('writer'), 'recall-api')}`;
      expect(await ask(asReader)).toBe(200);
      expect(await ask(asReader, {}, 'POST')).toBe(403);
      expect(await ask(asWriter, {}, 'POST')).toBe(201);
    }
  });

  it('takes a key as well', async () => {
    expect(await ask(key('reader').authorization)).toBe(200);
  });

  it('refuses a token under another secret or for another service, and one where none are taken', async () => {
    const { app, close } = await startService(options());
    const good = await gateway(secret('n')).sign(principal('reader'), 'recall-api');
    const headers = { authorization: `Bearer ${good}` };

    expect(await ask(`Bearer ${await gateway(secret('x')).sign(principal('reader'), 'recall-api')}`)).toBe(401);
    expect(await ask(`Bearer ${await gateway(secret('n')).sign(principal('reader'), 'ingest')}`)).toBe(401);
    expect((await app.inject({ url: '/v1/recall/recent', headers })).statusCode).toBe(401);
    await close();
  });

  it('asks behind its door whether the key still works and what it may, however long the token lives', async () => {
    const identity = new RoleIdentity();
    const made = { ...options(), backend: backendOf(new Parts(), [], identity), tokens: recall };
    const { app, close } = await startService(made);
    const authorization = `Bearer ${await gateway(secret('n')).sign(principal('writer'), 'recall-api')}`;
    const write = async () =>
      (await app.inject({ method: 'POST', url: '/v1/messages', headers: { authorization }, payload: { content: 'x' } }))
        .statusCode;

    expect(await write()).toBe(201);
    identity.changed = { role: 'reader' };
    expect(await write()).toBe(403);
    identity.revoked.add(principal('writer').keyId);
    expect(await write()).toBe(401);
    await close();
  });

  it('takes nobody’s word for who asks', async () => {
    const admin = JSON.stringify(principal('admin'));
    const forged = {
      'x-cairn-principal': admin,
      'x-principal': admin,
      'x-forwarded-user': 'admin',
      'x-role': 'admin',
      'x-tenant': ORG,
    };

    expect(await ask(undefined, forged)).toBe(401);
    expect(await ask(key('reader').authorization, forged, 'POST')).toBe(403);
  });

  it('counts a caller once: at the neighbour’s door, not again for the neighbour’s address', async () => {
    const authorization = `Bearer ${await gateway(secret('n')).sign(principal('reader'), 'recall-api')}`;
    const bad = `Bearer ${await gateway(secret('x')).sign(principal('reader'), 'recall-api')}`;

    for (let n = 0; n < 30; n++) expect(await ask(authorization)).toBe(200);
    const refused = [];
    for (let n = 0; n < 30; n++) refused.push(await ask(bad));
    expect(refused).toContain(429);
  });

  it('carries a principal with as many peer channels as a key can have', async () => {
    const peers = Array.from({ length: 50 }, (_, n) => `coach:${n}${'ß'.repeat(290)}`);
    const token = await gateway(secret('n')).sign({ ...principal('reader'), peers }, 'recall-api');

    const answer = await fetch(`${service.url}/v1/recall/recent`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  });
});
