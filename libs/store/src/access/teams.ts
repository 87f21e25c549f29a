import {
  CairnError,
  teamWordOf,
  type OrgId,
  type Principal,
  type PrincipalId,
  type Team,
  type TeamChange,
  type TeamId,
  type TeamOfPrincipal,
  type TeamRequest,
} from '@cairn/contracts';
import { Teams } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { auditing } from '../kit/audit.ts';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import type { StoreSession, StoreWriteSession } from '../kit/session.ts';
import type { AuditTable } from '../kit/tables.ts';
import { removalLock } from '../items/existing-readers.ts';
import { presentPrincipals } from './present-principals.ts';

const team = defineTable({
  name: 'team',
  columns: { org_id: column.id(), id: column.id(), name: column.text(), created_at: column.time() },
  key: ['org_id', 'id'],
  indexes: { team_by_name: '(org_id, name)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

const teamMember = defineTable({
  name: 'team_member',
  columns: { org_id: column.id(), team_id: column.id(), principal_id: column.id(), added_at: column.time() },
  key: ['org_id', 'team_id', 'principal_id'],
  indexes: { team_member_by_principal: '(org_id, principal_id)' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    team: RowOf<typeof team>;
    team_member: RowOf<typeof teamMember>;
  }
}

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
  audit: (author: Author, action: AuditTable['action'], id: TeamId, now: number) =>
    auditing({ queries }, { author, action, kind: 'team', id, version: 1, now }),
}));

/** The teams of a principal; the principal carries them. */
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

/** The teams of an organisation that have one of these names. */
export async function teamsOfNames(
  session: StoreSession,
  orgId: OrgId,
  names: readonly string[],
): Promise<TeamOfPrincipal[]> {
  const wanted = new Set(names);
  const all = await session.all(teamQueries(session.dialect).all(orgId));
  return all.flatMap(({ id, name }) => (wanted.has(name) ? [{ teamId: id as TeamId, name }] : []));
}

/** Puts the author in the teams of these names and removes them from all others. */
export async function moveBetweenTeams(
  session: StoreWriteSession,
  author: Author & { readonly principalId: PrincipalId },
  names: readonly string[],
): Promise<void> {
  const { orgId, principalId } = author;
  const queries = teamQueries(session.dialect);
  await oneAtATime(session, orgId);
  const wanted = (await teamsOfNames(session, orgId, names)).map(({ teamId }) => teamId);
  const present = (await session.all(teamsOfPrincipal(session.dialect)(orgId, principalId))).map(
    ({ teamId }) => teamId as TeamId,
  );
  const joined = wanted.filter((id) => !present.includes(id));
  const left = present.filter((id) => !wanted.includes(id));
  for (const id of joined) await addAll(session, orgId, id, [principalId]);
  for (const id of left) await session.run(queries.leave(orgId, id, [principalId]));
  for (const id of [...joined, ...left]) await session.run(queries.audit(author, 'change', id, session.now));
}

async function list(session: StoreSession, { orgId }: { orgId: OrgId }): Promise<Team[]> {
  const queries = teamQueries(session.dialect);
  const members = Map.groupBy(await session.all(queries.members(orgId)), ({ team_id }) => team_id);
  return (await session.all(queries.all(orgId))).map(({ id, name, created_at }) => ({
    teamId: id as TeamId,
    name,
    createdAt: created_at,
    members: (members.get(id) ?? []).map((one) => ({ principalId: one.principal_id as PrincipalId, name: one.name })),
  }));
}

const found = async (session: StoreSession, orgId: OrgId, id: TeamId) =>
  (await list(session, { orgId })).find(({ teamId }) => teamId === id);

/** Checks that no other team of the organisation has the name. */
async function requireFreeName(session: StoreWriteSession, orgId: OrgId, name: string, own?: TeamId): Promise<void> {
  const named = (await session.all(teamQueries(session.dialect).all(orgId))).find((row) => row.name === name);
  if (named && named.id !== own) throw new CairnError('team/conflict', `there is a team of the name ${name} already`);
}

async function addAll(session: StoreWriteSession, orgId: OrgId, teamId: TeamId, ids: readonly PrincipalId[]) {
  if (ids.length === 0) return;
  const queries = teamQueries(session.dialect);
  const known = new Set((await session.all(queries.known(orgId, ids))).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new CairnError('principal/unknown', `no person or agent ${unknown}`);
  const joined = { org_id: orgId, team_id: teamId, added_at: session.now };
  await session.run(queries.join(ids.map((principal_id) => ({ ...joined, principal_id }))));
}

const oneAtATime = (session: StoreWriteSession, orgId: OrgId) =>
  session.lock({ what: 'organisation', orgId, key: 'teams' });

interface CreateCommand {
  readonly author: Author;
  readonly team: TeamRequest;
}

async function create(session: StoreWriteSession, { author, team: made }: CreateCommand): Promise<Team> {
  const { orgId } = author;
  const queries = teamQueries(session.dialect);
  await oneAtATime(session, orgId);
  await requireFreeName(session, orgId, made.name);
  const id = uuidv7({ msecs: session.now }) as TeamId;
  await session.run(queries.insert({ org_id: orgId, id, name: made.name, created_at: session.now }));
  await addAll(session, orgId, id, made.members);
  await session.run(queries.audit(author, 'write', id, session.now));
  return (await found(session, orgId, id))!;
}

interface ChangeCommand {
  readonly author: Author;
  readonly teamId: TeamId;
  readonly change: TeamChange;
}

async function change(session: StoreWriteSession, command: ChangeCommand): Promise<Team | undefined> {
  const { author, teamId, change: wanted } = command;
  const { orgId } = author;
  const queries = teamQueries(session.dialect);
  await oneAtATime(session, orgId);
  if (!(await found(session, orgId, teamId))) return undefined;
  if (wanted.name !== undefined) {
    await requireFreeName(session, orgId, wanted.name, teamId);
    await session.run(queries.rename(orgId, teamId, wanted.name));
  }
  await addAll(session, orgId, teamId, wanted.add ?? []);
  if (wanted.remove) await session.run(queries.leave(orgId, teamId, wanted.remove));
  await session.run(queries.audit(author, 'change', teamId, session.now));
  return found(session, orgId, teamId);
}

async function remove(session: StoreWriteSession, { author, teamId }: Omit<ChangeCommand, 'change'>): Promise<boolean> {
  const { orgId } = author;
  const queries = teamQueries(session.dialect);
  await oneAtATime(session, orgId);
  await session.lock(removalLock(orgId, teamId));
  if (!(await found(session, orgId, teamId))) return false;
  if (await session.get(queries.anyItem(orgId, teamId)))
    throw new CairnError('team/conflict', 'Items are stored for the team, which nobody could read without it.');
  await session.run(queries.leave(orgId, teamId));
  await session.run(queries.remove(orgId, teamId));
  await session.run(queries.audit(author, 'forget', teamId, session.now));
  return true;
}

export const teamStore = {
  name: 'teams',
  tables: [team, teamMember],
  reads: { list },
  writes: { create, change, remove },
  port: portOf(Teams, (store, { principalsChanged }) => new SqlTeams(store, principalsChanged)),
};

export class SqlTeams extends Teams {
  private readonly calls: CallsOf<typeof teamStore>;
  private readonly changed: () => void;

  /** `changed` is called after each change of membership, so that this process applies it from the next call on. */
  constructor(store: SqlStore, changed: () => void = () => undefined) {
    super();
    this.changed = changed;
    this.calls = callsOf(teamStore, store);
  }

  list(orgId: OrgId): Promise<Team[]> {
    return this.calls.list(orgId, { orgId });
  }

  create({ orgId, principalId }: Principal, made: TeamRequest): Promise<Team> {
    return this.calls.create(orgId, { author: { orgId, principalId }, team: made }).finally(this.changed);
  }

  change({ orgId, principalId }: Principal, teamId: TeamId, wanted: TeamChange): Promise<Team | undefined> {
    const author = { orgId, principalId };
    return this.calls.change(orgId, { author, teamId, change: wanted }).finally(this.changed);
  }

  remove({ orgId, principalId }: Principal, teamId: TeamId): Promise<boolean> {
    return this.calls.remove(orgId, { author: { orgId, principalId }, teamId }).finally(this.changed);
  }
}
