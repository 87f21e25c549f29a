import { CairnError, hasRole, type OrgId, type Role } from '@cairn/contracts';
import type { NewPrincipal } from '@cairn/ports';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ofDialect } from '../dialect.ts';
import type { StoreWriteSession } from '../store/session.ts';
import type { PrincipalTable } from '../tables.ts';

/** A principal, as far as their keys depend on it. */
export interface Owner {
  readonly id: string;
  readonly role: Role;
  /** JSON list. */
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

/** What a key may: what is its own, so far as its principal may it. */
export function mayDo({ role, peers }: Owner, { own_role, own_peers }: Own): { role: Role; peers: string } {
  const narrower = own_role !== null && hasRole(role, own_role) ? own_role : role;
  return {
    role: narrower,
    peers: own_peers === null ? peers : JSON.stringify(shared(parsed(own_peers), parsed(peers))),
  };
}

const parsed = (list: string) => JSON.parse(list) as string[];

function shared(own: readonly string[], given: readonly string[]): readonly string[] {
  if (given.includes('*')) return own;
  return own.includes('*') ? given : own.filter((channel) => given.includes(channel));
}

/** Nobody is told that a key has what it would never be let do. */
export function requireWithin({ role, peers }: Owner, { own_role, own_peers }: Own): void {
  if (own_role !== null && !hasRole(role, own_role)) throw beyond('role', own_role, `at most ${role}`);
  const given = parsed(peers);
  if (own_peers === null || given.includes('*')) return;
  const foreign = parsed(own_peers).find((channel) => !given.includes(channel));
  if (foreign !== undefined) throw beyond('peers', foreign, given.length > 0 ? given.join(', ') : 'none');
}

function beyond(field: string, value: string, allowed: string): CairnError {
  const message = 'is more than its principal may';
  return new CairnError('request/invalid', `${field} ${message}`, { issues: [{ field, message, value, allowed }] });
}

const adminQuery = ofDialect(
  ({ queries }) =>
    (orgId: OrgId, now: number) =>
      queries
        .selectFrom('api_key')
        .select('id')
        .where('org_id', '=', orgId)
        .where('role', '=', 'admin')
        .where('revoked_at', 'is', null)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .limit(1),
);

/** Takes back what would leave an organisation that has an admin key without one, unless it is forced. One at a time. */
export async function keepingAnAdmin<Result>(
  session: StoreWriteSession,
  { orgId, force }: { readonly orgId: OrgId; readonly force: boolean },
  change: () => Promise<Result>,
): Promise<Result> {
  const admins = adminQuery(session.dialect)(orgId, session.now);
  await session.lock({ what: 'organisation', orgId, key: 'admins' });
  const hadOne = (await session.get(admins)) !== undefined;
  const result = await change();
  if (!force && hadOne && !(await session.get(admins))) throw lastAdmin();
  return result;
}

const lastAdmin = () =>
  new CairnError(
    'key/last-admin',
    "It is the organisation's last admin key: without one nobody can make or revoke keys. Make another first, or force it.",
  );
