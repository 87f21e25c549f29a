import { z } from 'zod';
import { PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name, Role } from './vocabulary.ts';

export const principalKinds = ['person', 'agent'] as const;
export const PrincipalKind = z.enum(principalKinds);
export type PrincipalKind = z.infer<typeof PrincipalKind>;

export const Peers = z.array(Name).max(limits.filterValues.max);

/** Days without a working key after which a principal counts as gone. */
export const GONE_AFTER_DAYS = 30;

export const PrincipalOwner = z.object({ principalId: PrincipalId, name: z.string() }).meta({ id: 'PrincipalOwner' });

/** A person or an agent. Keys are created and revoked, while private items stay with their principal. */
export const PrincipalSummary = z
  .object({
    principalId: PrincipalId,
    name: z.string(),
    kind: PrincipalKind,
    role: Role.describe('Highest role; a key may have a lower one'),
    peers: z.array(z.string()).describe('Peer channels they may speak for; * is any'),
    createdAt: EpochMs,
    owner: PrincipalOwner.nullable().describe('The person who owns this agent; null: a person, or nobody owns it'),
    leftAt: EpochMs.nullable().describe('When they left the organisation; null: they are here'),
    goneAt: EpochMs.nullable().describe(
      `Since when nobody can come as them, if that is longer than ${GONE_AFTER_DAYS} days; null: somebody can, or could until lately`,
    ),
    keys: z.number().int().describe('Their keys that work now'),
    lastUsedAt: EpochMs.nullable().describe(
      'When they last came, with a key or a token of the identity provider, to the minute; null: never',
    ),
  })
  .meta({ id: 'PrincipalSummary' });
export type PrincipalSummary = z.infer<typeof PrincipalSummary>;

export const PrincipalsResponse = z
  .object({
    principals: z.array(PrincipalSummary).describe('People and agents who are here, and who left'),
    gone: z
      .array(PrincipalSummary)
      .describe(`People and agents without a working key for ${GONE_AFTER_DAYS} days; another key brings them back`),
  })
  .meta({ id: 'PrincipalsResponse' });
export type PrincipalsResponse = z.infer<typeof PrincipalsResponse>;

/** Field that names the owner of a new agent. */
export const OwnerId = PrincipalId.optional().describe(
  'For agents: the person who owns it, and so sees its private items. Default: the person who asks, or the owner of the agent that asks',
);

export const PrincipalRequest = z
  .strictObject({
    name: Name,
    kind: PrincipalKind.optional().describe('Default: person, or agent if ownerId is given'),
    role: Role.default('writer').describe('Highest role'),
    peers: Peers.default([]).describe('Peer channels they may speak for; * is any'),
    ownerId: OwnerId,
  })
  .meta({ id: 'PrincipalRequest' });
export type PrincipalRequest = z.infer<typeof PrincipalRequest>;

const changes = {
  name: Name.optional().describe('New name'),
  role: Role.optional().describe('Highest role, over all keys'),
  peers: Peers.optional().describe('Peer channels they may speak for, in place of those they have'),
  ownerId: PrincipalId.optional().describe('For agents: the person who owns it from now on. Its keys stay'),
};
const changeNames = Object.keys(changes) as (keyof typeof changes)[];

/** Changes a principal; absent fields stay unchanged. */
export const PrincipalChange = z
  .strictObject(changes)
  .refine((change) => changeNames.some((name) => change[name] !== undefined), {
    message: `needs at least one of ${changeNames.join(', ')}`,
  })
  .meta({ id: 'PrincipalChange', anyOf: changeNames.map((name) => ({ required: [name] })) });
export type PrincipalChange = z.infer<typeof PrincipalChange>;

/** Says what happens to the private items of a principal who leaves. */
export const LeaveRequest = z
  .strictObject({
    handOverTo: PrincipalId.optional().describe('Principal that gets their private memories, still a member'),
    forget: z.literal(true).optional().describe('Their private memories and messages are forgotten for good'),
  })
  .refine(({ handOverTo, forget }) => (handOverTo === undefined) !== (forget === undefined), {
    message: 'needs either handOverTo or forget',
  })
  .meta({
    id: 'LeaveRequest',
    oneOf: [
      { required: ['handOverTo'], not: { required: ['forget'] } },
      { required: ['forget'], not: { required: ['handOverTo'] } },
    ],
  });
export type LeaveRequest = z.infer<typeof LeaveRequest>;

export const LeaveResponse = z
  .object({
    principalId: PrincipalId,
    keysRevoked: z.number().int().min(0),
    handedOver: z.number().int().min(0).describe('Private memories that were handed over'),
    agents: z
      .number()
      .int()
      .min(0)
      .describe('Their agents, whose keys are revoked too: they belong to the heir, or left with them'),
    forgetId: z
      .uuid()
      .nullable()
      .describe('Id of the act that forgets their private items: GET /v1/forgets/:id is its certificate'),
  })
  .meta({ id: 'LeaveResponse' });
export type LeaveResponse = z.infer<typeof LeaveResponse>;

const params = z.object({ id: PrincipalId });

/** Routes of people and agents of an organisation. */
export const principalRoutes = {
  listPrincipals: {
    method: 'GET',
    path: '/v1/principals',
    service: 'ingest',
    role: 'reader',
    summary: 'List the people and agents of the organisation; others than managers see themselves and their agents',
    output: PrincipalsResponse,
  },
  createPrincipal: {
    method: 'POST',
    path: '/v1/principals',
    service: 'ingest',
    role: 'admin',
    summary: 'Add a person or an agent; they have no key yet',
    body: PrincipalRequest,
    status: 201,
    output: PrincipalSummary,
  },
  changePrincipal: {
    method: 'PUT',
    path: '/v1/principals/:id',
    service: 'ingest',
    role: 'admin',
    summary: 'Change name, role or peers of a person or an agent; every key of theirs follows within seconds',
    params,
    query: z.strictObject({
      force: z.boolean().default(false).describe('Though no admin key is left then'),
    }),
    body: PrincipalChange,
    errors: ['principal/unknown', 'key/last-admin'],
    output: PrincipalSummary,
  },
  leave: {
    method: 'POST',
    path: '/v1/principals/:id/leave',
    service: 'ingest',
    role: 'admin',
    summary:
      'Remove a principal: keys are revoked, private memories are handed over or forgotten; a repeat completes the rest',
    params,
    query: z.strictObject({
      force: z.boolean().default(false).describe('Though no admin key is left then'),
    }),
    body: LeaveRequest,
    errors: ['principal/unknown', 'key/last-admin'],
    output: LeaveResponse,
  },
} as const satisfies Routes;
