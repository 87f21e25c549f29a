import type { PrincipalId, Visibility } from '@cairn/contracts';
import { scopeOf, teamWordOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aNewMemory, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';
import type { Teams } from './teams.ts';
import type { Principals } from './principals.ts';
import type { Lifecycle } from '../memories/lifecycle.ts';
import type { Graphs } from '../graph/graph.ts';
import type { Identity } from './identity.ts';
import type { Keys } from './keys.ts';

export interface TeamsWorld {
  readonly teams: Teams;
  readonly principals: Principals;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly truth: Truth;
  readonly graphs: Graphs;
  readonly lifecycle: Lifecycle;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Teams` against one adapter; `make` opens an empty store with truth and keys. */
export function teamsContract(adapter: string, make: () => Promise<TeamsWorld>): void {
  describe(`${adapter} keeps the promises of teams`, () => {
    let world: TeamsWorld;
    let admin: Principal;
    let keys: { ada: string; bob: string };
    let ids: { ada: PrincipalId; bob: PrincipalId };

    beforeAll(async () => {
      world = await make();
      const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
      admin = aPrincipal({ orgId, role: 'admin' });
      const one = async (name: string) => {
        const someone = { orgId, name, kind: 'person', role: 'writer', peers: [] } as const;
        const { key, summary } = await world.keys.create(someone);
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

    it('makes teams with members, by names of which each is there once', async () => {
      const team = await world.teams.create({ author: admin, team: { name: 'Platform', members: [ids.ada, ids.ada] } });

      expect(team).toEqual({
        teamId: expect.any(String),
        name: 'Platform',
        createdAt: world.clock.now(),
        members: [{ principalId: ids.ada, name: 'Ada' }],
      });
      expect((await now('ada')).teams).toEqual([{ teamId: team.teamId, name: 'Platform' }]);
      expect((await now('bob')).teams).toBeUndefined();
      await expect(
        world.teams.create({ author: admin, team: { name: 'Platform', members: [] } }),
      ).rejects.toMatchObject({
        code: 'team/conflict',
      });
      const stranger = aPrincipal();
      await expect(
        world.teams.create({ author: admin, team: { name: 'X', members: [stranger.principalId] } }),
      ).rejects.toMatchObject({
        code: 'principal/unknown',
      });
      expect(
        await world.teams.change({ author: stranger, teamId: team.teamId, change: { name: 'Theirs' } }),
      ).toBeUndefined();
      expect(await world.teams.remove({ author: stranger, teamId: team.teamId })).toBe(false);
      expect(await world.teams.list({ orgId: stranger.orgId })).toEqual([]);
      expect(await world.teams.list({ orgId: admin.orgId })).toEqual([team]);
    });

    it('lets who is in a team now read what is stored for it, and nobody else', async () => {
      const { teamId } = await world.teams.create({ author: admin, team: { name: 'Readers', members: [ids.ada] } });
      const ada = await now('ada');
      const visibility: Visibility = teamWordOf(teamId);
      const memory = aNewMemory({ entities: [{ name: 'vault', type: 'team' }] }, { visibility });
      const message = aNewMessage({ speaker: 'Zoe', sessionKey: 's' }, { visibility });
      await world.truth.write(ada, [memory, message]);
      const seenBy = async (who: keyof typeof keys) => {
        const scope = scopeOf(await now(who));
        const found = await world.truth.find(scope, 'memory', memory.id);
        const { items } = { items: await world.truth.list(scope, { kind: 'message' }, { order: 'stored', limit: 9 }) };
        return [found?.visibility, items.length, (await world.truth.speakers(scope)).length];
      };

      expect(await seenBy('ada')).toEqual([visibility, 1, 1]);
      expect(await seenBy('bob')).toEqual([undefined, 0, 0]);
      await world.teams.change({ author: admin, teamId, change: { add: [ids.bob], remove: [ids.ada] } });
      expect(await seenBy('ada')).toEqual([undefined, 0, 0]);
      expect(await seenBy('bob')).toEqual([visibility, 1, 1]);
      await expect(world.teams.remove({ author: admin, teamId })).rejects.toMatchObject({ code: 'team/conflict' });
    });

    it('keeps what is unique apart for each team', async () => {
      const { teamId } = await world.teams.create({ author: admin, team: { name: 'Apart', members: [ids.ada] } });
      const ada = await now('ada');
      const fact = { subject: 'pay', attribute: 'port', externalId: 'e' };
      const [ofTeam, ofAll] = [
        aNewMemory({ ...fact, content: 'It is 1.' }, { visibility: teamWordOf(teamId) }),
        aNewMemory({ ...fact, content: 'It is 2.' }),
      ];
      const said = { sessionKey: 'apart', externalId: 'm' };

      expect(await world.truth.write(ada, [ofAll])).toMatchObject([{ created: true }]);
      expect(await world.truth.write(ada, [ofTeam])).toMatchObject([{ created: true }]);
      await world.truth.write(ada, [aNewMessage(said)]);
      expect(await world.truth.write(ada, [aNewMessage(said, { visibility: teamWordOf(teamId) })])).toMatchObject([
        { created: true },
      ]);
      const act = { scope: scopeOf(ada), author: ada, id: ofTeam.id, ifVersion: 1 };
      await world.lifecycle.setState({ ...act, state: 'archived', mergeKey: undefined });
    });

    it('shares a private memory with a team, then with everyone, and with nobody less', async () => {
      const { teamId } = await world.teams.create({
        author: admin,
        team: { name: 'Sharers', members: [ids.ada, ids.bob] },
      });
      const ada = await now('ada');
      const memory = aNewMemory({ title: 'Shared', content: 'Mine at first.' }, { visibility: 'private' });
      await world.truth.write(ada, [memory]);
      const act = (ifVersion: number, author = ada) => ({ scope: scopeOf(author), author, id: memory.id, ifVersion });
      const seen = async (who: Principal) => (await world.truth.find(scopeOf(who), 'memory', memory.id))?.visibility;
      const bob = await now('bob');
      const other = aPrincipal({ orgId: ada.orgId });

      expect(await world.lifecycle.share({ ...act(1, bob), visibility: 'org', mergeKey: undefined })).toEqual({
        outcome: 'unknown',
      });
      const word = teamWordOf(teamId);
      expect(await world.lifecycle.share({ ...act(1), visibility: word, mergeKey: 'k' })).toMatchObject({
        outcome: 'done',
        version: 2,
      });
      expect([await seen(bob), await seen(other)]).toEqual([word, undefined]);
      await expect(world.lifecycle.share({ ...act(2, bob), visibility: 'org', mergeKey: 'k' })).rejects.toMatchObject({
        code: 'auth/forbidden',
      });
      expect(await world.lifecycle.share({ ...act(2), visibility: 'org', mergeKey: 'k' })).toMatchObject({
        outcome: 'done',
        version: 3,
      });
      expect(await seen(other)).toBe('org');
      expect(await world.lifecycle.revisions({ scope: scopeOf(other), id: memory.id, limit: 9 })).toHaveLength(2);
      for (const visibility of ['org', 'private', word] as const)
        await expect(world.lifecycle.share({ ...act(3), visibility, mergeKey: 'k' })).rejects.toMatchObject({
          code: 'request/invalid',
        });
      const twin = { source: 'wiki', externalId: 'twin' };
      const [hers, theirs] = [aNewMemory({ ...twin, content: 'a' }, { visibility: 'private' }), aNewMemory(twin)];
      await world.truth.write(ada, [hers, theirs]);
      const sharing = world.lifecycle.share({ ...act(1), id: hers.id, visibility: 'org', mergeKey: undefined });
      await expect(sharing).rejects.toMatchObject({ code: 'item/conflict' });
    });

    it('stores nothing for a team that was removed, however late the writer hears of it', async () => {
      const { teamId } = await world.teams.create({ author: admin, team: { name: 'Late', members: [ids.ada] } });
      const ada = await now('ada');
      const visibility = teamWordOf(teamId);
      const mine = aNewMemory({ content: 'mine' }, { visibility: 'private' });
      await world.truth.write(ada, [mine]);
      const messages = () => world.truth.count(scopeOf(ada), { kind: 'message' }, 99);
      const before = await messages();
      await world.teams.remove({ author: admin, teamId });

      const one = world.truth.write(ada, [aNewMessage({}, { visibility })]);
      await expect(one).rejects.toMatchObject({ code: 'request/invalid', issues: [{ field: 'visibility' }] });
      const batch = world.truth.write(ada, [aNewMessage(), aNewMemory({}, { visibility })]);
      await expect(batch).rejects.toMatchObject({ issues: [{ field: '[1].visibility', value: visibility }] });
      const shared = world.lifecycle.share({
        scope: scopeOf(ada),
        author: ada,
        id: mine.id,
        ifVersion: 1,
        visibility,
        mergeKey: undefined,
      });
      await expect(shared).rejects.toMatchObject({ issues: [{ field: 'visibility' }] });
      expect(await messages()).toBe(before);
    });

    it('either stores an item and keeps its team or removes the team, when both come at once', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { teamId } = await world.teams.create({
          author: admin,
          team: { name: `Round ${round}`, members: [ids.ada] },
        });
        const item = aNewMessage({}, { visibility: teamWordOf(teamId) });

        const [stored, removed] = await Promise.allSettled([
          world.truth.write(await now('ada'), [item]),
          world.teams.remove({ author: admin, teamId }),
        ]);

        expect([stored.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
      }
    });

    it('removes a team for which nothing is stored', async () => {
      const { teamId } = await world.teams.create({ author: admin, team: { name: 'Gone', members: [ids.ada] } });

      expect(await world.teams.remove({ author: admin, teamId })).toBe(true);
      expect((await now('ada')).teams?.map(({ name }) => name)).not.toContain('Gone');
      expect(await world.teams.remove({ author: admin, teamId })).toBe(false);
    });
  });
}
