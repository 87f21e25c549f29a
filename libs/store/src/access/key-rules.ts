import { CairnError, type OrgId, type Role } from '@cairn/contracts';
import { hasRole } from '@cairn/domain';
import type { NewPrincipal } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../kit/dialect.ts';
import type { PrincipalTable } from '../kit/tables.ts';
import type { Transaction } from '../kit/transaction.ts';

/** The fields of a principal that limit its keys. */
export interface Owner {
  readonly id: string;
  readonly role: Role;
  /** JSON list of peer channels. */
  readonly peers: string;
}

interface Own {
  readonly own_role: Role | null;
  readonly own_peers: string | null;
}

export type NewPrincipalRow = Selectable<PrincipalTable>;

export const newPrincipalRow = (
  { orgId, name, kind, role, peers }: NewPrincipal & { readonly orgId: OrgId },
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
});

/** The effective rights of a key: the key's own rights, limited by the rights of its principal. */
export function mayDo({ role, peers }: Owner, { own_role, own_peers }: Own): { role: Role; peers: string } {
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

/** Refuses a key whose rights exceed those of its principal: the key would display rights that it does not have. */
export function requireWithin({ role, peers }: Owner, { own_role, own_peers }: Own): void {
  if (own_role !== null && !hasRole(role, own_role)) throw beyond('role', own_role, `at most ${role}`);
  const given = parseList(peers);
  if (own_peers === null || given.includes('*')) return;
  const foreign = parseList(own_peers).find((channel) => !given.includes(channel));
  if (foreign !== undefined) throw beyond('peers', foreign, given.length > 0 ? given.join(', ') : 'none');
}

function beyond(field: string, value: string, allowed: string): CairnError {
  const message = 'is more than its principal may';
  return new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message, value, allowed }] });
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
export async function keepingAnAdmin<Result>(
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
