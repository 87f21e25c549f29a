import { z } from 'zod';
import { InvitationId, PrincipalId, TeamId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name, Role } from './vocabulary.ts';

/** Characters that are read of a code; real ones are shorter. */
const CODE_MAX = 200;

/** States of an invitation. Only a waiting one lets somebody in. */
const invitationStates = ['waiting', 'accepted', 'expired', 'revoked'] as const;

const Named = z.object({ principalId: PrincipalId, name: z.string() });

/** A link that makes one person a member of the organisation, once. */
export const Invitation = z
  .object({
    invitationId: InvitationId,
    name: z.string().describe('Whom it is for'),
    role: Role.describe('Role that the new person gets'),
    team: z.object({ teamId: TeamId, name: z.string() }).nullable().describe('Team that the new person joins'),
    state: z.enum(invitationStates),
    createdBy: Named,
    createdAt: EpochMs,
    expiresAt: EpochMs.describe('From when on the link works no more'),
    acceptedBy: Named.nullable().describe('The person that it made; null: nobody accepted it'),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationRequest = z
  .strictObject({
    name: Name.describe('Whom it is for; the person may choose another name'),
    role: Role.default('writer').describe('Role that the new person gets. Without the role admin, at most your own'),
    teamId: TeamId.optional().describe('Team that the new person joins. Without the role admin, a team of your own'),
    days: z
      .number()
      .int()
      .min(limits.invitationDays.min)
      .max(limits.invitationDays.max)
      .default(7)
      .describe('Days for which the link works'),
  })
  .meta({ id: 'InvitationRequest' });
export type InvitationRequest = z.infer<typeof InvitationRequest>;

export const InvitationResponse = z
  .object({
    path: z.string().describe('Address of the link on this server, with its code; shown this once'),
    link: z
      .string()
      .nullable()
      .describe('The whole link; null where the server does not know its own address (CAIRN_PUBLIC_URL)'),
    invitation: Invitation,
  })
  .meta({ id: 'InvitationResponse' });
export type InvitationResponse = z.infer<typeof InvitationResponse>;

const InvitationsResponse = z
  .object({ invitations: z.array(Invitation).describe('Newest first; the ended ones of the last 30 days included') })
  .meta({ id: 'InvitationsResponse' });

const RevokedInvitation = z
  .object({ invitationId: InvitationId, revoked: z.literal(true) })
  .meta({ id: 'RevokedInvitation' });

/** The code of a link, and the name by which the person wants to be known. `POST /console/session/join` takes both. */
export const JoinRequest = z.strictObject({ code: z.string().max(CODE_MAX), name: Name });

/** Text that an opened link shows before it is accepted. */
export const InvitationPreview = z.object({
  name: z.string(),
  organisation: z.string(),
  role: Role,
  team: z.string().nullable(),
  invitedBy: z.string(),
  expiresAt: EpochMs,
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/** Answer to an accepted link: the key of the new person, which is shown this once. */
export const JoinedPerson = z.object({ key: z.string(), name: z.string(), role: Role });
export type JoinedPerson = z.infer<typeof JoinedPerson>;

/** Routes of invitations. Opening and accepting a link are requests of the console: `/console/session/join`. */
export const invitationRoutes = {
  listInvitations: {
    method: 'GET',
    path: '/v1/invitations',
    service: 'ingest',
    role: 'manager',
    summary: 'List the invitations of the organisation, without their links',
    output: InvitationsResponse,
  },
  createInvitation: {
    method: 'POST',
    path: '/v1/invitations',
    service: 'ingest',
    role: 'manager',
    summary: 'Invite a person by a link that works once; only this answer shows it',
    body: InvitationRequest,
    errors: ['team/unknown', 'auth/forbidden', 'invitation/conflict'],
    status: 201,
    output: InvitationResponse,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/v1/invitations/:id',
    service: 'ingest',
    role: 'manager',
    summary: 'Revoke an invitation that nobody accepted; without the role admin, one with a role up to your own',
    params: z.object({ id: InvitationId }),
    errors: ['invitation/unknown', 'auth/forbidden'],
    output: RevokedInvitation,
  },
} as const satisfies Routes;
