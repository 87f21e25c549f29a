import type { OrgId, Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import type { SettableClock } from '@cairn/testing';
import type { Identity } from './identity.ts';
import type { Keys } from './keys.ts';
import type { OauthGrants, Tokens } from './oauth-grants.ts';
import type { Principals } from './principals.ts';

export interface OauthGrantsWorld {
  readonly grants: OauthGrants;
  readonly principals: Principals;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const client = { id: 'https://app.example.com/client.json', agentName: 'App (app.example.com)' };
const redirectUri = 'https://app.example.com/back';
const challenge = 'a-challenge';
const MINUTE_MS = 60_000;

/** Runs the contract suite of `OauthGrants` against one adapter; `make` opens an empty store with keys. */
export function oauthGrantsContract(adapter: string, make: () => Promise<OauthGrantsWorld>): void {
  describe(`${adapter} keeps the promises of OAuth grants`, () => {
    let world: OauthGrantsWorld;
    let orgId: OrgId;
    let ana: Principal;

    beforeEach(async () => {
      world = await make();
      ({ orgId } = await world.keys.firstOrganisation({}));
      ana = await aPerson('manager', 'Ana');
      // Changes of roles need a remaining admin.
      await aPerson('admin', 'Root');
    });
    afterEach(() => world.close());

    const aPerson = async (role: Role, name: string) => {
      const { key } = await world.keys.create({ orgId, name, kind: 'person', role, peers: [] });
      return (await world.identity.authenticate(key))!;
    };
    const allow = async (role: Role = 'writer', author = ana) =>
      (await world.grants.allow({ author, client, redirectUri, challenge, role, scope: 'read write' })).code;
    const exchange = (code: string, changes: object = {}) =>
      world.grants.exchange({ code, clientId: client.id, redirectUri, challenge, ...changes });
    const connect = async (role: Role = 'writer', author = ana): Promise<Tokens> =>
      (await exchange(await allow(role, author)))!;
    const refresh = (token: string, clientId = client.id) => world.grants.refresh({ token, clientId });
    const holder = (token: string) => world.identity.authenticate(token);
    const later = (ms: number) => world.clock.set(world.clock.now() + ms);

    it('makes the client an agent of the person, with the role of the grant and an end', async () => {
      const { access, secondsLeft, scope } = await connect();

      expect(await holder(access)).toMatchObject({ kind: 'agent', role: 'writer', ownerId: ana.principalId });
      expect(scope).toBe('read write');
      const agents = (await world.principals.list({ orgId })).filter(({ kind }) => kind === 'agent');
      expect(agents).toMatchObject([{ name: client.agentName, keys: 1 }]);
      later(secondsLeft * 1000);
      expect(await holder(access)).toBeUndefined();
      const [idle] = (await world.principals.list({ orgId })).filter(({ kind }) => kind === 'agent');
      expect(idle).toMatchObject({ keys: 1 });
    });

    it('stays one agent when the client connects again, with a role that was raised', async () => {
      const first = await connect('reader');
      const second = await connect('manager');

      const [one, two] = [await holder(first.access), await holder(second.access)];
      expect(two).toMatchObject({ principalId: one!.principalId, role: 'manager' });
      expect(one).toMatchObject({ role: 'reader' });
    });

    it('gives no more than the person may, also after they lost their role', async () => {
      const { access } = await connect('admin');
      expect(await holder(access)).toMatchObject({ role: 'manager' });

      await world.principals.change({ author: ana, principalId: ana.principalId, changes: { role: 'reader' } });
      world.identity.forgetPrincipals();

      expect(await holder(access)).toMatchObject({ role: 'reader' });
      const me = { orgId, keyId: (await holder(access))!.keyId };
      expect(await world.grants.ofKey(me)).toEqual({ scope: 'read write', personRole: 'reader' });
      expect(await world.grants.ofKey({ orgId, keyId: ana.keyId })).toBeNull();
    });

    it('connects nothing for an agent', async () => {
      const agent = (await holder((await connect()).access))!;

      await expect(allow('reader', agent)).rejects.toMatchObject({ code: 'auth/forbidden' });
    });

    it.each([
      ['another client', { clientId: 'https://evil.example.com/client.json' }],
      ['another address', { redirectUri: 'https://evil.example.com/back' }],
      ['another verifier', { challenge: 'another' }],
    ])('exchanges no code for %s', async (_, changes) => {
      const code = await allow();

      expect(await exchange(code, changes)).toBeUndefined();
      expect(await exchange(code)).toBeDefined();
    });

    it('exchanges no code after a minute', async () => {
      const code = await allow();
      later(MINUTE_MS);

      expect(await exchange(code)).toBeUndefined();
    });

    it('ends all that a code gave when it comes again', async () => {
      const code = await allow();
      const { access, refresh: token } = (await exchange(code))!;

      expect(await exchange(code)).toBeUndefined();

      expect(await holder(access)).toBeUndefined();
      expect(await refresh(token)).toBeUndefined();
    });

    it('replaces both tokens at a refresh, and keeps key and agent', async () => {
      const first = await connect();
      const before = (await holder(first.access))!;
      later(59 * MINUTE_MS);
      const second = (await refresh(first.refresh))!;

      expect(await holder(first.access)).toBeUndefined();
      expect(await holder(second.access)).toMatchObject({ keyId: before.keyId, principalId: before.principalId });
      expect(second.refresh).not.toBe(first.refresh);
      expect(second.secondsLeft).toBe(3_600);
    });

    it('repeats a lost answer, to several requests at once too', async () => {
      const { refresh: token } = await connect();
      const answers = await Promise.all([refresh(token), refresh(token), refresh(token)]);
      later(20_000);

      expect(await refresh(token)).toEqual({ ...answers[0], secondsLeft: 3_580 });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      expect(await holder(answers[0]!.access)).toBeDefined();
    });

    it('revokes the family when a used token comes after the grace', async () => {
      const first = await connect();
      const second = (await refresh(first.refresh))!;
      later(31_000);

      expect(await refresh(first.refresh)).toBeUndefined();

      expect(await holder(second.access)).toBeUndefined();
      expect(await refresh(second.refresh)).toBeUndefined();
    });

    it('revokes the family when a used token comes after its successor was used, however soon', async () => {
      const first = await connect();
      const second = (await refresh(first.refresh))!;
      const third = (await refresh(second.refresh))!;

      expect(await refresh(first.refresh)).toBeUndefined();

      expect(await holder(third.access)).toBeUndefined();
    });

    it('gives another client nothing for a token, and does not end the grant', async () => {
      const { refresh: token } = await connect();

      expect(await refresh(token, 'https://evil.example.com/client.json')).toBeUndefined();
      expect(await refresh(token)).toBeDefined();
    });

    it('refreshes no token after 30 days without use', async () => {
      const { refresh: token } = await connect();
      later(30 * 24 * 60 * MINUTE_MS);

      expect(await refresh(token)).toBeUndefined();
    });

    it.each(['access', 'refresh'] as const)('ends the grant by its %s token', async (which) => {
      const tokens = await connect();
      await world.grants.revoke({ token: tokens[which], clientId: 'https://evil.example.com/client.json' });
      expect(await holder(tokens.access)).toBeDefined();

      await world.grants.revoke({ token: tokens[which], clientId: client.id });

      expect(await holder(tokens.access)).toBeUndefined();
      expect(await refresh(tokens.refresh)).toBeUndefined();
    });

    it('ends with the key of the agent, and with the person', async () => {
      const [one, two] = [await connect(), await connect()];
      await world.keys.revoke({ author: ana, keyId: (await holder(one.access))!.keyId });
      expect(await refresh(one.refresh)).toBeUndefined();
      expect(await refresh(two.refresh)).toBeDefined();

      const three = await connect();
      await world.principals.leave({ author: ana, principalId: ana.principalId });

      expect(await refresh(three.refresh)).toBeUndefined();
      expect(await exchange(await allow())).toBeUndefined();
    });

    it('revokes no key that is no access token', async () => {
      const { key } = await world.keys.create({ orgId, name: 'Bo', kind: 'person', role: 'reader', peers: [] });

      await world.grants.revoke({ token: key, clientId: client.id });

      expect(await holder(key)).toBeDefined();
    });
  });
}
