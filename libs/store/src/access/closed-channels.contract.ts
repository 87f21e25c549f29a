import type { PrincipalId } from '@cairn/contracts';
import { closedChannelsOf, scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aMemoryId, aNewMemory, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';
import type { Teams } from './teams.ts';
import type { ClosedChannels } from './closed-channels.ts';
import type { Principals } from './principals.ts';
import type { Identity } from './identity.ts';
import type { Keys } from './keys.ts';

export interface ClosedChannelsWorld {
  readonly channels: ClosedChannels;
  readonly teams: Teams;
  readonly principals: Principals;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `ClosedChannels` against one adapter; `make` opens an empty store with truth and keys. */
export function closedChannelsContract(adapter: string, make: () => Promise<ClosedChannelsWorld>): void {
  describe(`${adapter} keeps the promises of closed channels`, () => {
    let world: ClosedChannelsWorld;
    let admin: Principal;
    let keys: { ada: string; bob: string };
    let ids: { ada: PrincipalId; bob: PrincipalId };

    beforeAll(async () => {
      world = await make();
      const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
      admin = aPrincipal({ orgId, role: 'admin' });
      const one = async (name: string) => {
        const { key, summary } = await world.keys.create({
          ...{ orgId, name, kind: 'person', role: 'writer' },
          peers: [],
        });
        return { key, id: summary.principalId };
      };
      const [ada, bob] = [await one('Ada'), await one('Bob')];
      keys = { ada: ada.key, bob: bob.key };
      ids = { ada: ada.id, bob: bob.id };
    });
    afterAll(() => world.close());

    const now = async (who: keyof typeof keys) => {
      world.clock.advance(10_000);
      return (await world.identity.authenticate(keys[who]))!;
    };
    const closedFor = async (who: keyof typeof keys) => closedChannelsOf(scopeOf(await now(who)));

    it('closes a channel to all but some people and teams, lets others in, and opens it again', async () => {
      const { channels, teams } = world;
      const team = await teams.create({ author: admin, team: { name: 'Board', members: [ids.ada] } });
      const closed = await channels.close({
        author: admin,
        request: { channel: 'deals', principals: [ids.bob], teams: [] },
      });
      const before = [await closedFor('ada'), await closedFor('bob')];
      await channels.close({ author: admin, request: { channel: 'deals', principals: [], teams: [team.teamId] } });
      const after = [await closedFor('ada'), await closedFor('bob')];
      await teams.change({ author: admin, teamId: team.teamId, change: { remove: [ids.ada] } });

      expect(closed).toMatchObject({
        channel: 'deals',
        principals: [{ principalId: ids.bob, name: 'Bob' }],
        teams: [],
      });
      expect(before).toEqual([['deals'], []]);
      expect(after).toEqual([[], ['deals']]);
      expect(await closedFor('ada')).toEqual(['deals']);
      expect(await channels.list({ orgId: admin.orgId })).toEqual([
        { ...closed, principals: [], teams: [{ teamId: team.teamId, name: 'Board' }] },
      ]);
      expect(await channels.list({ orgId: aPrincipal().orgId })).toEqual([]);
      expect(await channels.open({ author: aPrincipal(), channel: 'deals' })).toBe(false);
      expect(await channels.open({ author: admin, channel: 'deals' })).toBe(true);
      expect(await channels.open({ author: admin, channel: 'deals' })).toBe(false);
      expect(await closedFor('bob')).toEqual([]);
    });

    it('hides what is in it at once, whoever wrote it, and shows it again when it opens', async () => {
      const { channels, truth } = world;
      const [ada, bob] = [await now('ada'), await now('bob')];
      const memory = aNewMemory({ channel: 'plans' });
      const own = aNewMessage({ channel: 'plans', speaker: 'Dora' }, { visibility: 'private' });
      await truth.write(ada, [memory]);
      await truth.write(bob, [own, aNewMemory({ channel: 'plans 2' })]);
      const seen = async (who: keyof typeof keys) => {
        const scope = scopeOf(await now(who));
        const find = async (kind: 'memory' | 'message') =>
          (await truth.list(scope, { kind, channel: 'plans' }, { order: 'stored', limit: 9 })).map(({ id }) => id);
        const speakers = await truth.speakers(scope);
        return [...(await find('memory')), ...(await find('message')), ...speakers];
      };
      const before = await seen('bob');
      await channels.close({ author: admin, request: { channel: 'plans', principals: [ids.ada], teams: [] } });

      expect(before).toEqual([memory.id, own.id, 'Dora']);
      expect(await seen('bob')).toEqual([]);
      expect(await seen('ada')).toEqual([memory.id]);
      expect(await truth.count(scopeOf(await now('bob')), { kind: 'memory' }, 10)).toBe(1);
      await channels.open({ author: admin, channel: 'plans' });
      expect(await seen('bob')).toEqual(before);
    });

    it('lets in nobody whom the organisation has not', async () => {
      const { channels } = world;
      const unknown = aMemoryId() as string as PrincipalId;
      const wanted = { channel: 'x', principals: [], teams: [] };

      await expect(
        channels.close({ author: admin, request: { ...wanted, principals: [unknown] } }),
      ).rejects.toMatchObject({
        code: 'principal/unknown',
      });
      await expect(
        channels.close({ author: admin, request: { ...wanted, teams: [unknown as never] } }),
      ).rejects.toMatchObject({
        code: 'team/unknown',
      });
      expect(await channels.list({ orgId: admin.orgId })).toEqual([]);
    });
  });
}
