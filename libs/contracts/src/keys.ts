import { z } from 'zod';
import { KeyId, OrgId, PrincipalId, TeamId } from './ids.ts';
import { limits } from './limits.ts';
import { OwnerId, Peers, PrincipalKind } from './principals.ts';
import { boundedText, EpochMs, Name, Role, TimeInput } from './vocabulary.ts';
import { markIdentifying } from './secret-rules.ts';
import type { Routes } from './route.ts';

export const KeySummary = z
  .object({
    keyId: KeyId,
    principalId: PrincipalId.describe('The person or agent whose key it is'),
    name: z.string().describe('Their name'),
    kind: PrincipalKind,
    label: z.string().nullable().describe('Which of their keys it is'),
    role: Role.describe('Role of the key: at most that of its principal'),
    prefix: z.string().describe('The first letters of the key, to tell keys apart'),
    peers: z.array(z.string()),
    createdAt: EpochMs,
    expiresAt: EpochMs.nullable().describe('From when on it works no more'),
    lastUsedAt: EpochMs.nullable().describe('When it was last used, to the minute; null: never'),
    revokedAt: EpochMs.nullable(),
  })
  .meta({ id: 'KeySummary' });
export type KeySummary = z.infer<typeof KeySummary>;

const KeyLabel = markIdentifying(boundedText(limits.keyLabel));

/** Creates a key for an existing principal, or for a new principal with this name. */
export const KeyRequest = z
  .strictObject({
    principalId: PrincipalId.optional().describe(
      'Owner of the key, if already known. Role and peers then narrow theirs',
    ),
    name: Name.optional().describe('Name of a new owner of the key'),
    kind: PrincipalKind.optional().describe('Kind of a new owner; default agent'),
    ownerId: OwnerId,
    role: Role.optional().describe('Role of the key. Default: writer for a new owner, else the role of the principal'),
    peers: Peers.optional().describe('Peer channels it may speak for; * is any. Default: those of its principal'),
    label: KeyLabel.optional().describe('Which of their keys it is, such as laptop or ci'),
    expiresAt: TimeInput.optional().describe('From when on it works no more; default: never'),
  })
  .refine(({ principalId, name }) => (principalId === undefined) !== (name === undefined), {
    message: 'needs either principalId, for an existing principal, or name, for a new one',
  })
  .refine(({ principalId, kind }) => principalId === undefined || kind === undefined, {
    path: ['kind'],
    message: 'goes with name only: an existing principal has a kind',
  })
  .refine(({ principalId, ownerId }) => principalId === undefined || ownerId === undefined, {
    path: ['ownerId'],
    message: 'goes with name only: an existing agent has an owner',
  })
  .meta({
    id: 'KeyRequest',
    oneOf: [
      {
        required: ['principalId'],
        not: { anyOf: [{ required: ['kind'] }, { required: ['name'] }, { required: ['ownerId'] }] },
      },
      { required: ['name'], not: { required: ['principalId'] } },
    ],
  });
export type KeyRequest = z.infer<typeof KeyRequest>;

export const RotateKeyRequest = z
  .strictObject({
    overlapSeconds: z
      .number()
      .int()
      .min(limits.keyOverlap.min)
      .max(limits.keyOverlap.max)
      .default(3_600)
      .describe('How long the old key works beside the new one; 0 revokes it at once'),
    expiresAt: TimeInput.optional().describe('From when on the new key works no more; default: never'),
  })
  .meta({ id: 'RotateKeyRequest' });
export type RotateKeyRequest = z.infer<typeof RotateKeyRequest>;

export const KeyResponse = z
  .object({ key: z.string().describe('Shown this once, stored as a hash'), summary: KeySummary })
  .meta({ id: 'KeyResponse' });
export type KeyResponse = z.infer<typeof KeyResponse>;

export const KeysResponse = z.object({ keys: z.array(KeySummary) }).meta({ id: 'KeysResponse' });
export type KeysResponse = z.infer<typeof KeysResponse>;

/** Principal of a key, with its rights. */
export const KeyHolder = z
  .object({
    orgId: OrgId,
    organisation: z.string().optional().describe('Name of the organisation'),
    principalId: PrincipalId,
    keyId: KeyId,
    name: z.string(),
    kind: PrincipalKind,
    ownerId: PrincipalId.optional().describe('The person who owns this agent; absent: a person, or nobody owns it'),
    role: Role,
    peers: z.array(z.string()).describe('Peer channels it may speak for; * is any'),
    teams: z
      .array(z.object({ teamId: TeamId, name: z.string() }))
      .optional()
      .describe('The teams they are in'),
    peerPrefixes: z.array(z.string()).describe('Prefixes whose channels belong to one peer each'),
    program: z
      .string()
      .optional()
      .describe(
        'Beginning of a command of Cairn in a shell of the server, such as npm run -s cairn --; absent: it has no command line',
      ),
  })
  .meta({ id: 'KeyHolder' });
export type KeyHolder = z.infer<typeof KeyHolder>;

export const RevokeQuery = z.strictObject({
  force: z.boolean().default(false).describe('Revoke it though it is the last admin key of the organisation'),
});
export type RevokeQuery = z.infer<typeof RevokeQuery>;

export const RevokeResponse = z.object({ keyId: KeyId, revoked: z.literal(true) }).meta({ id: 'RevokeResponse' });
export type RevokeResponse = z.infer<typeof RevokeResponse>;

/** Routes of API keys. */
export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    service: 'ingest',
    role: 'reader',
    summary: 'List the keys of the organisation; others than admins see their own and those of their agents',
    output: KeysResponse,
  },
  keyHolder: {
    method: 'GET',
    path: '/v1/caller',
    service: 'ingest',
    role: 'reader',
    summary: "Show the principal of the request's key, and its rights",
    output: KeyHolder,
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    service: 'ingest',
    role: 'reader',
    isWrite: true,
    summary:
      'Create a key; only this answer shows it. Without the role admin, a person creates keys for their own agents',
    body: KeyRequest,
    errors: ['principal/unknown', 'auth/forbidden'],
    status: 201,
    output: KeyResponse,
  },
  rotateKey: {
    method: 'POST',
    path: '/v1/keys/:id/rotate',
    service: 'ingest',
    role: 'reader',
    isWrite: true,
    summary:
      'Replace a key by another one of the same principal; private items stay with the principal. Without the role admin, for keys of own agents',
    params: z.object({ id: KeyId }),
    body: RotateKeyRequest,
    errors: ['item/unknown', 'key/last-admin'],
    status: 201,
    output: KeyResponse,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/:id',
    service: 'ingest',
    role: 'reader',
    isWrite: true,
    summary: 'Revoke a key; the last admin key only by force. Without the role admin, for keys of own agents',
    params: z.object({ id: KeyId }),
    query: RevokeQuery,
    output: RevokeResponse,
  },
} as const satisfies Routes;
