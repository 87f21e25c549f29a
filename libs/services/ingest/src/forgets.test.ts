import type { KnowledgeBaseId, PrincipalId } from '@cairn/contracts';
import { aPrincipal } from '@cairn/testing';
import { ForgetsController } from './forgets.controller.ts';

it('refuses an identifier that names nothing, or that has too many forms to search for each in every text', async () => {
  const caller = aPrincipal();
  const reach = { of: () => Promise.resolve(caller) };
  const controller = new ForgetsController({} as never, {} as never, {} as never, reach as never);
  const ask = (identifier: string) =>
    controller.forgetMany(caller, { body: { identifier, lineage: false, confirm: false } } as never);
  const refusal = (message: string) => ({
    code: 'request/invalid',
    issues: [{ field: 'identifier', message: expect.stringContaining(message) as string }],
  });

  await expect(ask('the old card of the depot')).rejects.toMatchObject(refusal('names no address'));
  await expect(ask('a1b|a2b|a3b|a4b|a5b|a6b|a7b|a8b|a9b')).rejects.toMatchObject(refusal('more than 8 forms'));
});

it('reaches documents of open knowledge bases without a channel, and with one those of it', async () => {
  const caller = aPrincipal({ peers: ['*'], peerPrefixes: ['coach'], closedChannels: ['deals'] });
  const open = { isActive: true, agentIds: [] as PrincipalId[], peerScopePolicy: 'strict' };
  const base = (id: string, fields: object = {}) => ({
    ...open,
    scope: null,
    ...fields,
    knowledgeBaseId: id as KnowledgeBaseId,
  });
  const bases = [
    ...[base('any'), base('ops', { scope: 'ops' }), base('room', { scope: 'coach:main' })],
    ...[base('deals', { scope: 'deals' }), base('peer', { scope: 'coach:1' }), base('off', { isActive: false })],
    base('others', { scope: 'ops', agentIds: [aPrincipal().principalId] }),
  ];
  const asked: string[] = [];
  const forgetting = {
    selected: ({ plan }: { plan: { scope: { teamWords: string } } }) => {
      asked.push(plan.scope.teamWords.replaceAll('team:', ''));
      return Promise.resolve([]);
    },
    notesLeft: () => Promise.resolve({ notes: [], hasMore: false }),
  };
  const listed = { list: () => Promise.resolve(bases) };
  const reach = { of: () => Promise.resolve(caller) };
  const controller = new ForgetsController(forgetting as never, {} as never, listed as never, reach as never);
  for (const channel of [undefined, 'ops', 'dev', 'deals', 'coach:1'])
    await controller.forgetMany(caller, {
      body: { contains: 'Zulu', channel, lineage: false, confirm: false },
    } as never);

  expect(asked).toEqual(['any ops room', 'any ops', 'any', '', 'peer']);
});
