import type { PrincipalId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { Principals } from '@cairn/store';
import { PrincipalsController } from './principals.controller.ts';

test.each([
  ['a person by default', {}, 'person'],
  ['an agent if an owner is named', { ownerId: 'p' as PrincipalId }, 'agent'],
  ['the given kind', { kind: 'agent' as const }, 'agent'],
])('adds %s', async (_, given, kind) => {
  const added: unknown[] = [];
  const create = async ({ principal }: Parameters<Principals['create']>[0]) => void added.push(principal.kind);
  const controller = new PrincipalsController({ create } as unknown as Principals);

  await controller.create({} as Principal, { body: { name: 'Ada', role: 'writer', peers: [], ...given } });

  expect(added).toEqual([kind]);
});
