import { CairnError, limits, type Invitation, type Role, type TeamId } from '@cairn/contracts';
import { hasRole, type Principal } from '@cairn/domain';

/** The principal who invites. */
export type Inviter = Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'kind' | 'role' | 'teams'>;

/** Refuses an inviter who may not give this role or let somebody into this team. Admins may give any. */
export function requireMayInvite(
  inviter: Inviter,
  wanted: { readonly role: Role; readonly teamId?: TeamId | undefined },
) {
  if (inviter.role === 'admin') return;
  if (inviter.kind === 'agent') throw new CairnError('auth/forbidden', 'An agent invites nobody; its owner does.');
  if (!hasRole(inviter.role, wanted.role))
    throw forbidden('role', wanted.role, 'is more than your own', `at most ${inviter.role}`);
  const own = inviter.teams ?? [];
  if (wanted.teamId !== undefined && !own.some(({ teamId }) => teamId === wanted.teamId))
    throw forbidden(
      'teamId',
      wanted.teamId,
      'is no team of yours',
      own.map(({ name }) => name).join(', ') || 'no team',
    );
}

function forbidden(field: string, value: string, message: string, allowed: string): CairnError {
  const issues = [{ field, message, value, allowed }];
  return new CairnError('auth/forbidden', `${field} ${message}, and only an admin may give it.`, { issues });
}

/** Refuses another invitation if the organisation has the maximum number already. */
export function requireRoom(waiting: number): void {
  const { max } = limits.invitations;
  if (waiting < max) return;
  const message = `${waiting} invitations wait to be accepted; ${max} is the most. Revoke one.`;
  throw new CairnError('invitation/conflict', message);
}

interface Ends {
  readonly accepted_at: number | null;
  readonly revoked_at: number | null;
  readonly expires_at: number;
}

export function stateOf({ accepted_at, revoked_at, expires_at }: Ends, now: number): Invitation['state'] {
  if (accepted_at !== null) return 'accepted';
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'waiting';
}

/** The one refusal of a link, whatever the reason, so that an answer tells nothing about links of others. */
export const unknownInvitation = () =>
  new CairnError(
    'invitation/unknown',
    'This link works no more: it was used, has expired or was revoked. Ask the person who invited you for another one.',
  );
