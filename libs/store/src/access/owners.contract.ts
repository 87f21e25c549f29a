import type { Role } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import { removePrincipal, type Principals } from './principals.ts';
import type { PrincipalsWorld } from './principals.contract.ts';
import { continueForgetting } from '../forgetting/forget-steps.ts';

const DAY_MS = 86_400_000;
const PRIVATE = { visibility: 'private' } as const;

/** Runs the contract suite of agents and their owners against one adapter; `make` opens an empty store with keys. */
export function ownersContract(adapter: string, make: () => Promise<PrincipalsWorld>): void {
  describe(`${adapter} keeps the promises of owners`, () => {
    let world: PrincipalsWorld;
    let principals: Principals;

    beforeAll(async () => {
      world = await make();
      ({ principals } = world);
    });
    afterAll(() => world.close());

    const orgOf = async () => (await world.keys.firstOrganisation({ peerPrefixes: ['coach'] })).orgId;
    const signedIn = async (key: string) => {
      world.clock.advance(10_000);
      return (await world.identity.authenticate(key))!;
    };
    const aPerson = async (name: string, role: Role = 'writer', peers: readonly string[] = []) => {
      const made = await world.keys.create({ orgId: await orgOf(), name, kind: 'person', role, peers });
      return { key: made.key, who: await signedIn(made.key) };
    };
    const anAgentOf = async (owner: Principal, name = 'claude-code@vm') => {
      const agent = { orgId: owner.orgId, name, kind: 'agent', role: owner.role, peers: [] } as const;
      const made = await world.keys.create({ ...agent, author: owner });
      return { key: made.key, keyId: made.summary.keyId, who: await signedIn(made.key) };
    };
    const summaryOf = async ({ orgId, principalId }: Principal) =>
      (await principals.list({ orgId })).find((one) => one.principalId === principalId)!;
    const seenBy = async (who: Principal) => {
      const page = { order: 'stored', limit: 50 } as const;
      const kinds = (['memory', 'message'] as const).map((kind) =>
        world.truth.list(scopeOf(who), { kind, includeArchived: true }, page),
      );
      return (await Promise.all(kinds)).flat().map(({ id }) => id);
    };

    it('gives a new agent the person as owner who made it, or who owns the agent that made it', async () => {
      const { who: ada, key } = await aPerson('Ada', 'admin');
      const agent = await anAgentOf(ada);
      const admin = { ...agent.who, role: 'admin' } as const;

      const made = await principals.create({
        author: admin,
        principal: { name: 'helper', kind: 'agent', role: 'reader', peers: [] },
      });

      const owner = { principalId: ada.principalId, name: 'Ada' };
      expect(await summaryOf(agent.who)).toMatchObject({ owner });
      expect(made).toMatchObject({ owner });
      expect(agent.who.ownerId).toBe(ada.principalId);
      expect((await signedIn(key)).agents).toEqual([agent.who.principalId, made.principalId]);
      expect(await summaryOf(ada)).toMatchObject({ owner: null });
    });

    it('lets an admin name the owner, who is a person', async () => {
      const [{ who: admin }, { who: bob }] = [await aPerson('Admin', 'admin'), await aPerson('Bob')];
      const agent = await anAgentOf(admin);
      const aNew = { name: 'of Bob', kind: 'agent', role: 'writer', peers: [], ownerId: bob.principalId } as const;
      const make = (changes: object) => principals.create({ author: admin, principal: { ...aNew, ...changes } });

      expect(await make({})).toMatchObject({ owner: { principalId: bob.principalId } });
      await expect(make({ ownerId: agent.who.principalId })).rejects.toMatchObject({
        issues: [{ field: 'ownerId', allowed: 'the id of a person' }],
      });
      await expect(make({ kind: 'person' })).rejects.toMatchObject({ issues: [{ field: 'ownerId' }] });
      await expect(make({ ownerId: aPrincipal().principalId })).rejects.toMatchObject({ code: 'principal/unknown' });
    });

    it('lets a person make keys for agents of their own, up to their own role and peers', async () => {
      const { who: ada } = await aPerson('Ada', 'writer', ['coach:1']);
      const { who: bob } = await aPerson('Bob', 'admin');
      const theirs = await anAgentOf(bob);
      const { orgId } = ada;
      const aNew = { orgId, name: 'mine', kind: 'agent', role: 'writer', peers: [] as string[] } as const;
      const make = (changes: object) => world.keys.create({ ...aNew, ...changes, author: ada });

      const mine = await make({ peers: ['coach:1'] });
      const { principalId } = mine.summary;
      await expect(make({ role: 'manager' })).rejects.toMatchObject({ issues: [{ field: 'role' }] });
      await expect(make({ peers: ['coach:2'] })).rejects.toMatchObject({ issues: [{ field: 'peers' }] });
      const refused = { code: 'auth/forbidden' };
      await expect(make({ kind: 'person' })).rejects.toMatchObject(refused);
      await expect(make({ ownerId: bob.principalId })).rejects.toMatchObject(refused);
      const another = (id: string, who: Principal) =>
        world.keys.create({ orgId, principalId: id as never, author: who });
      await expect(another(theirs.who.principalId, ada)).rejects.toMatchObject(refused);
      await expect(another(bob.principalId, ada)).rejects.toMatchObject(refused);
      await expect(another(principalId, await signedIn(mine.key))).rejects.toMatchObject(refused);
      const reader = { ...ada, role: 'reader', peers: [] } as const;
      expect((await another(principalId, reader)).summary).toMatchObject({ principalId, role: 'reader', peers: [] });
      expect((await another(principalId, ada)).summary).toMatchObject({ role: 'writer', peers: ['coach:1'] });
    });

    it('lets a person rotate and revoke keys of their own agents alone, and lists no others', async () => {
      const [{ who: ada }, { who: bob }] = [await aPerson('Ada'), await aPerson('Bob')];
      const [mine, theirs] = [await anAgentOf(ada), await anAgentOf(bob)];
      const now = { overlapMs: 0 };

      expect(
        (await world.keys.list({ orgId: ada.orgId, whose: ada.principalId })).map(({ principalId }) => principalId),
      ).toEqual([ada.principalId, mine.who.principalId]);
      expect(await world.keys.rotate({ author: ada, keyId: theirs.keyId, ...now })).toBeUndefined();
      expect(await world.keys.revoke({ author: ada, keyId: theirs.keyId })).toBe(false);
      const next = (await world.keys.rotate({ author: ada, keyId: mine.keyId, ...now }))!;
      expect(next.summary).toMatchObject({ principalId: mine.who.principalId });
      expect(await signedIn(mine.key)).toBeUndefined();
      expect(await world.keys.revoke({ author: ada, keyId: next.summary.keyId })).toBe(true);
      expect(await signedIn(theirs.key)).toBeDefined();
    });

    it('shows the owner what is private to the agent, and lets them change and forget it, and nobody else', async () => {
      const [ada, bob] = [await aPerson('Ada'), await aPerson('Bob')];
      const agent = await anAgentOf(ada.who);
      const [said, kept, own] = [
        aNewMessage({ content: 'The agent asked for the port.' }, PRIVATE),
        aNewMemory({ content: 'The agent found port 4711.' }, PRIVATE),
        aNewMemory({ content: 'The owner keeps it for themself.' }, PRIVATE),
      ];
      await world.truth.write(agent.who, [said, kept]);
      await world.truth.write(ada.who, [own]);
      const owner = await signedIn(ada.key);

      expect((await seenBy(owner)).toSorted()).toEqual([said.id, kept.id, own.id].toSorted());
      expect(await seenBy(agent.who)).toEqual([kept.id, said.id]);
      expect(await seenBy(bob.who)).toEqual([]);
      expect(await seenBy({ ...bob.who, role: 'admin' })).toEqual([]);
      expect(await world.truth.forget(scopeOf(owner), owner, 'memory', kept.id)).toBe(true);
      const again = aNewMemory({ content: 'The agent found port 4711.' }, PRIVATE);
      await expect(world.truth.write(agent.who, [again])).rejects.toMatchObject({ code: 'item/forgotten' });
      await world.truth.write(agent.who, [again], undefined, 'own');
      expect(await seenBy(agent.who)).toEqual([again.id, said.id]);
    });

    it('gives an agent to another person, who sees its private items from then on', async () => {
      const [admin, ada, bob] = [await aPerson('Admin', 'admin'), await aPerson('Ada'), await aPerson('Bob')];
      const agent = await anAgentOf(ada.who);
      const said = aNewMessage({ content: 'Moved with the agent.' }, PRIVATE);
      await world.truth.write(agent.who, [said]);
      const give = (principalId: Principal['principalId'], ownerId: Principal['principalId']) =>
        principals.change({ author: admin.who, principalId, changes: { ownerId } });

      const given = await give(agent.who.principalId, bob.who.principalId);

      expect(given).toMatchObject({ owner: { principalId: bob.who.principalId, name: 'Bob' }, keys: 1 });
      expect(await seenBy(await signedIn(bob.key))).toEqual([said.id]);
      expect(await seenBy(await signedIn(ada.key))).toEqual([]);
      await expect(give(ada.who.principalId, bob.who.principalId)).rejects.toMatchObject({
        issues: [{ field: 'ownerId' }],
      });
      const acts = (await world.audit()).filter(({ id }) => id === agent.who.principalId);
      expect(acts).toMatchObject([{ principalId: admin.who.principalId, action: 'change', kind: 'principal' }]);
    });

    it('cuts the rights of agents when those of their owner are cut', async () => {
      const [admin, ada] = [await aPerson('Admin', 'admin'), await aPerson('Ada', 'manager', ['coach:1', 'coach:2'])];
      const agent = await anAgentOf(ada.who);
      await principals.change({
        author: admin.who,
        principalId: agent.who.principalId,
        changes: { peers: ['coach:1', 'coach:2'] },
      });
      const { principalId } = ada.who;

      await principals.change({ author: admin.who, principalId, changes: { role: 'reader', peers: ['coach:2'] } });
      expect(await signedIn(agent.key)).toMatchObject({ role: 'reader', peers: ['coach:2'] });
      await principals.change({ author: admin.who, principalId, changes: { role: 'manager' } });
      expect(await signedIn(agent.key)).toMatchObject({ role: 'reader' });
    });

    it('revokes the keys of the agents of who leaves, and gives the agents to the heir', async () => {
      const [admin, ada, bob] = [await aPerson('Admin', 'admin'), await aPerson('Ada'), await aPerson('Bob')];
      const [agent, heirs] = [await anAgentOf(ada.who), await anAgentOf(bob.who)];
      const said = aNewMessage({ content: 'Said by the agent of who leaves.' }, PRIVATE);
      await world.truth.write(agent.who, [said]);
      const leave = (heir: Principal) =>
        removePrincipal(principals, {
          author: admin.who,
          principalId: ada.who.principalId,
          heir: heir.principalId,
        });

      await expect(leave(agent.who)).rejects.toMatchObject({ issues: [{ field: 'body.handOverTo' }] });
      const left = await leave(heirs.who);

      expect(left).toEqual({ keysRevoked: 2, agents: 1, handedOver: 0 });
      expect(await signedIn(agent.key)).toBeUndefined();
      expect(await summaryOf(agent.who)).toMatchObject({ owner: { name: 'Bob' }, leftAt: null, keys: 0 });
      expect(await seenBy(await signedIn(bob.key))).toEqual([said.id]);
    });

    it('lets the agents leave with their owner, and forgets what is private to them, if that was asked', async () => {
      const [admin, ada] = [await aPerson('Admin', 'admin'), await aPerson('Ada')];
      const agent = await anAgentOf(ada.who);
      const said = aNewMessage({ content: 'Forgotten with the owner.' }, PRIVATE);
      await world.truth.write(agent.who, [said]);
      const { orgId, principalId } = ada.who;
      const forgetId = uuidv7();

      const left = await removePrincipal(principals, { author: admin.who, principalId, forgetId });
      for (let state = ''; state !== 'verifying';)
        state = (await continueForgetting(world.forgetting, { orgId, id: forgetId }))!;

      expect(left).toEqual({ keysRevoked: 2, agents: 1, handedOver: 0 });
      expect(await summaryOf(agent.who)).toMatchObject({ leftAt: expect.any(Number), keys: 0 });
      expect(await seenBy(agent.who)).toEqual([]);
    });

    it('counts who has had no working key for 30 days as gone, until the next key', async () => {
      const { who: ada } = await aPerson('Ada');
      const [kept, revoked, ended] = [await anAgentOf(ada), await anAgentOf(ada), await anAgentOf(ada)];
      const start = world.clock.now();
      await world.keys.revoke({ author: ada, keyId: revoked.keyId });
      await world.keys.revoke({ author: ada, keyId: ended.keyId });
      const { orgId } = ada;
      const { principalId } = ended.who;
      await world.keys.create({ orgId, principalId, expiresAt: start + DAY_MS });
      const goneOf = async () =>
        Promise.all([kept, revoked, ended].map(async ({ who }) => (await summaryOf(who)).goneAt));

      world.clock.advance(30 * DAY_MS - 1);
      expect(await goneOf()).toEqual([null, null, null]);
      world.clock.advance(1);
      expect(await goneOf()).toEqual([null, start, null]);
      world.clock.advance(DAY_MS);
      expect(await goneOf()).toEqual([null, start, start + DAY_MS]);
      await world.keys.create({ orgId, principalId });
      expect(await goneOf()).toEqual([null, start, null]);
    });
  });
}
