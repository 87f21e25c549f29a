import { aPrincipal } from '@cairn/testing';
import type { AuditLog, DeniedCalls } from '@cairn/store';
import Fastify from 'fastify';
import { DeniedCallCounts } from './denied-calls.ts';

it('counts what known callers were refused, one entry a principal and route, and nothing else', async () => {
  const recorded: DeniedCalls[] = [];
  const audit = { recordDenied: async ({ calls }: { calls: readonly DeniedCalls[] }) => void recorded.push(...calls) };
  const counts = new DeniedCallCounts(audit as unknown as AuditLog);
  const ada = aPrincipal();
  const server = Fastify();
  server.decorateRequest('principal', null);
  server.addHook('onRequest', async (request) => {
    request.principal = request.headers['x-known'] ? ada : null;
  });
  counts.watch(server);
  server.get('/keys/:id', async (_, reply) => reply.code(403).send());
  server.get('/open', async () => 'fine');

  for (const id of ['1', '2', '3']) await server.inject({ url: `/keys/${id}`, headers: { 'x-known': 'yes' } });
  await server.inject({ url: '/open', headers: { 'x-known': 'yes' } });
  await server.inject({ url: '/keys/4' });
  await counts.onApplicationShutdown();
  await counts.onApplicationShutdown();
  await server.close();

  const { orgId, principalId, keyId } = ada;
  expect(recorded).toEqual([{ orgId, principalId, keyId, route: 'GET /keys/:id', reason: 'auth/forbidden', times: 3 }]);
});
