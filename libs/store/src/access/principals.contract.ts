import type { Role } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { type Principals, removePrincipal } from './principals.ts';
import type { Forgetting } from '../forgetting/forgetting.ts';
import { continueForgetting } from '../forgetting/forget-steps.ts';
import { aNewMemory, aNewMessage, aPrincipal, type AuditedRow, type SettableClock } from '@cairn/testing';
import type { Identity } from './identity.ts';
import type { Keys } from './keys.ts';

export interface PrincipalsWorld {
  readonly principals: Principals;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly truth: Truth;
  readonly forgetting: Forgetting;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Principals` against one adapter; `make` opens an empty store with keys. */
export function principalsContract(adapter: string, make: () => Promise<PrincipalsWorld>): void {
  describe(`${adapter} keeps the promises of principals`, () => {
    let world: PrincipalsWorld;
    let principals: Principals;

    beforeAll(async () => {
      world = await make();
      ({ principals } = world);
    });
    afterAll(() => world.close());

    const anAdmin = async () =>
      aPrincipal({ orgId: (await world.keys.firstOrganisation({ peerPrefixes: ['coach'] })).orgId, role: 'admin' });
    const someone = (role: Role, peers: readonly string[] = []) =>
      ({ name: 'Ada', kind: 'person', role, peers }) as const;

    it('adds somebody without a key, and counts the keys that work', async () => {
      const admin = await anAdmin();
      const { orgId } = admin;

      const ada = await principals.create({ author: admin, principal: someone('writer', ['coach:1']) });
      const { principalId } = ada;
      expect(ada).toEqual({
        ...someone('writer', ['coach:1']),
        principalId: expect.any(String),
        ...{ owner: null, createdAt: world.clock.now(), leftAt: null, goneAt: null, keys: 0, lastUsedAt: null },
      });
      await world.keys.create({ orgId, principalId });
      const { summary } = await world.keys.create({ orgId, principalId });
      await world.keys.create({ orgId, principalId, expiresAt: world.clock.now() });
      await world.keys.revoke({ author: admin, keyId: summary.keyId });
      expect(await principals.list({ orgId })).toContainEqual({ ...ada, keys: 1 });
      expect(await principals.list({ orgId: aPrincipal().orgId })).toEqual([]);
      expect((await world.audit()).find(({ kind, id }) => kind === 'principal' && id === principalId)).toMatchObject({
        principalId: admin.principalId,
        action: 'write',
      });
    });

    it('lets every key follow a changed role and changed peers, a narrower one as far as it may', async () => {
      const admin = await anAdmin();
      const { orgId } = admin;
      const { principalId } = await principals.create({
        author: admin,
        principal: someone('manager', ['coach:1', 'coach:2']),
      });
      const whole = await world.keys.create({ orgId, principalId });
      const narrow = await world.keys.create({ orgId, principalId, role: 'writer', peers: ['coach:2'] });
      const may = async () => {
        world.clock.advance(10_000);
        const found = await Promise.all([whole, narrow].map(({ key }) => world.identity.authenticate(key)));
        return found.map((key) => [key?.role, ...(key?.peers ?? [])]);
      };

      expect(await may()).toEqual([
        ['manager', 'coach:1', 'coach:2'],
        ['writer', 'coach:2'],
      ]);
      await principals.change({ author: admin, principalId, changes: { role: 'reader', peers: ['coach:1'] } });
      expect(await may()).toEqual([['reader', 'coach:1'], ['reader']]);
      const changed = await principals.change({
        author: admin,
        principalId,
        changes: { name: 'Grace', role: 'admin', peers: ['*'] },
      });
      expect(changed).toMatchObject({ principalId, name: 'Grace', role: 'admin', peers: ['*'], keys: 2 });
      expect(await may()).toEqual([
        ['admin', '*'],
        ['writer', 'coach:2'],
      ]);
      expect(
        await principals.change({ author: aPrincipal(), principalId, changes: { role: 'reader' } }),
      ).toBeUndefined();
    });

    /** A principal with a key and private items. */
    const aMember = async (admin: Principal, name: string) => {
      const { principalId } = await principals.create({ author: admin, principal: { ...someone('writer'), name } });
      const { key } = await world.keys.create({ orgId: admin.orgId, principalId });
      return { key, who: (await world.identity.authenticate(key))! };
    };
    const seenBy = async (who: Principal) => {
      const page = { order: 'stored', limit: 50 } as const;
      const kinds = (['memory', 'message'] as const).map((kind) =>
        world.truth.list(scopeOf(who), { kind, includeArchived: true }, page),
      );
      return (await Promise.all(kinds)).flat().map(({ id }) => id);
    };

    it('hands over however many memories, and of what both say, the heir keeps the own one', async () => {
      const admin = await anAdmin();
      const [leaver, heir] = [await aMember(admin, 'Leaver'), await aMember(admin, 'Heir')];
      const mine = { visibility: 'private' } as const;
      const same = { ...mine, mergeKey: 'the same' };
      const many = Array.from({ length: 230 }, (_, at) => aNewMemory({ content: `Mine ${at}.` }, mine));
      await world.truth.write(leaver.who, [...many, aNewMemory({ content: 'Both say it.' }, same)]);
      const own = aNewMemory({ content: 'Both say it.' }, same);
      await world.truth.write(heir.who, [own]);

      const left = await removePrincipal(principals, {
        author: admin,
        principalId: leaver.who.principalId,
        heir: heir.who.principalId,
      });

      expect(left).toMatchObject({ handedOver: 231 });
      const [again] = await world.truth.write(heir.who, [aNewMemory({ content: 'Both say it.' }, same)]);
      expect(again).toMatchObject({ id: own.id, created: false });
    });

    it('hands what is private to who leaves over to an heir, and nothing else, and revokes their keys', async () => {
      const admin = await anAdmin();
      const [leaver, heir, other] = [
        await aMember(admin, 'Leaver'),
        await aMember(admin, 'Heir'),
        await aMember(admin, 'Other'),
      ];
      const mine = { visibility: 'private' } as const;
      const told = { subject: 'pay', attribute: 'port' };
      const named = { source: 'wiki', externalId: 'page' };
      const [plain, fact, page, shared, said] = [
        aNewMemory({ content: 'Only mine.' }, mine),
        aNewMemory({ ...told, content: 'It is 1.' }, mine),
        aNewMemory({ ...named, content: 'A page.' }, mine),
        aNewMemory({ content: 'Of all.' }),
        aNewMessage({ content: 'Said to myself.' }, mine),
      ];
      const theirs = [
        aNewMemory({ ...told, content: 'It is 2.' }, mine),
        aNewMemory({ ...named, content: 'Another.' }, mine),
      ];
      const others = aNewMemory({ content: 'Of another.' }, mine);
      await world.truth.write(leaver.who, [plain, fact, page, shared, said]);
      await world.truth.write(heir.who, theirs);
      await world.truth.write(other.who, [others]);
      const gone = leaver.who.principalId;

      for (const heirId of [gone, aPrincipal().principalId])
        await expect(
          removePrincipal(principals, { author: admin, principalId: gone, heir: heirId }),
        ).rejects.toMatchObject({
          code: expect.any(String),
        });
      expect(
        await removePrincipal(principals, { author: aPrincipal(), principalId: gone, heir: heir.who.principalId }),
      ).toBeUndefined();
      expect(await world.identity.authenticate(leaver.key)).toBeDefined();
      const left = await removePrincipal(principals, { author: admin, principalId: gone, heir: heir.who.principalId });
      expect(left).toEqual({ keysRevoked: 1, agents: 0, handedOver: 3 });
      world.clock.advance(10_000);
      expect(await world.identity.authenticate(leaver.key)).toBeUndefined();
      const summary = (await principals.list({ orgId: admin.orgId })).find(({ principalId }) => principalId === gone);
      expect(summary).toMatchObject({ leftAt: expect.any(Number), keys: 0 });
      const ids = [plain, fact, page, shared, ...theirs].map(({ id }) => id as string);
      expect((await seenBy(heir.who)).map(String).filter((id) => ids.includes(id))).toHaveLength(6);
      expect(await seenBy(heir.who)).not.toContain(said.id);
      expect(await seenBy(other.who)).not.toContain(plain.id);
      expect(await seenBy(heir.who)).not.toContain(others.id);
      const found = async (id: string) => world.truth.find(scopeOf(heir.who), 'memory', id as never);
      expect(await found(fact.id)).toMatchObject({ state: 'archived', version: 2 });
      expect(await found(page.id)).toMatchObject({ state: 'active', externalId: null });
      expect(await found(plain.id)).toMatchObject({ state: 'active', principalId: heir.who.principalId });
      expect(
        await removePrincipal(principals, { author: admin, principalId: gone, heir: heir.who.principalId }),
      ).toEqual({
        ...{ keysRevoked: 0, agents: 0, handedOver: 0 },
      });
      await expect(world.keys.create({ orgId: admin.orgId, principalId: gone })).rejects.toMatchObject({
        code: 'principal/unknown',
      });
      const acts = (await world.audit()).filter(({ id }) => id === gone).map(({ action }) => action);
      expect(acts).toEqual(['write', 'archive', 'archive']);
    });

    it('forgets what is private to who leaves, and nothing else', async () => {
      const admin = await anAdmin();
      const { orgId } = admin;
      const [leaver, other] = [await aMember(admin, 'Forgotten'), await aMember(admin, 'Stays')];
      const mine = { visibility: 'private' } as const;
      const items = [aNewMemory({ content: 'Quite mine.' }, mine), aNewMessage({ content: 'To myself.' }, mine)];
      const kept = aNewMemory({ content: 'Everyone may read it.' });
      const others = aNewMemory({ content: 'Quite theirs.' }, mine);
      await world.truth.write(leaver.who, [...items, kept]);
      await world.truth.write(other.who, [others]);
      const forgetId = uuidv7();

      const left = await removePrincipal(principals, { author: admin, principalId: leaver.who.principalId, forgetId });
      expect(left).toEqual({ keysRevoked: 1, agents: 0, handedOver: 0 });
      for (let state = ''; state !== 'verifying';)
        state = (await continueForgetting(world.forgetting, { orgId, id: forgetId }))!;
      expect(await world.forgetting.certificate({ author: admin, id: forgetId })).toMatchObject({
        ...{ by: ['principal'], messages: 1, memories: 1 },
      });
      expect((await world.forgetting.done({ orgId, id: forgetId, limit: 9 })).toSorted()).toEqual(
        items.map(({ id }) => id).toSorted(),
      );
      expect(await seenBy(leaver.who)).toEqual(expect.arrayContaining([kept.id]));
      expect(await seenBy(leaver.who)).not.toContain(items[0]!.id);
      expect(await seenBy(other.who)).toEqual(expect.arrayContaining([kept.id, others.id]));
    });

    it('does not take the last admin key by a change, unless it is forced', async () => {
      const admin = await anAdmin();
      const { orgId } = admin;
      const others = (await principals.list({ orgId })).filter(({ role }) => role === 'admin');
      for (const { principalId } of others)
        await principals.change({ author: admin, principalId, changes: { role: 'reader' }, force: true });
      const { principalId } = await principals.create({ author: admin, principal: someone('admin') });
      const { key } = await world.keys.create({ orgId, principalId });
      await world.keys.create({ orgId, ...someone('admin'), expiresAt: world.clock.now() + 60_000 });

      await expect(removePrincipal(principals, { author: admin, principalId })).rejects.toMatchObject({
        code: 'key/last-admin',
      });
      await expect(
        principals.change({ author: admin, principalId, changes: { role: 'manager' } }),
      ).rejects.toMatchObject({
        code: 'key/last-admin',
      });
      expect(await world.identity.authenticate(key)).toMatchObject({ role: 'admin' });
      await principals.change({ author: admin, principalId, changes: { role: 'manager' }, force: true });
      world.clock.advance(10_000);
      expect(await world.identity.authenticate(key)).toMatchObject({ role: 'manager' });
    });
  });
}
