import type { KeyId } from '@cairn/contracts';
import type { Identity, NewKey } from '@cairn/ports';
import type { Audited } from './audited.ts';
import { aPrincipal, type SettableClock } from './builders.ts';

export interface IdentityWorld {
  readonly identity: Identity;
  readonly clock: SettableClock;
  readonly audit: () => Promise<Audited[]>;
  readonly close: () => Promise<void>;
}

/** What the port `Identity` promises, held against one adapter: `make` gives an empty store whose peer prefix is `coach`. */
export function identityContract(adapter: string, make: () => Promise<IdentityWorld>): void {
  describe(`${adapter} keeps the promises of identity`, () => {
    let world: IdentityWorld;
    let identity: Identity;

    beforeAll(async () => {
      world = await make();
      identity = world.identity;
    });
    afterAll(() => world.close());

    const aKey = async (overrides: Partial<NewKey> = {}) => {
      const { orgId } = await identity.firstOrganisation();
      return identity.createKey({
        orgId,
        name: 'Ada',
        kind: 'person',
        role: 'writer',
        peers: ['coach:1'],
        ...overrides,
      });
    };

    it('makes the first organisation once', async () => {
      const first = await identity.firstOrganisation();

      expect(first.created).toBe(true);
      expect(await identity.firstOrganisation()).toEqual({ orgId: first.orgId, created: false });
    });

    it('knows who a key belongs to', async () => {
      const { key, summary } = await aKey();
      const { orgId } = await identity.firstOrganisation();

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

    it('gives each key a principal of its own, that stays', async () => {
      const [first, second] = [await aKey(), await aKey()];

      const [ada, again] = [await identity.authenticate(first.key), await identity.authenticate(first.key)];

      expect(ada?.principalId).toBe(again?.principalId);
      expect((await identity.authenticate(second.key))?.principalId).not.toBe(ada?.principalId);
    });

    it('makes keys of 256 random bits and tells only their first letters later', async () => {
      const { key, summary } = await aKey();
      const { orgId } = await identity.firstOrganisation();

      const listed = await identity.keys(orgId);

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
      const { orgId } = await identity.firstOrganisation();
      await identity.authenticate(key);

      const admin = aPrincipal({ orgId });
      const isRevoked = await identity.revokeKey(admin, summary.keyId);
      world.clock.advance(10_000);

      expect(isRevoked).toBe(true);
      expect(await identity.authenticate(key)).toBeUndefined();
      expect(await identity.revokeKey(admin, summary.keyId)).toBe(false);
      expect((await identity.keys(orgId)).find(({ keyId }) => keyId === summary.keyId)?.revokedAt).not.toBeNull();
    });

    describe('the last admin key', () => {
      /** Every test has its admins alone: the others of the one organisation are revoked first. */
      const admins = async (count: number) => {
        const { orgId } = await identity.firstOrganisation();
        const caller = aPrincipal({ orgId });
        const old = (await identity.keys(orgId)).filter(
          ({ role, revokedAt }) => role === 'admin' && revokedAt === null,
        );
        for (const { keyId } of old) await identity.revokeKey(caller, keyId, { force: true });
        const made = await Promise.all(Array.from({ length: count }, () => aKey({ role: 'admin' })));
        return { caller, keyIds: made.map(({ summary }) => summary.keyId) };
      };
      const refused = { code: 'key/last-admin' };

      it('is not revoked, however often others are, unless it is forced', async () => {
        const { caller, keyIds } = await admins(2);
        const [first, last] = keyIds as [KeyId, KeyId];

        expect(await identity.revokeKey(caller, first)).toBe(true);
        await expect(identity.revokeKey(caller, last)).rejects.toMatchObject(refused);
        expect(await identity.revokeKey(caller, first)).toBe(false);
        expect(await identity.revokeKey(caller, (await aKey({ role: 'manager' })).summary.keyId)).toBe(true);
        expect(await identity.revokeKey(caller, last, { force: true })).toBe(true);
        expect(await identity.revokeKey(caller, last)).toBe(false);
      });

      it('stays when admins revoke each other at once', async () => {
        for (let round = 0; round < 5; round += 1) {
          const { caller, keyIds } = await admins(4);

          const outcomes = await Promise.allSettled(keyIds.map((keyId) => identity.revokeKey(caller, keyId)));

          expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
          expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: refused }]);
          expect((await identity.keys(caller.orgId)).filter(({ keyId }) => keyIds.includes(keyId))).toEqual(
            expect.arrayContaining([expect.objectContaining({ revokedAt: null })]),
          );
        }
      });

      it('of another organisation does not count', async () => {
        const { keyIds } = await admins(1);

        await expect(identity.revokeKey(aPrincipal(), keyIds[0]!)).resolves.toBe(false);
      });
    });

    it('masks secrets until an organisation decides otherwise, which its principals carry and the audit keeps', async () => {
      const { orgId } = await identity.firstOrganisation();
      const { key } = await aKey();
      const [admin, stranger] = [aPrincipal({ orgId }), aPrincipal()];
      const before = (await world.audit()).length;
      const maskingOf = async () => (await identity.authenticate(key))?.masking;

      expect(await identity.settings(orgId)).toEqual({ masking: 'on' });
      expect(await maskingOf()).toBeUndefined();
      await identity.changeSettings(admin, { masking: 'off' });
      await identity.changeSettings(admin, { masking: 'off' });
      await identity.changeSettings(stranger, { masking: 'off' });
      expect(await identity.settings(orgId)).toEqual({ masking: 'off' });
      expect(await identity.settings(stranger.orgId)).toEqual({ masking: 'on' });
      expect(await maskingOf()).toBe('off');
      await identity.changeSettings(admin, { masking: 'on' });
      expect(await maskingOf()).toBeUndefined();

      const act = { orgId, principalId: admin.principalId, action: 'switch', kind: 'masking', id: orgId };
      expect((await world.audit()).slice(before)).toEqual([
        { ...act, version: 0 },
        { ...act, version: 1 },
      ]);
    });

    it('does not let one organisation revoke or list the keys of another', async () => {
      const { key, summary } = await aKey();
      const stranger = aPrincipal();

      expect(await identity.revokeKey(stranger, summary.keyId)).toBe(false);
      expect(await identity.keys(stranger.orgId)).toEqual([]);
      expect(await identity.authenticate(key)).toBeDefined();
    });

    it('keeps in the audit who made and who revoked a key, once each', async () => {
      const { orgId } = await identity.firstOrganisation();
      const [admin, other] = [aPrincipal({ orgId }), aPrincipal({ orgId })];
      const newKey: NewKey = { orgId, name: 'Grace', kind: 'agent', role: 'reader', peers: [] };
      const first = await identity.createKey(newKey);
      const second = await identity.createKey(newKey, admin);
      const { principalId } = (await identity.authenticate(first.key))!;
      await identity.revokeKey(aPrincipal(), second.summary.keyId);
      await identity.revokeKey(other, second.summary.keyId);
      await identity.revokeKey(admin, second.summary.keyId);

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
