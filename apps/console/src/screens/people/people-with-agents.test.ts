import { expect, it } from '@jest/globals';
import type { RouteOutput } from '@cairn/contracts';
import { peopleWithAgents } from './people-with-agents.ts';

type Principal = RouteOutput<'listPrincipals'>['principals'][number];

const one = (name: string, more: Partial<Principal> = {}) =>
  ({ principalId: name, name, kind: 'person', owner: null, leftAt: null, goneAt: null, ...more }) as Principal;
const agentOf = (name: string, owner: string | null, more: Partial<Principal> = {}) =>
  one(name, { kind: 'agent', owner: owner === null ? null : ({ principalId: owner, name: owner } as never), ...more });

it('puts agents below their people, and apart whoever is gone, has left, or is owned by nobody here', () => {
  const here = [
    ...[one('Ana'), agentOf('codex', 'Ana'), agentOf('system', null), one('Bo'), one('Left', { leftAt: 1 })],
    ...[agentOf('orphan', 'Gone'), agentOf('claude', 'Bo')],
  ];

  const { people, others, hidden } = peopleWithAgents(here, [one('Gone', { goneAt: 1 })]);

  const names = people.map(({ person, agents }) => [person.name, ...agents.map(({ name }) => name)]);
  expect(names).toEqual([
    ['Ana', 'codex'],
    ['Bo', 'claude'],
  ]);
  expect(others.map(({ name }) => name)).toEqual(['system', 'orphan', 'Gone', 'Left']);
  expect(hidden).toBe(4);
});
