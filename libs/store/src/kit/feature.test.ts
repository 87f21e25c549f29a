import type { OrgId } from '@cairn/contracts';
import { anOrgId } from '@cairn/testing';
import { callsOf, feature } from './feature.ts';
import type { SqlStore } from './module.ts';

const ORG: OrgId = anOrgId();

const rooms = feature('rooms', {
  tables: [],
  refreshes: 'principals',
  acrossOrganisations: ['count'],
  reads: { list: async (_: object, { orgId }: { orgId: OrgId }) => [orgId], count: async () => 3 },
  writes: { open: async (_: object, { author }: { author: { orgId: OrgId } }) => author.orgId },
});

function recorded(fails = false) {
  const calls: string[] = [];
  const run = async (command: string, reach: string) => {
    calls.push(`${command} of ${reach}`);
    if (fails) throw new Error('The connection broke.');
  };
  const store: SqlStore = { read: run, write: run };
  return { calls, rooms: callsOf(rooms, store, () => calls.push('refreshed')) };
}

describe('the calls of a feature', () => {
  it('run within the organisation that the input, its author or its scope has', async () => {
    const { calls, rooms } = recorded();

    await rooms.list({ orgId: ORG });
    await rooms.open({ author: { orgId: ORG } });

    expect(calls).toEqual([`rooms.list of ${ORG}`, `rooms.open of ${ORG}`, 'refreshed']);
  });

  it('run across organisations only if the feature says so', async () => {
    const { calls, rooms } = recorded();
    const nowhere = {} as { orgId: OrgId };

    await rooms.count();

    expect(calls).toEqual(['rooms.count of all']);
    expect(() => rooms.list(nowhere)).toThrow('rooms.list names no organisation');
  });

  it('refresh after a failed write too, since its changes may be stored all the same', async () => {
    const { calls, rooms } = recorded(true);

    await expect(rooms.open({ author: { orgId: ORG } })).rejects.toThrow('The connection broke.');

    expect(calls).toContain('refreshed');
  });
});
