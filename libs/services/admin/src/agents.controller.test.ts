import type { PrincipalSummary } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { AgentCallsStore, Principals } from '@cairn/store';
import { aPrincipal } from '@cairn/testing';
import { AgentsController } from './agents.controller.ts';

const ada = aPrincipal({ kind: 'person', name: 'Ada' });
const bob = aPrincipal({ kind: 'person', name: 'Bob', orgId: ada.orgId });
const manager = aPrincipal({ kind: 'person', name: 'Mia', orgId: ada.orgId, role: 'manager' });

const summaryOf = (name: string, more: Partial<PrincipalSummary> = {}): PrincipalSummary => ({
  ...{ principalId: aPrincipal().principalId, name, kind: 'agent', role: 'writer', peers: [], createdAt: 1, keys: 1 },
  ...{ owner: { principalId: ada.principalId, name: 'Ada' }, leftAt: null, goneAt: null, lastUsedAt: 5, ...more },
});
const adas = summaryOf('claude-code@laptop');
const bobs = summaryOf('codex@desk', { owner: { principalId: bob.principalId, name: 'Bob' }, lastUsedAt: 9 });
const all = [
  ...[adas, bobs, summaryOf('gone', { goneAt: 1 }), summaryOf('left', { leftAt: 1 })],
  summaryOf('Ada', { kind: 'person', owner: null }),
];

function agents() {
  const numbers = { principalId: adas.principalId, asked: 3, late: 1, stored: 2, hookAt: 7, project: 'acme/shop' };
  const calls = {
    numbers: async () => [numbers],
    list: async () => ({ isKept: true, calls: [] }),
    forget: async () => 4,
  } as unknown as AgentCallsStore;
  return new AgentsController(calls, { list: async () => all } as unknown as Principals);
}

const namesFor = async (caller: Principal) => (await agents().listAgents(caller)).agents.map(({ name }) => name);

it('lists agents that are here, to their owners and to managers, the last to come first', async () => {
  expect(await namesFor(ada)).toEqual(['claude-code@laptop']);
  expect(await namesFor(bob)).toEqual(['codex@desk']);
  expect(await namesFor(manager)).toEqual(['codex@desk', 'claude-code@laptop']);
  expect((await agents().listAgents(ada)).agents[0]).toMatchObject({
    ...{ isOwn: true, project: 'acme/shop', hookAt: 7, lastCallAt: 5 },
    today: { asked: 3, stored: 2, late: 1 },
  });
  expect((await agents().listAgents(manager)).agents[0]).toMatchObject({ isOwn: false, today: { asked: 0 } });
});

it('shows and forgets the questions of an agent for its owner alone, and hides it from everybody else', async () => {
  const params = { id: adas.principalId };

  expect(await agents().listCalls(ada, { params })).toEqual({ isKept: true, calls: [] });
  expect(await agents().forgetCalls(ada, { params })).toEqual({ forgotten: 4 });
  for (const other of [bob, manager, aPrincipal({ kind: 'person', role: 'admin', orgId: ada.orgId })]) {
    await expect(agents().listCalls(other, { params })).rejects.toMatchObject({ code: 'principal/unknown' });
    await expect(agents().forgetCalls(other, { params })).rejects.toMatchObject({ code: 'principal/unknown' });
  }
});
