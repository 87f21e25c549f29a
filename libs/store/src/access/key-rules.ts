import { CairnError, type OrgId, type Role, type PrincipalKind, type PrincipalId } from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import type { PrincipalTable } from '../kit/tables.ts';
import type { Transaction } from '../kit/transaction.ts';

export interface NewPrincipal {
  readonly name: string;
  readonly kind: PrincipalKind;
  readonly role: Role;
  readonly peers: readonly string[];
  /**
   * The person who owns the new agent. If absent, the author owns the agent if the author is a person, otherwise the
   * owner of the author does.
   */
  readonly ownerId?: PrincipalId | undefined;
}

/** The fields of a principal that limit its keys. */
export interface Owner {
  readonly id: string;
  readonly role: Role;
  /** JSON list of peer channels. */
  readonly peers: string;
}

type Rights = Pick<Owner, 'role' | 'peers'>;

export interface OwnKeyRights {
  readonly own_role: Role | null;
  readonly own_peers: string | null;
}

export type NewPrincipalRow = Selectable<PrincipalTable>;

export const newPrincipalRow = (
  { orgId, name, kind, role, peers, ownerId }: NewPrincipal & { readonly orgId: OrgId },
  now: number,
): NewPrincipalRow => ({
  id: uuidv7({ msecs: now }),
  org_id: orgId,
  name,
  kind,
  created_at: now,
  role,
  peers: JSON.stringify(peers),
  left_at: null,
  owner_id: ownerId ?? null,
});

/** Computes the effective rights of a key: the key's own rights, limited by the rights of its principal. */
export function mayDo({ role, peers }: Rights, { own_role, own_peers }: OwnKeyRights): { role: Role; peers: string } {
  const narrower = own_role !== null && hasRole(role, own_role) ? own_role : role;
  return {
    role: narrower,
    peers: own_peers === null ? peers : JSON.stringify(sharedPeersOf(parseList(own_peers), parseList(peers))),
  };
}

const parseList = (list: string) => JSON.parse(list) as string[];

function sharedPeersOf(own: readonly string[], given: readonly string[]): readonly string[] {
  if (given.includes('*')) return own;
  return own.includes('*') ? given : own.filter((channel) => given.includes(channel));
}

/**
 * Refuses a key with more rights than the principal or key that `whose` names: the key would display rights that it does
 * not have.
 */
export function requireWithin(
  { role, peers }: Rights,
  { own_role, own_peers }: OwnKeyRights,
  whose = 'its principal',
): void {
  const beyond = (field: string, value: string, allowed: string) =>
    tooMuchError({ field, value, allowed, message: `is more than ${whose} may` });
  if (own_role !== null && !hasRole(role, own_role)) throw beyond('role', own_role, `at most ${role}`);
  const given = parseList(peers);
  if (own_peers === null || given.includes('*')) return;
  const foreign = parseList(own_peers).find((channel) => !given.includes(channel));
  if (foreign !== undefined) throw beyond('peers', foreign, given.length > 0 ? given.join(', ') : 'none');
}

/** The principal who makes, rotates or revokes keys. */
export type KeyMaker = Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'kind' | 'role' | 'peers'>;

/** The rights that keys made by this principal cannot exceed; undefined for an admin, who may give any rights. */
export const limitsOf = (maker: KeyMaker | undefined): Rights | undefined =>
  maker === undefined || maker.role === 'admin' ? undefined : { role: maker.role, peers: JSON.stringify(maker.peers) };

/**
 * Whether a principal may manage the keys of another principal. An admin may manage all keys, a person the keys of their
 * own agents.
 */
export const mayManageKeys = (
  maker: KeyMaker | undefined,
  { owner_id }: { readonly owner_id: string | null },
): boolean => limitsOf(maker) === undefined || (maker?.kind === 'person' && owner_id === maker.principalId);

/**
 * Limits the own rights of a key of `owner` to the rights of the maker of the key. Rights that need no limit stay as they
 * are.
 */
export function cutTo(limits: Rights | undefined, owner: Rights, own: OwnKeyRights): OwnKeyRights {
  if (limits === undefined) return own;
  requireWithin(limits, own, 'your own key');
  const full = mayDo(owner, own);
  const cut = mayDo(limits, { own_role: full.role, own_peers: full.peers });
  return {
    own_role: cut.role === full.role ? own.own_role : cut.role,
    own_peers: cut.peers === full.peers ? own.own_peers : cut.peers,
  };
}

function tooMuchError(issue: { field: string; message: string; value: string; allowed: string }): CairnError {
  const { field, message } = issue;
  return new CairnError('request/invalid', `${field} ${message}`, { issues: [issue] });
}

const adminQueries = ofDialect(({ queries }) => {
  const keys = (orgId: OrgId) =>
    queries
      .selectFrom('api_key')
      .select('id')
      .where('org_id', '=', orgId)
      .where('role', '=', 'admin')
      .where('revoked_at', 'is', null)
      .limit(1);
  return {
    lasting: (orgId: OrgId) => keys(orgId).where('expires_at', 'is', null),
    working: (orgId: OrgId, now: number) => keys(orgId).where('expires_at', '>', now),
    signingIn: (orgId: OrgId) =>
      queries
        .selectFrom('principal')
        .innerJoin('sign_in', 'sign_in.principal_id', 'principal.id')
        .select('principal.id')
        .where('principal.org_id', '=', orgId)
        .where('principal.role', '=', 'admin')
        .where('left_at', 'is', null)
        .limit(1),
  };
});

/**
 * Grades how reliably an admin can sign in: 3 with a key that never expires, 2 with a key that expires, 1 only through the
 * identity provider, 0 not at all.
 */
async function adminAccess(tx: Transaction, orgId: OrgId): Promise<3 | 2 | 1 | 0> {
  const { lasting, working, signingIn } = adminQueries(tx.dialect);
  if (await tx.get(lasting(orgId))) return 3;
  if (await tx.get(working(orgId, tx.now))) return 2;
  return (await tx.get(signingIn(orgId))) ? 1 : 0;
}

interface AdminChange {
  readonly orgId: OrgId;
  /** Skips the check; absent where the caller cannot force the change. */
  readonly force?: boolean;
}

/**
 * Runs a change and rolls it back if admins can sign in less reliably afterwards (`adminAccess`), unless forced. Such
 * changes run one after another.
 */
export async function requireRemainingAdmin<Result>(
  tx: Transaction,
  { orgId, force }: AdminChange,
  change: () => Promise<Result>,
): Promise<Result> {
  await tx.lock({ what: 'organisation', orgId, key: 'admins' });
  const before = await adminAccess(tx, orgId);
  const result = await change();
  if (force !== true && (await adminAccess(tx, orgId)) < before) throw lastAdmin({ canForce: force !== undefined });
  return result;
}

const lastAdmin = ({ canForce }: { readonly canForce: boolean }) =>
  new CairnError(
    'key/last-admin',
    `No admin key without an end would be left, and without an admin nobody can make or revoke keys. Make another first${canForce ? ', or force it' : ''}.`,
  );
