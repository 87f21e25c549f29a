import type { KeyId } from '@cairn/contracts';
import { aPrincipal, type AuditedRow, type SettableClock, until } from '@cairn/testing';
import type { Identity } from './identity.ts';
import type { NewKey, Keys } from './keys.ts';
import type { NewPrincipal } from './key-rules.ts';
import type { Settings } from './settings.ts';

export interface IdentityWorld {
  readonly identity: Identity;
  readonly keys: Keys;
  readonly settings: Settings;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of keys, settings and the cache of principals against one adapter; `make` opens an empty store. */
export function identityContract(adapter: string, make: () => Promise<IdentityWorld>): void {
  describe(`${adapter} keeps the promises of identity`, () => {
    let world: IdentityWorld;
    let identity: Identity;
    let keys: Keys;
    let settings: Settings;

    beforeAll(async () => {
      world = await make();
      ({ identity, keys, settings } = world);
    });
    afterAll(() => world.close());

    const aKey = async (overrides: Partial<NewPrincipal & Pick<NewKey, 'expiresAt' | 'label'>> = {}) => {
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      return keys.create({
        orgId,
        name: 'Ada',
        kind: 'person',
        role: 'writer',
        peers: ['coach:1'],
        ...overrides,
      });
    };

    it('makes the first organisation once', async () => {
      const first = await keys.firstOrganisation({ peerPrefixes: ['coach'] });

      expect(first.created).toBe(true);
      expect(await keys.firstOrganisation({ peerPrefixes: ['coach'] })).toEqual({ orgId: first.orgId, created: false });
    });

    it('knows who a key belongs to', async () => {
      const { key, summary } = await aKey();
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });

      expect(await identity.authenticate(key)).toEqual({
        orgId,
        principalId: expect.any(String),
        keyId: summary.keyId,
        name: 'Ada',
        kind: 'person',
        role: 'writer',
        peers: ['coach:1'],
        peerPrefixes: ['coach'],
      });
    });

    it('knows by the id of a key who somebody is now, in their own organisation', async () => {
      const { key, summary } = await aKey();
      const ada = (await identity.authenticate(key))!;

      expect(await identity.current(ada)).toEqual(ada);
      expect(await identity.current({ ...ada, orgId: aPrincipal({ role: 'admin' }).orgId })).toBeUndefined();
      await keys.revoke({ author: { ...ada, role: 'admin' }, keyId: summary.keyId });
      expect(await identity.current(ada)).toBeUndefined();
      const brief = await aKey({ expiresAt: world.clock.now() + 1000 });
      const caller = (await identity.authenticate(brief.key))!;
      world.clock.advance(1000);
      expect(await identity.current(caller)).toBeUndefined();
    });

    it('gives each key a principal of its own, that stays', async () => {
      const [first, second] = [await aKey(), await aKey()];

      const [ada, again] = [await identity.authenticate(first.key), await identity.authenticate(first.key)];

      expect(ada?.principalId).toBe(again?.principalId);
      expect((await identity.authenticate(second.key))?.principalId).not.toBe(ada?.principalId);
    });

    it('gives a principal more keys, which are narrower at most, and each is them', async () => {
      const { key } = await aKey({ role: 'manager', peers: ['coach:1', 'coach:2'] });
      const ada = (await identity.authenticate(key))!;
      const { orgId, principalId } = ada;

      const same = await keys.create({ orgId, principalId, label: 'laptop' });
      const less = await keys.create({ orgId, principalId, role: 'reader', peers: ['coach:2'] });

      expect(same.summary).toMatchObject({ principalId, name: 'Ada', label: 'laptop', role: 'manager' });
      expect(await identity.authenticate(same.key)).toEqual({ ...ada, keyId: same.summary.keyId });
      expect(await identity.authenticate(less.key)).toMatchObject({ principalId, role: 'reader', peers: ['coach:2'] });
      await expect(keys.create({ orgId, principalId, role: 'admin' })).rejects.toMatchObject({
        issues: [{ field: 'role', allowed: 'at most manager' }],
      });
      await expect(keys.create({ orgId, principalId, peers: ['*'] })).rejects.toMatchObject({
        issues: [{ field: 'peers' }],
      });
      const elsewhere = aPrincipal({ role: 'admin' }).orgId;
      await expect(keys.create({ orgId: elsewhere, principalId })).rejects.toMatchObject({
        code: 'principal/unknown',
      });
    });

    it('rotates a key: the same principal, and the old key works until its time is over', async () => {
      const { key, summary } = await aKey({ label: 'ci' });
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      const admin = aPrincipal({ orgId, role: 'admin' });
      const old = (await identity.authenticate(key))!;

      const next = (await keys.rotate({ author: admin, keyId: summary.keyId, overlapMs: 60_000 }))!;
      expect(next.summary).toMatchObject({
        principalId: old.principalId,
        label: 'ci',
        role: 'writer',
        expiresAt: null,
      });
      expect(await identity.authenticate(next.key)).toEqual({ ...old, keyId: next.summary.keyId });
      world.clock.advance(59_999);
      expect(await identity.authenticate(key)).toEqual(old);
      world.clock.advance(1);
      expect(await identity.authenticate(key)).toBeUndefined();
      expect(await keys.rotate({ author: admin, keyId: summary.keyId, overlapMs: 0 })).toBeUndefined();
      expect(
        await keys.rotate({ author: aPrincipal({ role: 'admin' }), keyId: next.summary.keyId, overlapMs: 0 }),
      ).toBeUndefined();
      await keys.rotate({ author: admin, keyId: next.summary.keyId, overlapMs: 0 });
      expect(await identity.authenticate(next.key)).toBeUndefined();
    });

    it('knows no key after its time, though it was used just before', async () => {
      const { key, summary } = await aKey({ expiresAt: world.clock.now() + 500 });

      expect(summary.expiresAt).toBe(world.clock.now() + 500);
      expect(await identity.authenticate(key)).toBeDefined();
      world.clock.advance(500);
      expect(await identity.authenticate(key)).toBeUndefined();
    });

    it('notes when a key was last used', async () => {
      const { key, summary } = await aKey();
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      const lastUse = async () => (await keys.list({ orgId })).find(({ keyId }) => keyId === summary.keyId)!.lastUsedAt;

      expect(await lastUse()).toBeNull();
      const at = world.clock.now();
      await identity.authenticate(key);
      await until(async () => (await lastUse()) === at);
    });

    it('makes keys of 256 random bits and tells only their first letters later', async () => {
      const { key, summary } = await aKey();
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });

      const listed = await keys.list({ orgId });

      expect(key).toMatch(/^cairn_[A-Za-z0-9_-]{43}$/);
      expect(key.startsWith(summary.prefix)).toBe(true);
      expect(summary.prefix.length).toBeLessThan(16);
      expect(listed).toContainEqual(summary);
      expect(JSON.stringify(listed)).not.toContain(key);
    });

    it('knows no other key', async () => {
      const { key } = await aKey();
      const changed = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;

      const found = await Promise.all(
        ['', 'cairn_', changed, `${key} `, 'x'.repeat(100_000)].map((k) => identity.authenticate(k)),
      );

      expect(found.filter(Boolean)).toEqual([]);
    });

    it('lets a revoked key in no more, though it was used just before', async () => {
      const { key, summary } = await aKey();
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      await identity.authenticate(key);

      const admin = aPrincipal({ orgId, role: 'admin' });
      const isRevoked = await keys.revoke({ author: admin, keyId: summary.keyId });
      world.clock.advance(10_000);

      expect(isRevoked).toBe(true);
      expect(await identity.authenticate(key)).toBeUndefined();
      expect(await keys.revoke({ author: admin, keyId: summary.keyId })).toBe(false);
      expect((await keys.list({ orgId })).find(({ keyId }) => keyId === summary.keyId)?.revokedAt).not.toBeNull();
    });

    it('finds a key that it never saw among thousands that are made up at the same time', async () => {
      const { key, summary } = await aKey();
      const madeUp = (n: number) => `cairn_${String(n).padStart(43, '0')}`;

      const flood = Array.from({ length: 3_000 }, (_, n) => identity.authenticate(madeUp(n)));
      const found = await identity.authenticate(key);

      expect(found?.keyId).toBe(summary.keyId);
      expect((await Promise.all(flood)).filter((one) => one !== undefined)).toEqual([]);
    });

    describe('the last admin key', () => {
      /** Revokes all admin keys of the organisation, then creates `count` new ones. */
      const admins = async (count: number) => {
        const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
        const caller = aPrincipal({ orgId, role: 'admin' });
        const old = (await keys.list({ orgId })).filter(
          ({ role, revokedAt }) => role === 'admin' && revokedAt === null,
        );
        for (const { keyId } of old) await keys.revoke({ author: caller, keyId, force: true });
        const made = await Promise.all(Array.from({ length: count }, () => aKey({ role: 'admin' })));
        return { caller, keyIds: made.map(({ summary }) => summary.keyId) };
      };
      const refused = { code: 'key/last-admin' };

      it('is not revoked, however often others are, unless it is forced', async () => {
        const { caller, keyIds } = await admins(2);
        const [first, last] = keyIds as [KeyId, KeyId];

        expect(await keys.revoke({ author: caller, keyId: first })).toBe(true);
        await expect(keys.revoke({ author: caller, keyId: last })).rejects.toMatchObject(refused);
        expect(await keys.revoke({ author: caller, keyId: first })).toBe(false);
        expect(await keys.revoke({ author: caller, keyId: (await aKey({ role: 'manager' })).summary.keyId })).toBe(
          true,
        );
        expect(await keys.revoke({ author: caller, keyId: last, force: true })).toBe(true);
        expect(await keys.revoke({ author: caller, keyId: last })).toBe(false);
      });

      it('stays when admins revoke each other at once', async () => {
        for (let round = 0; round < 5; round += 1) {
          const { caller, keyIds } = await admins(4);

          const outcomes = await Promise.allSettled(keyIds.map((keyId) => keys.revoke({ author: caller, keyId })));

          expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
          expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: refused }]);
          expect((await keys.list({ orgId: caller.orgId })).filter(({ keyId }) => keyIds.includes(keyId))).toEqual(
            expect.arrayContaining([expect.objectContaining({ revokedAt: null })]),
          );
        }
      });

      it('is one without an end: a key with an end does not stand in for it', async () => {
        const { caller, keyIds } = await admins(1);
        const [lasting] = keyIds as [KeyId];
        await aKey({ role: 'admin', expiresAt: world.clock.now() + 60_000 });

        await expect(keys.revoke({ author: caller, keyId: lasting })).rejects.toMatchObject(refused);
        for (const overlapMs of [0, 60_000])
          await expect(
            keys.rotate({ author: caller, keyId: lasting, overlapMs, expiresAt: world.clock.now() + 1_000 }),
          ).rejects.toMatchObject(refused);
        expect((await keys.list({ orgId: caller.orgId })).find(({ keyId }) => keyId === lasting)).toMatchObject({
          revokedAt: null,
          expiresAt: null,
        });
        expect(await keys.rotate({ author: caller, keyId: lasting, overlapMs: 0 })).toMatchObject({
          summary: { role: 'admin' },
        });
      });

      it('with an end is kept where no other is left', async () => {
        const { caller, keyIds } = await admins(1);
        const [lasting] = keyIds as [KeyId];
        const ending = await aKey({ role: 'admin', expiresAt: world.clock.now() + 60_000 });
        await keys.revoke({ author: caller, keyId: lasting, force: true });

        await expect(keys.revoke({ author: caller, keyId: ending.summary.keyId })).rejects.toMatchObject(refused);
        expect(await keys.revoke({ author: caller, keyId: ending.summary.keyId, force: true })).toBe(true);
      });

      it('stays when two admins rotate and revoke at once', async () => {
        for (let round = 0; round < 5; round += 1) {
          const { caller, keyIds } = await admins(2);
          const [one, other] = keyIds as [KeyId, KeyId];
          const expiresAt = world.clock.now() + 1_000;

          const outcomes = await Promise.allSettled([
            keys.rotate({ author: caller, keyId: one, overlapMs: 0, expiresAt }),
            keys.revoke({ author: caller, keyId: other }),
          ]);

          expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: refused }]);
          expect(
            (await keys.list({ orgId: caller.orgId })).filter(
              ({ role, revokedAt, expiresAt: end }) => role === 'admin' && revokedAt === null && end === null,
            ),
          ).toHaveLength(1);
        }
      });

      it('of another organisation does not count', async () => {
        const { keyIds } = await admins(1);

        await expect(keys.revoke({ author: aPrincipal({ role: 'admin' }), keyId: keyIds[0]! })).resolves.toBe(false);
      });
    });

    it('masks secrets until an organisation decides otherwise, which its principals carry and the audit keeps', async () => {
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      const { key } = await aKey();
      const [admin, stranger] = [aPrincipal({ orgId, role: 'admin' }), aPrincipal({ role: 'admin' })];
      const before = (await world.audit()).length;
      const maskingOf = async () => (await identity.authenticate(key))?.masking;

      expect(await settings.find({ orgId })).toMatchObject({ masking: 'on', recallLimit: 8 });
      expect(await maskingOf()).toBeUndefined();
      await settings.change({ author: admin, changes: { masking: 'off' } });
      await settings.change({ author: admin, changes: { masking: 'off' } });
      await settings.change({ author: stranger, changes: { masking: 'off' } });
      expect(await settings.find({ orgId })).toMatchObject({ masking: 'off', recallLimit: 8 });
      expect(await settings.find({ orgId: stranger.orgId })).toMatchObject({ masking: 'on', recallLimit: 8 });
      expect(await maskingOf()).toBe('off');
      await settings.change({ author: admin, changes: { masking: 'on' } });
      expect(await maskingOf()).toBeUndefined();

      const act = { orgId, principalId: admin.principalId, action: 'switch', kind: 'masking', id: orgId };
      expect((await world.audit()).slice(before)).toEqual([
        { ...act, version: 0 },
        { ...act, version: 1 },
      ]);
    });

    it('has the recall limit that an organisation decides, which its principals carry, apart from its masking', async () => {
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      const { key } = await aKey();
      const [admin, stranger] = [aPrincipal({ orgId, role: 'admin' }), aPrincipal({ role: 'admin' })];
      const before = (await world.audit()).length;

      expect(await identity.authenticate(key)).not.toHaveProperty('recallLimit');
      await settings.change({ author: admin, changes: { recallLimit: 12 } });
      await settings.change({ author: admin, changes: { recallLimit: 12 } });
      await settings.change({ author: stranger, changes: { recallLimit: 3 } });
      expect(await settings.find({ orgId })).toMatchObject({ masking: 'on', recallLimit: 12 });
      expect(await identity.authenticate(key)).toMatchObject({ recallLimit: 12 });
      await settings.change({ author: admin, changes: { recallLimit: 8 } });

      const act = { orgId, principalId: admin.principalId, action: 'switch', kind: 'recall-limit', id: orgId };
      expect((await world.audit()).slice(before)).toEqual([
        { ...act, version: 12 },
        { ...act, version: 8 },
      ]);
    });

    it('knows the name of an organisation', async () => {
      const { orgId } = await keys.firstOrganisation({});

      expect(await keys.findOrganisationName({ orgId })).toBe('default');
      expect(await keys.findOrganisationName({ orgId: aPrincipal().orgId })).toBeUndefined();
    });

    it('does not let one organisation revoke or list the keys of another', async () => {
      const { key, summary } = await aKey();
      const stranger = aPrincipal({ role: 'admin' });

      expect(await keys.revoke({ author: stranger, keyId: summary.keyId })).toBe(false);
      expect(await keys.list({ orgId: stranger.orgId })).toEqual([]);
      expect(await identity.authenticate(key)).toBeDefined();
    });

    it('keeps in the audit who made and who revoked a key, once each', async () => {
      const { orgId } = await keys.firstOrganisation({ peerPrefixes: ['coach'] });
      const [admin, other] = [aPrincipal({ orgId, role: 'admin' }), aPrincipal({ orgId, role: 'admin' })];
      const newKey: NewKey = { orgId, name: 'Grace', kind: 'agent', role: 'reader', peers: [] };
      const first = await keys.create(newKey);
      const second = await keys.create({ ...newKey, author: admin });
      const { principalId } = (await identity.authenticate(first.key))!;
      await keys.revoke({ author: aPrincipal({ role: 'admin' }), keyId: second.summary.keyId });
      await keys.revoke({ author: other, keyId: second.summary.keyId });
      await keys.revoke({ author: admin, keyId: second.summary.keyId });

      const [made, ...more] = (await world.audit()).slice(-3);

      const ofSecond = { orgId, kind: 'key', id: second.summary.keyId };
      expect(made).toEqual({ orgId, principalId, action: 'write', kind: 'key', id: first.summary.keyId, version: 1 });
      expect(more).toEqual([
        { ...ofSecond, principalId: admin.principalId, action: 'write', version: 1 },
        { ...ofSecond, principalId: other.principalId, action: 'forget', version: 2 },
      ]);
    });
  });
}
