import {
  CairnError,
  type Invitation,
  type InvitationId,
  type InvitationPreview,
  type InvitationRequest,
  type KeySummary,
  type OrgId,
  type PrincipalId,
  type TeamId,
} from '@cairn/contracts';
import { hasRole } from '@cairn/domain';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isBeingRemoved } from '../forgetting/organisation-removal.ts';
import { auditActs } from '../kit/audit.ts';
import { createSecret, hashOfKey } from '../kit/create-secret.ts';
import type { RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { requireMayInvite, requireRoom, stateOf, unknownInvitation, type Inviter } from './invitations.rules.ts';
import { invitation } from './invitations.tables.ts';
import { createKeyForAuthor } from './keys.ts';
import { presentPrincipal } from './present-principals.ts';
import { createPrincipal } from './principals.ts';
import { joinTeam } from './teams.ts';

type Row = RowOf<typeof invitation>;

const DAY_MS = 86_400_000;
/** Days after its end for which an invitation is listed. */
const LISTED_DAYS = 30;

const queriesOf = ofDialect(({ queries }) => {
  const named = queries
    .selectFrom('invitation')
    .selectAll('invitation')
    .select(sql<string | null>`(select name from principal where id = invitation.created_by)`.as('inviter'))
    .select(sql<string | null>`(select name from principal where id = invitation.accepted_by)`.as('newcomer'))
    .select(
      sql<string | null>`(select name from team where id = invitation.team_id and org_id = invitation.org_id)`.as(
        'team',
      ),
    );
  const waiting = (now: number) => sql<boolean>`accepted_at is null and revoked_at is null and expires_at > ${now}`;
  return {
    all: (orgId: OrgId) => named.where('org_id', '=', orgId).orderBy('created_at', 'desc').orderBy('id', 'desc'),
    one: (orgId: OrgId, id: InvitationId) => named.where('org_id', '=', orgId).where('id', '=', id),
    ofHash: (hash: string, now: number) =>
      named
        .innerJoin('organisation', 'organisation.id', 'invitation.org_id')
        .select('organisation.name as organisation')
        .where('hash', '=', hash)
        .where(waiting(now))
        .where((eb) => eb.not(isBeingRemoved)),
    waiting: (orgId: OrgId, now: number) =>
      queries.selectFrom('invitation').select('id').where('org_id', '=', orgId).where(waiting(now)),
    insert: (row: Row) => queries.insertInto('invitation').values(row),
    end: (orgId: string, id: string, fields: Partial<Row>, now: number) =>
      queries
        .updateTable('invitation')
        .set(fields)
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where(waiting(now)),
    acceptedBy: (orgId: OrgId, id: string, person: PrincipalId) =>
      queries.updateTable('invitation').set({ accepted_by: person }).where('org_id', '=', orgId).where('id', '=', id),
    forgetOld: (orgId: OrgId, before: number) =>
      queries.deleteFrom('invitation').where('org_id', '=', orgId).where('expires_at', '<', before),
    team: (orgId: OrgId, id: TeamId) =>
      queries.selectFrom('team').select('id').where('org_id', '=', orgId).where('id', '=', id),
    inviter: (orgId: OrgId, id: string) => presentPrincipal({ queries }, orgId, id).select('role'),
  };
});

type NamedRow = Row & { inviter: string | null; newcomer: string | null; team: string | null };

const invitationOf = (row: NamedRow, now: number): Invitation => ({
  invitationId: row.id as InvitationId,
  name: row.name,
  role: row.role,
  team: row.team_id === null ? null : { teamId: row.team_id as TeamId, name: row.team ?? '' },
  state: stateOf(row, now),
  createdBy: { principalId: row.created_by as PrincipalId, name: row.inviter ?? '' },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  acceptedBy:
    row.accepted_by === null ? null : { principalId: row.accepted_by as PrincipalId, name: row.newcomer ?? '' },
});

/** Lists the invitations of an organisation, newest first, without their codes. */
async function list(tx: ReadTransaction, { orgId }: { readonly orgId: OrgId }): Promise<Invitation[]> {
  return (await tx.all(queriesOf(tx.dialect).all(orgId))).map((row) => invitationOf(row, tx.now));
}

interface CreateCommand {
  readonly author: Inviter;
  readonly invitation: InvitationRequest;
}

interface NewInvitation {
  /** The secret of the link. It is shown only here, since only its hash is stored. */
  readonly code: string;
  readonly invitation: Invitation;
}

/**
 * Invites a person. Throws `auth/forbidden` for a role or a team that the author may not give, `team/unknown` for a team
 * that does not exist, `invitation/conflict` if too many invitations wait.
 */
async function create(tx: Transaction, { author, invitation: wanted }: CreateCommand): Promise<NewInvitation> {
  const { orgId, principalId } = author;
  const { name, role, teamId, days } = wanted;
  requireMayInvite(author, wanted);
  const queries = queriesOf(tx.dialect);
  await tx.lock({ what: 'organisation', orgId, key: 'invitations' });
  await tx.run(queries.forgetOld(orgId, tx.now - LISTED_DAYS * DAY_MS));
  requireRoom((await tx.all(queries.waiting(orgId, tx.now))).length);
  if (teamId !== undefined && !(await tx.get(queries.team(orgId, teamId))))
    throw new CairnError('team/unknown', `no team ${teamId}`);
  const { secret, hash } = createSecret('join_');
  const id = uuidv7({ msecs: tx.now });
  const ends = { accepted_at: null, accepted_by: null, revoked_at: null };
  const made = { created_by: principalId, created_at: tx.now, expires_at: tx.now + days * DAY_MS };
  await tx.run(queries.insert({ org_id: orgId, id, hash, name, role, team_id: teamId ?? null, ...made, ...ends }));
  await auditActs(tx, { author, action: 'write', kind: 'invitation', id, version: 1 });
  return { code: secret, invitation: invitationOf((await tx.get(queries.one(orgId, id as InvitationId)))!, tx.now) };
}

interface RevokeCommand {
  readonly author: Inviter;
  readonly invitationId: InvitationId;
}

/**
 * Revokes an invitation. Returns false if no such invitation waits; throws `auth/forbidden` for one with a role that the
 * author may not give.
 */
async function revoke(tx: Transaction, { author, invitationId: id }: RevokeCommand): Promise<boolean> {
  const queries = queriesOf(tx.dialect);
  const row = await tx.get(queries.one(author.orgId, id));
  if (!row) return false;
  requireMayInvite(author, { role: row.role });
  if ((await tx.run(queries.end(author.orgId, id, { revoked_at: tx.now }, tx.now))) === 0) return false;
  await auditActs(tx, { author, action: 'forget', kind: 'invitation', id, version: 1 });
  return true;
}

interface OpenQuery {
  readonly code: string;
}

/** Finds a waiting invitation by its code. Its maker must still be here and still have the role that it gives. */
async function findWaiting(tx: ReadTransaction, code: string) {
  const queries = queriesOf(tx.dialect);
  const row = await tx.get(queries.ofHash(hashOfKey(code), tx.now));
  const inviter = row && (await tx.get(queries.inviter(row.org_id as OrgId, row.created_by)));
  if (!row || !inviter || !mayStillGive(inviter.role, row.role)) throw unknownInvitation();
  return row;
}

const mayStillGive = (inviter: Row['role'], given: Row['role']) =>
  inviter === 'admin' || (hasRole(inviter, 'manager') && hasRole(inviter, given));

/** Shows a waiting invitation to the person who has its link. Throws `invitation/unknown` for every other code. */
async function open(tx: ReadTransaction, { code }: OpenQuery): Promise<InvitationPreview> {
  const { name, organisation, role, team, inviter, expires_at } = await findWaiting(tx, code);
  return { name, organisation, role, team, invitedBy: inviter ?? '', expiresAt: expires_at };
}

interface AcceptCommand extends OpenQuery {
  /** The name by which the new person is known. */
  readonly name: string;
}

interface Joined {
  readonly key: string;
  readonly summary: KeySummary;
}

/**
 * Makes a person with a key from a waiting invitation. One of two calls at the same time wins; the other one gets the
 * refusal of a wrong code, `invitation/unknown`.
 */
async function accept(tx: Transaction, { code, name }: AcceptCommand): Promise<Joined> {
  const row = await findWaiting(tx, code);
  const orgId = row.org_id as OrgId;
  const ended = { accepted_at: tx.now };
  const queries = queriesOf(tx.dialect);
  if ((await tx.run(queries.end(orgId, row.id, ended, tx.now))) === 0) throw unknownInvitation();
  const inviter = { orgId, principalId: row.created_by as PrincipalId };
  const person = { name, kind: 'person', role: row.role, peers: [] } as const;
  const { principalId } = await createPrincipal(tx, { author: inviter, principal: person });
  await tx.run(queries.acceptedBy(orgId, row.id, principalId));
  const author = { orgId, principalId };
  if (row.team !== null) await joinTeam(tx, author, row.team_id as TeamId);
  await auditActs(tx, { author, action: 'change', kind: 'invitation', id: row.id, version: 2 });
  return createKeyForAuthor(tx, { orgId, principalId, label: 'invitation' });
}

/** Invitations of people by a link that works once. Its code has 256 random bits and is stored as SHA-256. */
export const invitations = feature('invitations', {
  tables: [invitation],
  refreshes: 'principals',
  reads: { list, open },
  writes: { create, revoke, accept },
  acrossOrganisations: ['open', 'accept'],
});
export type Invitations = CallsOf<typeof invitations>;
