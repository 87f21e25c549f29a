import type { Principal } from '@cairn/domain';
import { aPrincipal, type AuditedRow, type SettableClock } from '@cairn/testing';
import type { Teams } from './teams.ts';
import { type Principals, removePrincipal } from './principals.ts';
import type { Identity } from './identity.ts';
import type { VerifiedClaims } from './sign-ins.ts';
import type { Keys } from './keys.ts';

export interface SignInsWorld {
  readonly signIns: Identity;
  /** Returns the number of calls of `changed`. */
  readonly changes: () => number;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly principals: Principals;
  readonly teams: Teams;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of sign-ins against one adapter; `make` opens an empty store. */
export function signInsContract(adapter: string, make: () => Promise<SignInsWorld>): void {
  describe(`${adapter} keeps the promises of sign-ins`, () => {
    let world: SignInsWorld;
    let admin: Principal;

    beforeAll(async () => {
      world = await make();
      const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
      admin = aPrincipal({ orgId, role: 'admin' });
    });
    afterAll(() => world.close());

    /** Signs a person in after the cache has expired. */
    const coming = (subject: string, said: Partial<VerifiedClaims> = {}) => {
      world.clock.advance(10_000);
      const usual = { issuer: 'https://id.example', issuedAt: 1000, name: subject, firstRole: 'reader' } as const;
      return world.signIns.signIn({ ...usual, subject, ...said });
    };

    it('makes a person when somebody comes first, once, whoever else comes', async () => {
      const all = await Promise.all([coming('ada'), coming('ada'), coming('ada')]);

      const [ada] = all;
      expect(ada).toEqual({
        orgId: admin.orgId,
        principalId: expect.any(String),
        keyId: expect.any(String),
        name: 'ada',
        kind: 'person',
        role: 'reader',
        peers: [],
        peerPrefixes: expect.any(Array),
      });
      expect(all).toEqual([ada, ada, ada]);
      expect(await coming('ada', { name: 'Countess', issuedAt: 5000 })).toEqual(ada);
      expect((await coming('ada', { issuer: 'https://other.example' }))?.principalId).not.toBe(ada?.principalId);
      expect((await world.audit()).filter(({ id }) => id === ada?.principalId)).toMatchObject([
        { action: 'write', kind: 'principal', principalId: ada?.principalId },
      ]);
      expect(await world.identity.current(ada!)).toEqual(ada);
    });

    it.each<[string, Partial<VerifiedClaims>]>([
      ['another role', { role: 'writer' }],
      ['no way in any more', { role: 'none' }],
      ['other teams', { teams: [] }],
    ])(
      'says that people are others than before when the issuer gives somebody %s, and not otherwise',
      async (_, said) => {
        const before = { role: 'reader', teams: ['Atlas'] } as const;
        const { teamId } = await world.teams.create({ author: admin, team: { name: 'Atlas', members: [] } });
        const subject = Object.keys(said).join() + (said.role ?? '');
        await coming(subject, before);
        await coming(subject, before);
        const told = world.changes();
        await coming(subject, before);
        const toldOfTheSame = world.changes();
        await coming(subject, { ...before, ...said, issuedAt: 2000 });

        expect(toldOfTheSame).toBe(told);
        expect(world.changes()).toBeGreaterThan(told);
        await world.teams.remove({ author: admin, teamId });
      },
    );

    it('keeps an admin who signs in where no admin has a key, unless it is forced', async () => {
      const grace = await coming('grace', { role: 'admin' });
      const { principalId } = grace!;

      await expect(
        world.principals.change({ author: admin, principalId, changes: { role: 'reader' } }),
      ).rejects.toMatchObject({
        code: 'key/last-admin',
      });
      expect(
        await world.principals.change({ author: admin, principalId, changes: { role: 'reader' }, force: true }),
      ).toMatchObject({
        role: 'reader',
      });
    });

    it('lets nobody into an organisation that is not there, nor one whose role is none', async () => {
      expect(await coming('bob', { orgId: aPrincipal().orgId })).toBeUndefined();
      expect(await coming('bob', { firstRole: 'none' })).toBeUndefined();
      expect(await coming('bob', { role: 'none' })).toBeUndefined();
      expect((await world.principals.list({ orgId: admin.orgId })).map(({ name }) => name)).not.toContain('bob');
      expect(await coming('bob', { orgId: admin.orgId })).toMatchObject({ orgId: admin.orgId });
    });

    it('gives the role that is said, of two that differ the later', async () => {
      const role = async (said: Partial<VerifiedClaims>) => (await coming('cy', said))?.role;

      expect(await role({ role: 'manager' })).toBe('manager');
      expect(await role({ role: 'writer', issuedAt: 2000 })).toBe('writer');
      expect(await role({ role: 'manager', issuedAt: 2000 })).toBe('writer');
      expect(await role({ role: 'none', issuedAt: 3000 })).toBeUndefined();
      expect(await role({ role: 'writer', issuedAt: 2000 })).toBeUndefined();
      expect(await role({ role: 'admin', issuedAt: 4000 })).toBe('admin');
    });

    it('leaves a role of which nothing is said to the admins', async () => {
      const { principalId } = (await coming('di'))!;

      await world.principals.change({ author: admin, principalId, changes: { role: 'manager' } });
      expect((await coming('di'))?.role).toBe('manager');
      expect((await coming('di', { role: 'reader', issuedAt: 2000 }))?.role).toBe('reader');
    });

    it('puts them into the teams that are said and are there, and out of all others', async () => {
      const [red, blue] = [await team('Red'), await team('Blue')];
      const teams = async (names: string[], issuedAt: number) =>
        (await coming('ed', { teams: names, issuedAt }))?.teams;

      expect(await teams(['Red', 'Nobody'], 1000)).toEqual([{ teamId: red, name: 'Red' }]);
      expect(await teams(['Blue'], 2000)).toEqual([{ teamId: blue, name: 'Blue' }]);
      expect(await teams(['Red', 'Nobody'], 1000)).toEqual([{ teamId: blue, name: 'Blue' }]);
      expect(await teams([], 3000)).toBeUndefined();
      expect(await teams(['Later'], 4000)).toBeUndefined();
      const later = await team('Later');
      expect(await teams(['Later'], 4000)).toEqual([{ teamId: later, name: 'Later' }]);
      const { principalId } = (await coming('ed'))!;
      await world.teams.change({ author: admin, teamId: red, change: { add: [principalId] } });
      expect((await coming('ed', { issuedAt: 9000 }))?.teams).toHaveLength(2);
    });

    const team = async (name: string) =>
      (await world.teams.create({ author: admin, team: { name, members: [] } })).teamId;

    it('lets nobody in who has left, ever again', async () => {
      const gone = (await coming('flo'))!;

      await removePrincipal(world.principals, {
        author: admin,
        principalId: gone.principalId,
        forgetId: '0190a000-0000-7000-8000-00000000f10f',
      });
      expect(await coming('flo', { issuedAt: 9000, role: 'admin' })).toBeUndefined();
      world.clock.advance(10_000);
      expect(await world.identity.current(gone)).toBeUndefined();
    });
  });
}
