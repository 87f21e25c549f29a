import type { TeamId } from '@cairn/contracts';
import { anOrgId, aPrincipal } from '@cairn/testing';
import type { SqlStore } from '../kit/module.ts';
import { SqlTeams } from './teams.ts';

it('tells of each change of who is where, a removal too, so that this process knows it with the next call', async () => {
  const calls: string[] = [];
  const answering = (command: string) => {
    calls.push(command);
    return Promise.resolve(true);
  };
  const store: SqlStore = { read: answering, write: answering };
  const teams = new SqlTeams(store, () => calls.push('changed'));

  await teams.remove(aPrincipal({ role: 'admin' }), anOrgId() as string as TeamId);

  expect(calls).toEqual(['teams.remove', 'changed']);
});
