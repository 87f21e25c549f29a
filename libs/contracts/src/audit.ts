import { z } from 'zod';
import { KeyId, PrincipalId } from './ids.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, TimeInput, TimeUntil } from './vocabulary.ts';

/** Acts that the audit log records. New acts are added at the end. */
export const auditActs = [
  'write',
  'change',
  'archive',
  'restore',
  'supersede',
  'forget',
  'begin',
  'switch',
  'retire',
  'lose',
  'replay',
  'read',
  'call',
  'share',
  'hand-over',
  'import',
] as const;
export const AuditAct = z.enum(auditActs);
export type AuditAct = z.infer<typeof AuditAct>;

/** Kinds of targets of an act. `words` and `vectors` are index generations; a selection is several items at once. */
export const auditKinds = [
  'message',
  'memory',
  'note',
  'alias',
  'key',
  'dead-letter',
  'masking',
  'recall-limit',
  'extraction',
  'selection',
  'words',
  'vectors',
  'feedback',
  'checkpoint',
  'pattern',
  'graph',
  'route',
  'organisation',
  'principal',
  'team',
  'channel',
  'knowledge-base',
  'limit',
  'settings',
  'retention',
  'webhook',
  'invitation',
] as const;
export const AuditKind = z.enum(auditKinds);
export type AuditKind = z.infer<typeof AuditKind>;

/**
 * Outcomes of an act. Denied calls with the same caller, route and reason within some seconds share one entry of the
 * log.
 */
export const auditOutcomes = ['done', 'denied'] as const;
export const AuditOutcome = z.enum(auditOutcomes);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Entry in the audit chain of an organisation. It contains no text that a user wrote. */
export const AuditEntry = z
  .object({
    number: z.number().int().describe('Its place in the chain of the organisation, from 1'),
    at: EpochMs,
    principalId: PrincipalId.describe('Principal that acted; all zeros for the server itself'),
    keyId: KeyId.nullable().describe('With which key; null where it is not known'),
    act: AuditAct,
    kind: AuditKind,
    targetId: z.uuid().describe('On what; all zeros where the kind has no ids'),
    version: z.number().int().describe('The version that it made; of an act on several, how many'),
    requestId: z.string().nullable().describe('The x-request-id of the request'),
    outcome: AuditOutcome,
    route: z.string().nullable().describe('The route of a denied call or of a read'),
    reason: z.string().nullable().describe('The error code of a denied call'),
    hash: z.string().describe('SHA-256 of the entry and of the hash before it, base64url'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Default number of entries on a page. */
const AUDIT_PAGE_ENTRIES = 100;
const ENTRY_NUMBER_MAX = 2 ** 31 - 1;
const Place = z.number().int().min(0).max(ENTRY_NUMBER_MAX);

export const AuditQuery = z
  .strictObject({
    principalId: PrincipalId.optional(),
    act: AuditAct.optional(),
    kind: AuditKind.optional(),
    targetId: z.uuid().optional().describe('The id of the item, key or other thing that was acted on'),
    outcome: AuditOutcome.optional(),
    sinceMs: TimeInput.optional().describe('Not before: epoch ms, ISO 8601 with zone, day or month'),
    untilMs: TimeUntil.optional().describe('Not after, likewise'),
    order: z.enum(['newest', 'oldest']).default('newest'),
    limit: z.number().int().min(1).max(limits.auditPage.max).default(AUDIT_PAGE_ENTRIES),
    after: Place.optional().describe(
      'Go on after the entry of this number, in the same order: `next` of the page before',
    ),
  })
  .meta({ id: 'AuditQuery' });
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditPage = z
  .object({
    entries: z.array(AuditEntry),
    next: z.number().int().nullable().describe('Where the next page begins; null after the last entry'),
  })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;

const auditFaults = ['changed', 'removed', 'seal-removed', 'unsealed'] as const;

/** Position at which the audit chain is broken. */
export const AuditFault = z
  .object({
    number: z.number().int().describe('The place in the chain'),
    fault: z
      .enum(auditFaults)
      .describe(
        'changed: the entry or its hash is not what was sealed; removed: the entry is gone; seal-removed: its seal is gone; unsealed: an entry was never sealed',
      ),
  })
  .meta({ id: 'AuditFault' });
export type AuditFault = z.infer<typeof AuditFault>;

export const AuditProofQuery = z.strictObject({
  after: Place.default(0).describe('Check what comes after the entry of this number'),
  limit: z.number().int().min(1).max(limits.auditProof.max).default(limits.auditProof.max),
});
export type AuditProofQuery = z.infer<typeof AuditProofQuery>;

export const AuditProof = z
  .object({
    checked: z.number().int().describe('Entries of this part of the chain'),
    faults: z.array(AuditFault).max(limits.auditFaults.max),
    next: z.number().int().nullable().describe('Where to go on; null when the end of the chain was reached'),
    head: z
      .object({ number: z.number().int(), hash: z.string() })
      .describe('The last entry: keep its number and hash elsewhere, and the whole chain before it is held by them'),
  })
  .meta({ id: 'AuditProof' });
export type AuditProof = z.infer<typeof AuditProof>;

/** Routes of the audit log, which records who did what. */
export const auditRoutes = {
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    service: 'ingest',
    role: 'admin',
    summary: 'List the audit log: principal, action, id, time and request of every act in the organisation',
    query: AuditQuery,
    output: AuditPage,
  },
  verifyAudit: {
    method: 'GET',
    path: '/v1/audit/proof',
    service: 'ingest',
    role: 'admin',
    summary: 'Check that no entry was changed or removed, a part of the chain at a time',
    query: AuditProofQuery,
    output: AuditProof,
  },
} as const satisfies Routes;
