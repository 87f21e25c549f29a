import type { KeyId, OrgId, PrincipalId, Role } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import type { Author } from '../kit/item-rows.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import { holderOf, type FoundKey } from './holders.ts';
import { newPrincipalRow, type NewPrincipalRow } from './key-rules.ts';
import { isBeingRemoved } from '../forgetting/organisation-removal.ts';
import { applyPrincipalChange as changePrincipal } from './principals.ts';
import { moveBetweenTeams, teamsOfNames } from './teams.ts';
import { auditActs } from '../kit/audit.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

const signIn = defineTable({
  name: 'sign_in',
  columns: {
    org_id: column.id(),
    issuer: column.text(),
    subject: column.text(),
    /** The id of the sign-in, which takes the place of a key id. */
    id: column.id(),
    principal_id: column.id(),
    /** JSON of the last claims of the issuer about role and teams. */
    claims: column.text(),
    /** The time at which the issuer made these claims. */
    issued_at: column.time(),
    created_at: column.time(),
    last_used_at: column.nullable(column.time()),
  },
  key: ['org_id', 'issuer', 'subject'],
  indexes: { sign_in_by_id: '(id)' },
  appMay: 'select, insert, update',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    sign_in: RowOf<typeof signIn>;
  }
}

/**
 * Claims of a company's identity provider about a person, after verification. An absent claim leaves Cairn's own data
 * unchanged.
 */
export interface VerifiedClaims {
  readonly issuer: string;
  /** The id of the person at the issuer, which never changes. */
  readonly subject: string;
  /** The time at which the issuer made the claims, epoch ms. Later claims override earlier ones. */
  readonly issuedAt: number;
  /** The name that a new principal gets. */
  readonly name: string;
  /** The organisation of the person; if absent, the first organisation. */
  readonly orgId?: OrgId | undefined;
  /**
   * The role of the person; `none` refuses the sign-in. If absent, the person keeps the role that Cairn has stored, and a
   * new principal gets `firstRole`.
   */
  readonly role?: Role | 'none' | undefined;
  readonly firstRole: Role | 'none';
  /**
   * Names of the person's teams; names unknown to the organisation are ignored. If absent, the person keeps the teams
   * that Cairn has stored.
   */
  readonly teams?: readonly string[] | undefined;
}

type Claims = Pick<VerifiedClaims, 'role' | 'teams'>;

const signInQueries = ofDialect(({ queries }) => {
  const accounts = queries
    .selectFrom('sign_in')
    .innerJoin('principal', 'principal.id', 'sign_in.principal_id')
    .innerJoin('organisation', 'organisation.id', 'sign_in.org_id')
    .select(['sign_in.id as keyId', 'sign_in.org_id as orgId', 'principal.id as principalId', 'principal.name'])
    .select([
      'principal.kind',
      'principal.owner_id as ownerId',
      'principal.role',
      'principal.peers',
      'left_at as leftAt',
      'claims',
      'issued_at as issuedAt',
    ])
    .select(['organisation.peer_prefixes as prefixes', 'organisation.masking', 'recall_limit as recallLimit'])
    .select('calls_per_minute as callsPerMinute')
    .select('sign_in.last_used_at as lastUsedAt');
  return {
    organisation: (orgId: OrgId | undefined) => {
      const all = queries
        .selectFrom('organisation')
        .select('id')
        .where((eb) => eb.not(isBeingRemoved))
        .orderBy('created_at')
        .orderBy('id')
        .limit(1);
      return orgId === undefined ? all : all.where('id', '=', orgId);
    },
    account: (orgId: string, { issuer, subject }: VerifiedClaims) =>
      accounts.where('sign_in.org_id', '=', orgId).where('issuer', '=', issuer).where('subject', '=', subject),
    byId: (id: KeyId) => accounts.where('sign_in.id', '=', id),
    insertPrincipal: (row: NewPrincipalRow) => queries.insertInto('principal').values(row),
    insert: (row: RowOf<typeof signIn>) => queries.insertInto('sign_in').values(row),
    said: (id: string, claims: string, issued_at: number) =>
      queries.updateTable('sign_in').set({ claims, issued_at }).where('id', '=', id),
  };
});

interface FoundAccount {
  /** The principal; absent when the account may not sign in. */
  readonly principal?: Principal | undefined;
  readonly lastUsedAt: number | null;
}

const noAccount: FoundAccount = { lastUsedAt: null };

/**
 * Chooses the claims that apply to an account: the verified claims if they were issued later than the stored claims,
 * compared in whole seconds; otherwise the stored claims.
 */
function chooseNewestClaims(row: { claims: string; issuedAt: number }, { role, teams, issuedAt }: VerifiedClaims) {
  const said = JSON.parse(row.claims) as Claims;
  return issuedAt <= row.issuedAt ? { claims: said, issuedAt: row.issuedAt } : { claims: { role, teams }, issuedAt };
}

/** Finds the principal of an account. `current` is false if the claims have changed and `enter` must store them first. */
async function findAccount(
  tx: ReadTransaction,
  { verified }: { verified: VerifiedClaims },
): Promise<FoundAccount & { current: boolean }> {
  const queries = signInQueries(tx.dialect);
  const organisation = await tx.get(queries.organisation(verified.orgId));
  if (!organisation) return { ...noAccount, current: true };
  const row = await tx.get(queries.account(organisation.id, verified));
  if (!row) return { ...noAccount, current: (verified.role ?? verified.firstRole) === 'none' };
  if (row.leftAt !== null) return { ...noAccount, current: true };
  const { claims } = chooseNewestClaims(row, verified);
  const principal = await holderOf(tx, row);
  const current = JSON.stringify(claims) === row.claims && (await isAsSaid(tx, principal, claims));
  return { ...(claims.role !== 'none' && { principal }), lastUsedAt: row.lastUsedAt, current };
}

async function isAsSaid(tx: ReadTransaction, { orgId, role, teams = [] }: Principal, said: Claims): Promise<boolean> {
  if (said.role !== undefined && said.role !== 'none' && said.role !== role) return false;
  if (said.teams === undefined) return true;
  const named = new Set((await teamsOfNames(tx, orgId, said.teams)).map(({ teamId }) => teamId));
  return named.size === teams.length && teams.every(({ teamId }) => named.has(teamId));
}

/** Stores the claims of the issuer, creates the principal at the first sign-in, and returns it. */
async function recordSignIn(tx: Transaction, { verified }: { verified: VerifiedClaims }): Promise<FoundAccount> {
  const queries = signInQueries(tx.dialect);
  const organisation = await tx.get(queries.organisation(verified.orgId));
  if (!organisation) return noAccount;
  const orgId = organisation.id as OrgId;
  await tx.lock({ what: 'organisation', orgId, key: 'sign-ins' });
  if ((await findAccount(tx, { verified })).current) return findAccount(tx, { verified });
  const row = await tx.get(queries.account(orgId, verified));
  if (row) {
    const { claims, issuedAt } = chooseNewestClaims(row, verified);
    await tx.run(queries.said(row.keyId, JSON.stringify(claims), issuedAt));
    const { keyId, principalId, role } = row;
    const author = { orgId, principalId: principalId as PrincipalId, keyId: keyId as KeyId };
    await applyClaims(tx, { author, role }, claims);
  } else {
    await createAccount(tx, orgId, verified);
  }
  return findAccount(tx, { verified });
}

async function createAccount(tx: Transaction, orgId: OrgId, verified: VerifiedClaims): Promise<void> {
  const { issuer, subject, issuedAt, name, role, firstRole, teams } = verified;
  const first = role ?? firstRole;
  if (first === 'none') return;
  const queries = signInQueries(tx.dialect);
  const person = newPrincipalRow({ orgId, name, kind: 'person', role: first, peers: [] }, tx.now);
  await tx.run(queries.insertPrincipal(person));
  const id = uuidv7({ msecs: tx.now });
  const account = { org_id: orgId, issuer, subject, id, principal_id: person.id, created_at: tx.now };
  const claims = JSON.stringify({ role, teams });
  await tx.run(queries.insert({ ...account, claims, issued_at: issuedAt, last_used_at: null }));
  const author = { orgId, principalId: person.id as PrincipalId, keyId: id as KeyId };
  await auditActs(tx, { author, action: 'write', kind: 'principal', id: person.id, version: 1 });
  await applyClaims(tx, { author, role: first }, { role, teams });
}

/** Applies the claims of the issuer, even if they take the admin role from the last admin. */
async function applyClaims(
  tx: Transaction,
  { author, role: before }: { author: Author & { principalId: PrincipalId }; role: Role },
  { role, teams }: Claims,
): Promise<void> {
  const { principalId } = author;
  if (role !== undefined && role !== 'none' && role !== before)
    await changePrincipal(tx, { author, principalId, changes: { role }, force: true });
  if (teams !== undefined) await moveBetweenTeams(tx, author, teams);
}

/** Finds a sign-in by its id and returns it in the form of a key. */
export async function signInOfId(tx: ReadTransaction, { id }: { readonly id: KeyId }): Promise<FoundKey | undefined> {
  const row = await tx.get(signInQueries(tx.dialect).byId(id));
  if (!row || row.leftAt !== null || (JSON.parse(row.claims) as Claims).role === 'none') return undefined;
  return { principal: await holderOf(tx, row), expiresAt: null, lastUsedAt: row.lastUsedAt };
}

/** Sign-in with a token of the company's identity provider in place of a key. */
export const signIns = feature('signIns', {
  tables: [signIn],
  refreshes: 'principals',
  reads: { find: findAccount },
  writes: { enter: recordSignIn },
  acrossOrganisations: ['find', 'enter'],
});
export type SignIns = CallsOf<typeof signIns>;
