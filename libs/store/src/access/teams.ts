import type { AuditAct, OrgId, PrincipalId, Team, TeamChange, TeamId, TeamRequest } from '@cairn/contracts';
import { teamWordOf, type TeamOfPrincipal } from '@cairn/domain';
import { v7 as uuidv7 } from 'uuid';
import { removalLock } from '../items/existing-readers.ts';
import type { RowOf } from '../kit/ddl.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Author } from '../kit/item-rows.ts';
import { presentPrincipals } from './present-principals.ts';
import { requireFreeName, requireKnownMembers, requireNoItems } from './teams.rules.ts';
import { team, teamMember } from './teams.tables.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

const teamQueries = ofDialect(({ queries }) => ({
  all: (orgId: OrgId) => queries.selectFrom('team').selectAll().where('org_id', '=', orgId).orderBy('name'),
  members: (orgId: OrgId) =>
    queries
      .selectFrom('team_member')
      .innerJoin('principal', 'principal.id', 'team_member.principal_id')
      .select(['team_member.team_id', 'team_member.principal_id', 'principal.name'])
      .where('team_member.org_id', '=', orgId)
      .orderBy('principal.name')
      .orderBy('principal.id'),
  insert: (row: RowOf<typeof team>) => queries.insertInto('team').values(row),
  rename: (orgId: OrgId, id: TeamId, name: string) =>
    queries.updateTable('team').set({ name }).where('org_id', '=', orgId).where('id', '=', id),
  remove: (orgId: OrgId, id: TeamId) => queries.deleteFrom('team').where('org_id', '=', orgId).where('id', '=', id),
  known: (orgId: OrgId, ids: readonly PrincipalId[]) =>
    presentPrincipals({ queries }, orgId).select('id').where('id', 'in', ids),
  join: (rows: readonly RowOf<typeof teamMember>[]) =>
    queries
      .insertInto('team_member')
      .values(rows)
      .onConflict((there) => there.doNothing()),
  leave: (orgId: OrgId, id: TeamId, principalIds?: readonly PrincipalId[]) => {
    const all = queries.deleteFrom('team_member').where('org_id', '=', orgId).where('team_id', '=', id);
    return principalIds === undefined ? all : all.where('principal_id', 'in', principalIds);
  },
  anyItem: (orgId: OrgId, id: TeamId) =>
    queries
      .selectFrom('item')
      .select('id')
      .where('org_id', '=', orgId)
      .where('visibility', '=', teamWordOf(id))
      .where('state', '<>', 'deleted')
      .limit(1),
}));

/** Selects the teams of a principal. */
export const teamsOfPrincipal = ofDialect(
  ({ queries }) =>
    (orgId: OrgId, principalId: PrincipalId) =>
      queries
        .selectFrom('team_member')
        .innerJoin('team', (on) =>
          on.onRef('team.id', '=', 'team_member.team_id').onRef('team.org_id', '=', 'team_member.org_id'),
        )
        .select(['team.id as teamId', 'team.name'])
        .where('team_member.org_id', '=', orgId)
        .where('team_member.principal_id', '=', principalId)
        .orderBy('team.id'),
);

/** Selects the teams of an organisation that have one of these names. */
export async function teamsOfNames(
  tx: ReadTransaction,
  orgId: OrgId,
  names: readonly string[],
): Promise<TeamOfPrincipal[]> {
  const wanted = new Set(names);
  const all = await tx.all(teamQueries(tx.dialect).all(orgId));
  return all.flatMap(({ id, name }) => (wanted.has(name) ? [{ teamId: id as TeamId, name }] : []));
}

/** Adds the author to the teams with these names and removes the author from all other teams. */
export async function moveBetweenTeams(
  tx: Transaction,
  author: Author & { readonly principalId: PrincipalId },
  names: readonly string[],
): Promise<void> {
  const { orgId, principalId } = author;
  const queries = teamQueries(tx.dialect);
  await lockTeams(tx, orgId);
  const wanted = (await teamsOfNames(tx, orgId, names)).map(({ teamId }) => teamId);
  const present = (await tx.all(teamsOfPrincipal(tx.dialect)(orgId, principalId))).map(
    ({ teamId }) => teamId as TeamId,
  );
  const joined = wanted.filter((id) => !present.includes(id));
  const left = present.filter((id) => !wanted.includes(id));
  for (const id of joined) await addAll(tx, orgId, id, [principalId]);
  for (const id of left) await tx.run(queries.leave(orgId, id, [principalId]));
  for (const id of [...joined, ...left]) await auditTeam(tx, author, 'change', id);
}

/** Adds a new person to a team. */
export async function joinTeam(
  tx: Transaction,
  author: Author & { readonly principalId: PrincipalId },
  teamId: TeamId,
): Promise<void> {
  await lockTeams(tx, author.orgId);
  await addAll(tx, author.orgId, teamId, [author.principalId]);
  await auditTeam(tx, author, 'change', teamId);
}

/** Lists the teams of an organisation, ordered by name. */
async function listTeams(tx: ReadTransaction, { orgId }: { orgId: OrgId }): Promise<Team[]> {
  const queries = teamQueries(tx.dialect);
  const members = Map.groupBy(await tx.all(queries.members(orgId)), ({ team_id }) => team_id);
  return (await tx.all(queries.all(orgId))).map(({ id, name, created_at }) => ({
    teamId: id as TeamId,
    name,
    createdAt: created_at,
    members: (members.get(id) ?? []).map((one) => ({ principalId: one.principal_id as PrincipalId, name: one.name })),
  }));
}

const findTeam = async (tx: ReadTransaction, orgId: OrgId, id: TeamId) =>
  (await listTeams(tx, { orgId })).find(({ teamId }) => teamId === id);

async function addAll(tx: Transaction, orgId: OrgId, teamId: TeamId, ids: readonly PrincipalId[]) {
  if (ids.length === 0) return;
  const queries = teamQueries(tx.dialect);
  requireKnownMembers(await tx.all(queries.known(orgId, ids)), ids);
  const joined = { org_id: orgId, team_id: teamId, added_at: tx.now };
  await tx.run(queries.join(ids.map((principal_id) => ({ ...joined, principal_id }))));
}

const auditTeam = (tx: Transaction, author: Author, action: AuditAct, id: TeamId) =>
  auditActs(tx, { author, action, kind: 'team', id, version: 1 });

const lockTeams = (tx: Transaction, orgId: OrgId) => tx.lock({ what: 'organisation', orgId, key: 'teams' });

interface CreateCommand {
  readonly author: Author;
  readonly team: TeamRequest;
}

/**
 * Creates a team. Throws `team/conflict` if another team has the name; `principal/unknown` for a member that the
 * organisation does not have.
 */
async function createTeam(tx: Transaction, { author, team: made }: CreateCommand): Promise<Team> {
  const { orgId } = author;
  const queries = teamQueries(tx.dialect);
  await lockTeams(tx, orgId);
  requireFreeName(await tx.all(queries.all(orgId)), made.name);
  const id = uuidv7({ msecs: tx.now }) as TeamId;
  await tx.run(queries.insert({ org_id: orgId, id, name: made.name, created_at: tx.now }));
  await addAll(tx, orgId, id, made.members);
  await auditTeam(tx, author, 'write', id);
  return (await findTeam(tx, orgId, id))!;
}

interface ChangeCommand {
  readonly author: Author;
  readonly teamId: TeamId;
  readonly change: TeamChange;
}

/** Changes a team. Returns undefined if the author's organisation has no such team. Throws the errors of `create`. */
async function changeTeam(tx: Transaction, command: ChangeCommand): Promise<Team | undefined> {
  const { author, teamId, change: wanted } = command;
  const { orgId } = author;
  const queries = teamQueries(tx.dialect);
  await lockTeams(tx, orgId);
  if (!(await findTeam(tx, orgId, teamId))) return undefined;
  if (wanted.name !== undefined) {
    requireFreeName(await tx.all(queries.all(orgId)), wanted.name, teamId);
    await tx.run(queries.rename(orgId, teamId, wanted.name));
  }
  await addAll(tx, orgId, teamId, wanted.add ?? []);
  if (wanted.remove) await tx.run(queries.leave(orgId, teamId, wanted.remove));
  await auditTeam(tx, author, 'change', teamId);
  return findTeam(tx, orgId, teamId);
}

/**
 * Removes a team. Returns false if it does not exist; throws `team/conflict` while items are stored for the team, since
 * nobody could read them.
 */
async function removeTeam(tx: Transaction, { author, teamId }: Omit<ChangeCommand, 'change'>): Promise<boolean> {
  const { orgId } = author;
  const queries = teamQueries(tx.dialect);
  await lockTeams(tx, orgId);
  await tx.lock(removalLock(orgId, teamId));
  if (!(await findTeam(tx, orgId, teamId))) return false;
  requireNoItems(await tx.get(queries.anyItem(orgId, teamId)));
  await tx.run(queries.leave(orgId, teamId));
  await tx.run(queries.remove(orgId, teamId));
  await auditTeam(tx, author, 'forget', teamId);
  return true;
}

/** Teams of people and agents. A new member reads items of the team from the next call on. */
export const teams = feature('teams', {
  tables: [team, teamMember],
  refreshes: 'principals',
  reads: { list: listTeams },
  writes: { create: createTeam, change: changeTeam, remove: removeTeam },
});
export type Teams = CallsOf<typeof teams>;
