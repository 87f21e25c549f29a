import { CairnError } from '@cairn/contracts';
import { loadConfig, startService, type RunningService } from '@cairn/platform';
import { Identity, Readiness } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { GraphModule } from './index.ts';

class Backend {}
const identity = { authenticate: async (key: string) => (key === 'cairn_ada' ? aPrincipal() : undefined) };
const backend = {
  module: Backend,
  providers: [
    { provide: Identity, useValue: identity },
    { provide: Readiness, useValue: { parts: async () => [] } },
  ],
  exports: [Identity, Readiness],
};

let service: RunningService;
beforeAll(async () => {
  const config = loadConfig('all-in-one', { CAIRN_PORT: '0', CAIRN_LOG_LEVEL: 'silent' });
  service = await startService({ backend, modules: [GraphModule], config });
});
afterAll(() => service.close());

it.each([
  ['GET', '/v1/graph'],
  ['GET', '/v1/graph/owners?of=billing'],
  ['POST', '/v1/graph/connections'],
] as const)('says of %s %s that it is not built, to who has a key', async (method, url) => {
  const withKey = await service.app.inject({ method, url, headers: { authorization: 'Bearer cairn_ada' } });
  const without = await service.app.inject({ method, url });

  expect(withKey.statusCode).toBe(501);
  expect(withKey.json()).toMatchObject({ error: { code: 'route/not-built' } });
  expect(new CairnError('route/not-built', '').retry).toBe(false);
  expect(without.statusCode).toBe(401);
});

it('is ready: it lacks nothing that it needs', async () => {
  expect((await service.app.inject('/readyz')).statusCode).toBe(200);
});
