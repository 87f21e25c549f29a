import type { InvitationRequest, OrgId, Role } from '@cairn/contracts';
import { limits } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { aPrincipal, type AuditedRow, type SettableClock } from '@cairn/testing';
import type { Identity } from './identity.ts';
import type { Invitations } from './invitations.ts';
import type { Keys } from './keys.ts';
import type { Principals } from './principals.ts';
import type { Teams } from './teams.ts';

export interface InvitationsWorld {
  readonly invitations: Invitations;
  readonly principals: Principals;
  readonly teams: Teams;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly clock: SettableClock;
  readonly audit: () => Promise<AuditedRow[]>;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const refused = { code: 'invitation/unknown' };

/** Runs the contract suite of `Invitations` against one adapter; `make` opens an empty store with keys. */
export function invitationsContract(adapter: string, make: () => Promise<InvitationsWorld>): void {
  describe(`${adapter} keeps the promises of invitations`, () => {
    let world: InvitationsWorld;
    let orgId: OrgId;
    let ana: Principal;

    const aPerson = async (role: Role, name = 'Ana') => {
      const { key } = await world.keys.create({ orgId, name, kind: 'person', role, peers: [] });
      return (await world.identity.authenticate(key))!;
    };

    beforeAll(async () => {
      world = await make();
      ({ orgId } = await world.keys.firstOrganisation({}));
      ana = await aPerson('admin');
    });
    afterAll(() => world.close());

    const invite = (wanted: Partial<InvitationRequest> = {}, author = ana) =>
      world.invitations.create({ author, invitation: { name: 'Bob', role: 'writer', days: 7, ...wanted } });
    const listed = async (id: string) =>
      (await world.invitations.list({ orgId })).find(({ invitationId }) => invitationId === id);

    it('makes a person with the role and the team of the invitation, and a key that works', async () => {
      const team = await world.teams.create({ author: ana, team: { name: 'Platform', members: [] } });
      const { code, invitation } = await invite({ role: 'manager', teamId: team.teamId });
      expect(invitation).toMatchObject({ name: 'Bob', role: 'manager', state: 'waiting', acceptedBy: null });
      expect(invitation.expiresAt).toBe(world.clock.now() + 7 * DAY_MS);
      expect(await world.invitations.open({ code })).toEqual({
        ...{ name: 'Bob', organisation: 'default', role: 'manager', team: 'Platform', invitedBy: 'Ana' },
        expiresAt: invitation.expiresAt,
      });

      const { key, summary } = await world.invitations.accept({ code, name: 'Robert' });

      expect(await world.identity.authenticate(key)).toMatchObject({
        ...{ orgId, name: 'Robert', kind: 'person', role: 'manager', principalId: summary.principalId },
        teams: [{ teamId: team.teamId, name: 'Platform' }],
      });
      expect(await listed(invitation.invitationId)).toMatchObject({
        state: 'accepted',
        acceptedBy: { principalId: summary.principalId, name: 'Robert' },
      });
    });

    it('shows the code in no list', async () => {
      const { code } = await invite();

      expect(JSON.stringify(await world.invitations.list({ orgId }))).not.toContain(code);
      expect(await world.invitations.list({ orgId: aPrincipal().orgId })).toEqual([]);
    });

    it('refuses a used, an expired, a revoked and a wrong code alike', async () => {
      const [used, expired, revoked] = [await invite(), await invite({ days: 1 }), await invite()];
      await world.invitations.accept({ code: used.code, name: 'Bob' });
      expect(await world.invitations.revoke({ author: ana, invitationId: revoked.invitation.invitationId })).toBe(true);
      world.clock.advance(DAY_MS);

      const codes = [used.code, expired.code, revoked.code, `${used.code.slice(0, -1)}_`, 'x', ''];
      const refusals = await Promise.all(
        codes.flatMap((code) => [
          world.invitations.accept({ code, name: 'Eve' }).catch(String),
          world.invitations.open({ code }).catch(String),
        ]),
      );

      expect(new Set(refusals).size).toBe(1);
      await expect(world.invitations.accept({ code: used.code, name: 'Eve' })).rejects.toMatchObject(refused);
      expect((await world.principals.list({ orgId })).filter(({ name }) => name === 'Eve')).toEqual([]);
      expect((await listed(expired.invitation.invitationId))?.state).toBe('expired');
      expect((await listed(revoked.invitation.invitationId))?.state).toBe('revoked');
    });

    it('lets one of two in who accept at the same time', async () => {
      const { code } = await invite();

      const both = await Promise.allSettled(['Twin', 'Twin'].map((name) => world.invitations.accept({ code, name })));

      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused });
      expect((await world.principals.list({ orgId })).filter(({ name }) => name === 'Twin')).toHaveLength(1);
    });

    it('revokes only what waits, and only in the own organisation', async () => {
      const { invitation, code } = await invite();
      const { invitationId } = invitation;

      expect(await world.invitations.revoke({ author: aPrincipal({ role: 'admin' }), invitationId })).toBe(false);
      await world.invitations.accept({ code, name: 'Bob' });
      expect(await world.invitations.revoke({ author: ana, invitationId })).toBe(false);
    });

    it('lets managers invite up to their role and into their own teams, and agents nobody', async () => {
      const team = await world.teams.create({ author: ana, team: { name: 'Board', members: [] } });
      const max = await aPerson('manager', 'Max');
      const forbidden = { code: 'auth/forbidden' };

      expect((await invite({ role: 'manager' }, max)).invitation.role).toBe('manager');
      await expect(invite({ role: 'admin' }, max)).rejects.toMatchObject(forbidden);
      await expect(invite({ teamId: team.teamId }, max)).rejects.toMatchObject(forbidden);
      await expect(invite({}, { ...max, kind: 'agent' })).rejects.toMatchObject(forbidden);
      await world.teams.change({ author: ana, teamId: team.teamId, change: { add: [max.principalId] } });
      const member = { ...max, teams: [{ teamId: team.teamId, name: 'Board' }] };
      expect((await invite({ teamId: team.teamId }, member)).invitation.team?.name).toBe('Board');
      const { invitation } = await invite({ role: 'admin' });
      await expect(
        world.invitations.revoke({ author: max, invitationId: invitation.invitationId }),
      ).rejects.toMatchObject(forbidden);
    });

    it('refuses a team that does not exist, and lets somebody in whose team was removed meanwhile', async () => {
      const { teamId } = await world.teams.create({ author: ana, team: { name: 'Short', members: [] } });
      const { code } = await invite({ teamId });
      await world.teams.remove({ author: ana, teamId });

      await expect(invite({ teamId })).rejects.toMatchObject({ code: 'team/unknown' });
      expect((await world.invitations.accept({ code, name: 'Late' })).summary.name).toBe('Late');
    });

    it('gives nothing that the inviter may give no more', async () => {
      const max = await aPerson('manager', 'Mia');
      const { code } = await invite({ role: 'manager' }, max);
      const { code: lower } = await invite({ role: 'reader' }, max);
      const change = (changes: { role: Role }) =>
        world.principals.change({ author: ana, principalId: max.principalId, changes });

      await change({ role: 'writer' });
      await expect(world.invitations.accept({ code, name: 'Eve' })).rejects.toMatchObject(refused);
      await expect(world.invitations.accept({ code: lower, name: 'Eve' })).rejects.toMatchObject(refused);
      await change({ role: 'manager' });
      expect((await world.invitations.accept({ code, name: 'Kim' })).summary.role).toBe('manager');
    });

    it('audits the invitation, its acceptance and its revocation', async () => {
      const [kept, dropped] = [await invite(), await invite()];
      const { summary } = await world.invitations.accept({ code: kept.code, name: 'Bob' });
      await world.invitations.revoke({ author: ana, invitationId: dropped.invitation.invitationId });

      const acts = (await world.audit()).filter(({ kind }) => kind === 'invitation');
      const actsOn = (id: string) =>
        acts.filter((act) => act.id === id).map(({ action, principalId }) => [action, principalId]);
      expect(actsOn(kept.invitation.invitationId)).toEqual([
        ['write', ana.principalId],
        ['change', summary.principalId],
      ]);
      expect(actsOn(dropped.invitation.invitationId)).toEqual([
        ['write', ana.principalId],
        ['forget', ana.principalId],
      ]);
    });

    it('keeps a bounded number of waiting invitations, and forgets ended ones after a month', async () => {
      const waiting = (await world.invitations.list({ orgId })).filter(({ state }) => state === 'waiting').length;
      for (let made = waiting; made < limits.invitations.max; made++) await invite({ days: 1 });

      await expect(invite()).rejects.toMatchObject({ code: 'invitation/conflict' });
      world.clock.advance(62 * DAY_MS);
      const { invitation } = await invite();
      expect(await world.invitations.list({ orgId })).toEqual([invitation]);
    });
  });
}
