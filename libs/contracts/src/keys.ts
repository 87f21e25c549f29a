import { z } from 'zod';
import { KeyId, OrgId, PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import { EpochMs, Name, Role } from './vocabulary.ts';
import type { Routes } from './route.ts';

export const KeySummary = z
  .object({
    keyId: KeyId,
    name: z.string(),
    role: Role,
    prefix: z.string().describe('The first letters of the key, to tell keys apart'),
    peers: z.array(z.string()),
    createdAt: EpochMs,
    revokedAt: EpochMs.nullable(),
  })
  .meta({ id: 'KeySummary' });
export type KeySummary = z.infer<typeof KeySummary>;

export const KeyRequest = z
  .strictObject({
    name: Name,
    kind: z.enum(['person', 'agent']).default('agent'),
    role: Role.default('writer'),
    peers: z.array(Name).max(limits.filterValues.max).default([]).describe('Peer channels it may speak for; * is any'),
  })
  .meta({ id: 'KeyRequest' });
export type KeyRequest = z.infer<typeof KeyRequest>;

export const KeyResponse = z
  .object({ key: z.string().describe('Shown this once, stored as a hash'), summary: KeySummary })
  .meta({ id: 'KeyResponse' });
export type KeyResponse = z.infer<typeof KeyResponse>;

export const KeysResponse = z.object({ keys: z.array(KeySummary) }).meta({ id: 'KeysResponse' });
export type KeysResponse = z.infer<typeof KeysResponse>;

/** Who a key stands for, and what it may do. */
export const KeyHolder = z
  .object({
    orgId: OrgId,
    principalId: PrincipalId,
    keyId: KeyId,
    name: z.string(),
    kind: z.enum(['person', 'agent']),
    role: Role,
    peers: z.array(z.string()).describe('Peer channels it may speak for; * is any'),
    peerPrefixes: z.array(z.string()).describe('Prefixes whose channels belong to one peer each'),
  })
  .meta({ id: 'KeyHolder' });
export type KeyHolder = z.infer<typeof KeyHolder>;

export const RevokeQuery = z.strictObject({
  force: z.boolean().default(false).describe('Revoke it though it is the last admin key of the organisation'),
});
export type RevokeQuery = z.infer<typeof RevokeQuery>;

export const RevokeResponse = z.object({ keyId: KeyId, revoked: z.literal(true) }).meta({ id: 'RevokeResponse' });
export type RevokeResponse = z.infer<typeof RevokeResponse>;

/** Who may come in. */
export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: '/v1/keys',
    service: 'ingest',
    role: 'admin',
    summary: 'The keys of the organisation',
    output: KeysResponse,
  },
  keyHolder: {
    method: 'GET',
    path: '/v1/caller',
    service: 'ingest',
    role: 'reader',
    summary: 'Who the key of the request stands for, and what it may do',
    output: KeyHolder,
  },
  createKey: {
    method: 'POST',
    path: '/v1/keys',
    service: 'ingest',
    role: 'admin',
    summary: 'Make a key; it is shown this once',
    body: KeyRequest,
    status: 201,
    output: KeyResponse,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/v1/keys/:id',
    service: 'ingest',
    role: 'admin',
    summary: 'Revoke a key; the last admin key only by force',
    params: z.object({ id: KeyId }),
    query: RevokeQuery,
    output: RevokeResponse,
  },
} as const satisfies Routes;
