import { z } from 'zod';
import { OrgId } from './ids.ts';
import { KeyResponse } from './keys.ts';
import { limits } from './limits.ts';
import type { Routes } from './route.ts';
import { EpochMs, Name } from './vocabulary.ts';

const limitOf = ({ min, max }: { readonly min: number; readonly max: number }, meaning: string) =>
  z.number().int().min(min).max(max).nullable().describe(`${meaning}; null: no limit`);

const limitFields = {
  callsPerMinute: limitOf(limits.organisationCalls, 'Calls a minute with all keys of the organisation together'),
  storedItems: limitOf(limits.organisationItems, 'Messages, memories and sections of notes that it may store'),
  storedBytes: limitOf(limits.organisationBytes, 'Bytes of the texts of all these, as UTF-8'),
  embeddedBytesPerHour: limitOf(
    limits.organisationEmbedding,
    'Bytes of new text an hour, counted from the full hour, that go to the embedding model',
  ),
};

/** Names of the limits on what an organisation may store. */
export const limitNames = ['items', 'bytes', 'embedding'] as const;
export type LimitName = (typeof limitNames)[number];

/** How much of a limit is used. */
export const Quota = z.object({
  limit: z.enum(limitNames),
  max: z.number().int(),
  remaining: z.number().int().min(0),
});
export type Quota = z.infer<typeof Quota>;

const LimitsResponse = z
  .object({
    callsPerMinute: z.number().int().nullable().describe('Limit of the organisation; null: none'),
    quotas: z.array(Quota).describe('Existing limits on stored and embedded data'),
  })
  .meta({ id: 'LimitsResponse' });

/** Limits of an organisation. A write beyond a limit fails with the error `limit/...`. */
export const OrganisationLimits = z.object(limitFields);
export type OrganisationLimits = z.infer<typeof OrganisationLimits>;

const count = z.number().int().min(0);

/** An organisation as the operator sees it, with numbers only and no stored content. */
export const Organisation = z
  .object({
    orgId: OrgId,
    name: z.string(),
    createdAt: EpochMs,
    limits: OrganisationLimits,
    messages: count,
    memories: count,
    notes: count.describe('Sections of notes'),
    bytes: count.describe('Bytes of the texts of all these, as UTF-8'),
    principals: count.describe('People and agents who have not left'),
    keys: count.describe('Keys that work'),
  })
  .meta({ id: 'Organisation' });
export type Organisation = z.infer<typeof Organisation>;

/** Report on the removal of an organisation. It contains no text of the organisation, not even its name. */
export const OrganisationRemoval = z
  .object({
    orgId: OrgId,
    state: z
      .enum(['forgetting', 'indexes', 'erasing', 'verifying', 'removed'])
      .describe(
        'No key of it works from the beginning. forgetting: its items go, and from every answer; indexes: they are looked through; erasing: its rows go; verifying: everything is looked through half a minute later',
      ),
    begunAt: EpochMs,
    erasedAt: EpochMs.nullable().describe('When the last row was taken out of the store'),
    verifiedAt: EpochMs.nullable().describe('When everything below was looked through and nothing was left'),
    items: z.array(z.object({ of: z.string(), number: count })).describe('Items that it had, by kind'),
    removed: z
      .array(z.object({ from: z.string(), rows: count }))
      .describe('Rows that were deleted or emptied, by table of the store'),
    verified: z
      .array(z.object({ where: z.string(), remaining: count }))
      .describe('Each place that was looked through, and how much was still there'),
    kept: z
      .array(z.string())
      .describe('Tables whose rows stay: the audit log, by ids, with the proof that it is unchanged'),
  })
  .meta({ id: 'OrganisationRemoval' });
export type OrganisationRemoval = z.infer<typeof OrganisationRemoval>;

const OrganisationsResponse = z
  .object({
    organisations: z.array(Organisation),
    removals: z.array(OrganisationRemoval).describe('Removals of organisations, finished or running'),
  })
  .meta({ id: 'OrganisationsResponse' });

const limitsInput = z
  .strictObject(limitFields)
  .partial()
  .describe('Limits of the organisation; absent ones stay unchanged');

export const OrganisationRequest = z
  .strictObject({
    name: Name.describe('How it is called; no other organisation is called so'),
    limits: limitsInput.default({}),
  })
  .meta({ id: 'OrganisationRequest' });
export type OrganisationRequest = z.infer<typeof OrganisationRequest>;

const changes = { name: Name.optional().describe('How it is called from now on'), limits: limitsInput.optional() };
const changeNames = Object.keys(changes) as (keyof typeof changes)[];

export const OrganisationChange = z
  .strictObject(changes)
  .refine((change) => changeNames.some((name) => change[name] !== undefined), {
    message: `needs at least one of ${changeNames.join(', ')}`,
  })
  .meta({ id: 'OrganisationChange', anyOf: changeNames.map((name) => ({ required: [name] })) });
export type OrganisationChange = z.infer<typeof OrganisationChange>;

const NewOrganisationResponse = z
  .object({ organisation: Organisation, admin: KeyResponse.describe('The first key of the organisation') })
  .meta({ id: 'NewOrganisationResponse' });

const RemoveOrganisationQuery = z.strictObject({
  confirm: z.boolean().default(false).describe('Do it; without this, the answer says what would go'),
});

const RemoveOrganisationResponse = z
  .object({
    confirmed: z.boolean().describe('false: nothing was changed'),
    preview: Organisation.optional().describe('Preview of the removal; when it was not confirmed'),
    removal: OrganisationRemoval.optional().describe('State of a confirmed removal'),
  })
  .meta({ id: 'RemoveOrganisationResponse' });

const params = z.object({ id: OrgId });

/**
 * Routes of organisations. All routes but the first require the operator's key, which gives access to no other route.
 */
export const organisationRoutes = {
  limits: {
    method: 'GET',
    path: '/v1/limits',
    service: 'ingest',
    role: 'admin',
    summary: "Show the limits of the caller's organisation, and the remaining room",
    output: LimitsResponse,
  },
  listOrganisations: {
    method: 'GET',
    path: '/v1/organisations',
    service: 'ingest',
    role: 'operator',
    summary: 'List the organisations of the installation with their size',
    output: OrganisationsResponse,
  },
  createOrganisation: {
    method: 'POST',
    path: '/v1/organisations',
    service: 'ingest',
    role: 'operator',
    summary: 'Create an organisation and its first admin key, which only this answer shows',
    body: OrganisationRequest,
    errors: ['organisation/conflict'],
    status: 201,
    output: NewOrganisationResponse,
  },
  getOrganisation: {
    method: 'GET',
    path: '/v1/organisations/:id',
    service: 'ingest',
    role: 'operator',
    summary: 'Show one organisation with its size',
    params,
    errors: ['organisation/unknown'],
    output: Organisation,
  },
  changeOrganisation: {
    method: 'PUT',
    path: '/v1/organisations/:id',
    service: 'ingest',
    role: 'operator',
    summary: 'Change the name or the limits of an organisation',
    params,
    body: OrganisationChange,
    errors: ['organisation/unknown', 'organisation/conflict'],
    output: Organisation,
  },
  removeOrganisation: {
    method: 'DELETE',
    path: '/v1/organisations/:id',
    service: 'ingest',
    role: 'operator',
    summary:
      'Preview the removal of an organisation; with confirm, remove it permanently. Its keys stop at once. Repeating it resumes a removal',
    params,
    query: RemoveOrganisationQuery,
    errors: ['organisation/unknown'],
    output: RemoveOrganisationResponse,
  },
  organisationRemoval: {
    method: 'GET',
    path: '/v1/organisations/:id/removal',
    service: 'ingest',
    role: 'operator',
    summary: 'Show the certificate of a removal: removed rows by table, and the time of verification',
    params,
    errors: ['organisation/unknown'],
    output: OrganisationRemoval,
  },
} as const satisfies Routes;
