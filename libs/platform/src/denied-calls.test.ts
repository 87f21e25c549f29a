import { CairnError } from '@cairn/contracts';
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

it('counts writes of what was forgotten for good, whole calls and parts of them', async () => {
  const recorded: DeniedCalls[] = [];
  const audit = { recordDenied: async ({ calls }: { calls: readonly DeniedCalls[] }) => void recorded.push(...calls) };
  const counts = new DeniedCallCounts(audit as unknown as AuditLog);
  const ada = aPrincipal();
  const code = 'item/forgotten';

  counts.countForgotten('addMemories', ada, new CairnError(code, 'It was forgotten.'));
  counts.countForgotten('addMemories', ada, new CairnError('item/conflict', 'It is there.'));
  counts.countForgotten('addMemories', ada, { items: [{ code }] });
  counts.countForgotten('importKnowledge', ada, { failed: [{ code }, { code: 'item/conflict' }] });
  counts.countForgotten('putNotes', ada, { results: [{ error: { code } }, null, { note: {} }] });
  counts.countForgotten('propose', ada, { proposals: [{ outcome: 'forgotten' }, { outcome: 'kept' }] });
  for (const nothing of [undefined, null, 'text', { failed: 3 }]) counts.countForgotten('addMemories', ada, nothing);
  await counts.onApplicationShutdown();

  expect(recorded.map(({ route, reason, times }) => [route, reason, times])).toEqual([
    ['POST /v1/memories', code, 1],
    ['POST /v1/knowledge-imports', code, 1],
    ['PUT /v1/notes/batch', code, 1],
    ['POST /v1/proposals', code, 1],
  ]);
});
