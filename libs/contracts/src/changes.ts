import { z } from 'zod';
import { MemoryId, PrincipalId } from './ids.ts';
import { MemoryRef } from './item-ref.ts';
import { declarationFields } from './declarations.ts';
import { STRENGTH_MIN } from './feedback.ts';
import { limits } from './limits.ts';
import { meaningFields, storedMeaningFields, UnderstoodLines } from './meaning.ts';
import { MemoryInput, ProvenanceInput as MetadataInput } from './records.ts';
import type { Routes } from './route.ts';
import {
  boundedText,
  Category,
  EpochMs,
  ItemState,
  Label,
  Name,
  ProjectName,
  Store,
  Tag,
  ValidFrom,
  ValidTo,
  VisibilityInput,
} from './vocabulary.ts';
import { PrivateOf } from './private-of.ts';
import { overwriteParameter, IndexState, ItemQuery, ReachQuery } from './writes.ts';

const unitInterval = z.number().min(0).max(1);

/**
 * Editable fields of a memory. Channel and readers are not editable, since a memory with another audience is another
 * memory.
 */
const editable = {
  title: boundedText(limits.memoryTitle).optional().describe('Statement of the memory, in a few words'),
  content: boundedText(limits.memoryContent).optional().describe('The whole text, in place of the one it has'),
  tags: z.array(Tag).max(limits.tags.max).optional().describe('In place of those it has'),
  store: Store.optional().describe('Which kind of memory it is'),
  category: Category.optional().describe('Subject matter of the memory'),
  confidence: unitInterval.optional().describe('How sure the writer is'),
  valence: z.number().min(-1).max(1).optional().describe('How bad or good it is'),
  arousal: unitInterval.optional().describe('How stirring it is'),
  validFrom: ValidFrom.nullable().optional().describe('When it begins to hold; null, in a tool call "": it always has'),
  validTo: ValidTo.nullable().optional().describe('When it ceases to hold; null, in a tool call "": it does not'),
  subject: Label.nullable().optional().describe('Name of its subject; null, in a tool call "": nothing in particular'),
  attribute: Label.nullable()
    .optional()
    .describe('Which property of its subject it tells; null, in a tool call "": none in particular'),
  project: ProjectName.nullable()
    .optional()
    .describe('Project that it belongs to; null, in a tool call "": it holds in every project'),
  actionTriggers: MemoryInput.shape.actionTriggers.describe('Actions that it is about, in place of those it has'),
  forbids: meaningFields.forbids.describe('Acts that break it, in place of those it has; []: none'),
  instead: meaningFields.instead.describe('Acts to do instead, in place of those it has; []: none'),
  decides: meaningFields.decides.nullable().describe('Replaces its reasons and rejected alternatives; null: not given'),
  value: meaningFields.value.nullable().describe('The value of its attribute; null: not given'),
};
export const editableFields = Object.keys(editable) as (keyof typeof editable)[];

/** Fields that a change can set in addition to the text of a memory. */
const settableFields = {
  strength: unitInterval
    .min(STRENGTH_MIN)
    .optional()
    .describe('How strong it is from now on, .1 to 1; later feedback moves it from there. No version, no revision'),
  metadata: MetadataInput.optional().describe(
    'Joins its provenance, where a name takes the place of the same name and an empty text takes it out',
  ),
};
const changeable = { ...editable, ...settableFields };
const changeableFields = Object.keys(changeable) as (keyof typeof changeable)[];

const actFields = {
  expectedVersion: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Refuse with item/stale-version if the memory has another version; without it the last change wins'),
  reason: boundedText(limits.reason).optional().describe('Why, for those who look at its history'),
};

/** Expected version in the HTTP header `If-Match: "3"`. */
const ExpectedHeaders = z.object({
  'If-Match': z
    .string()
    .regex(/^"?[1-9]\d{0,8}"?$/, 'must be a version, such as "3"')
    .optional()
    .describe('Refuse with item/stale-version if the memory has another version, as expectedVersion does'),
});

/** Changes at least one editable field of a memory. */
export const ChangeMemoryRequest = z
  .strictObject({ ...changeable, ...actFields })
  .refine((change) => changeableFields.some((field) => change[field] !== undefined), {
    message: `needs at least one of ${changeableFields.join(', ')}`,
  })
  .meta({ id: 'ChangeMemoryRequest', anyOf: changeableFields.map((field) => ({ required: [field] })) });
export type ChangeMemoryRequest = z.infer<typeof ChangeMemoryRequest>;

/** Request of an act that sets no field of the memory. */
export const ActRequest = z.strictObject(actFields).meta({ id: 'ActRequest' });
export type ActRequest = z.infer<typeof ActRequest>;

/**
 * Adds readers to a memory. A private memory can be shared with a team or with everyone, a memory of a team with
 * everyone. Readers are never removed.
 */
export const ShareRequest = z
  .strictObject({
    visibility: VisibilityInput.describe('New readers, of its history too: org, or team:NAME with a team of yours'),
    ...actFields,
  })
  .meta({ id: 'ShareRequest' });
export type ShareRequest = z.infer<typeof ShareRequest>;

const { title, content } = MemoryInput.shape;

/** Fields of a successor. Absent fields are taken from the old memory. */
const successorFields = {
  ...editable,
  title: title.optional().describe('Statement of the memory, in a few words'),
  content: content.optional().describe('The whole of it, so that it is understood without this conversation'),
  sourceIds: MemoryInput.shape.sourceIds
    .unwrap()
    .optional()
    .describe('Items it was made from, as when it is written; those of the old memory where nothing is said'),
  actionTriggers: MemoryInput.shape.actionTriggers.describe(
    'Actions that it is about, as when it is written; those of the old memory where nothing is said',
  ),
  forbids: meaningFields.forbids.describe('Acts that break it; those of the old memory where nothing is said'),
  instead: meaningFields.instead.describe('Acts to do instead; those of the old memory where nothing is said'),
  decides: meaningFields.decides.describe('Reasons and rejected alternatives; none are copied from the old memory'),
  value: meaningFields.value.describe('The value of its attribute; it is not taken from the old memory'),
  ...declarationFields,
};
const successorNames = Object.keys(successorFields) as (keyof typeof successorFields)[];

/** Replaces a memory by a new memory, or by a memory that is already stored. */
export const SupersedeRequest = z
  .strictObject({
    successor: MemoryRef.optional().describe('A stored memory that takes its place, in place of a text'),
    ...successorFields,
    ...actFields,
  })
  .superRefine((body, refused) => {
    const refuse = (names: readonly (keyof typeof successorFields)[], message: string) =>
      names.forEach((name) => refused.addIssue({ code: 'custom', path: [name], message }));
    if (body.successor === undefined)
      refuse(
        (['title', 'content'] as const).filter((name) => body[name] === undefined),
        'is needed, unless successor names a memory',
      );
    else
      refuse(
        successorNames.filter((name) => body[name] !== undefined),
        'is of a new memory, and successor names a stored one',
      );
  })
  .meta({
    id: 'SupersedeRequest',
    oneOf: [
      { required: ['title', 'content'], not: { required: ['successor'] } },
      { required: ['successor'], not: { anyOf: successorNames.map((name) => ({ required: [name] })) } },
    ],
  });
export type SupersedeRequest = z.infer<typeof SupersedeRequest>;

export const ChangeMemoryResponse = z
  .object({ id: MemoryId, version: z.number().int().min(1), state: ItemState, index: IndexState })
  .meta({ id: 'ChangeMemoryResponse' });
export type ChangeMemoryResponse = z.infer<typeof ChangeMemoryResponse>;

export const UpdateMemoryResponse = ChangeMemoryResponse.extend({ understood: UnderstoodLines.optional() }).meta({
  id: 'UpdateMemoryResponse',
});

export const SupersedeResponse = z
  .object({
    oldMemoryId: MemoryId,
    newMemoryId: MemoryId,
    oldVersion: z.number().int().min(1),
    version: z.number().int().min(1).describe('Version of the memory that supersedes it'),
    understood: UnderstoodLines.optional(),
  })
  .meta({ id: 'SupersedeResponse' });
export type SupersedeResponse = z.infer<typeof SupersedeResponse>;

/** A former version of a memory's text. */
export const Revision = z
  .object({
    version: z.number().int().min(1).describe('The version that said this'),
    state: ItemState,
    title: z.string(),
    content: z.string(),
    tags: z.array(z.string()),
    store: Store,
    category: Category,
    confidence: unitInterval.describe('How sure its writer said to be, as it was sent'),
    valence: z.number(),
    arousal: unitInterval,
    validFrom: EpochMs.nullable(),
    validTo: EpochMs.nullable(),
    subject: z.string().nullable(),
    attribute: z.string().nullable().default(null),
    actionTriggers: z.array(z.string()).optional().describe('Absent: none'),
    ...storedMeaningFields,
    metadata: z.record(z.string(), z.string()).optional().describe('Its provenance. Absent: none, or not kept then'),
    changedAt: EpochMs.describe('When it was replaced'),
    changedBy: PrincipalId,
    reason: z.string().nullable(),
  })
  .meta({ id: 'Revision' });
export type Revision = z.infer<typeof Revision>;

export const RevisionsQuery = z.strictObject({
  privateOf: PrivateOf,
  channel: Name.optional().describe('Required for items of a peer channel'),
  limit: z.number().int().min(limits.limit.min).max(limits.limit.max).default(20),
  below: z.number().int().min(1).optional().describe('Only versions below this one: for the next page'),
});
export type RevisionsQuery = z.infer<typeof RevisionsQuery>;

export const RevisionsResponse = z
  .object({
    id: MemoryId,
    version: z.number().int().min(1).describe('The present version'),
    revisions: z.array(Revision).describe('Newest first'),
    supersedes: z.array(MemoryId).describe('The memories whose place it took'),
    supersededBy: MemoryId.optional(),
  })
  .meta({ id: 'RevisionsResponse' });
export type RevisionsResponse = z.infer<typeof RevisionsResponse>;

const memoryRoute = { service: 'ingest', params: z.object({ id: MemoryRef }), query: ReachQuery } as const;
const rewriteRoute = { ...memoryRoute, query: ReachQuery.extend(overwriteParameter) } as const;
const refusals = ['item/stale-version', 'item/superseded'] as const;

/** Routes that change a stored memory. */
export const changeRoutes = {
  updateMemory: {
    method: 'POST',
    path: '/v1/memories/:id/update',
    role: 'writer',
    summary: 'Change parts of a memory; the former text stays as a revision',
    ...rewriteRoute,
    headers: ExpectedHeaders,
    body: ChangeMemoryRequest,
    errors: [...refusals, 'item/conflict', 'item/forgotten'],
    output: UpdateMemoryResponse,
  },
  supersedeMemory: {
    method: 'POST',
    path: '/v1/memories/:id/supersede',
    role: 'writer',
    summary: 'Supersede a memory by a new one for the same readers, or by a stored one',
    ...memoryRoute,
    query: ItemQuery.extend(overwriteParameter),
    body: SupersedeRequest,
    errors: [...refusals, 'item/conflict', 'item/forgotten'],
    output: SupersedeResponse,
  },
  shareMemory: {
    method: 'POST',
    path: '/v1/memories/:id/share',
    role: 'writer',
    summary: 'Share a private memory, or one of a team, with a team or the organisation, with its history',
    ...rewriteRoute,
    body: ShareRequest,
    errors: [...refusals, 'item/conflict', 'item/forgotten'],
    output: ChangeMemoryResponse,
  },
  archiveMemory: {
    method: 'POST',
    path: '/v1/memories/:id/archive',
    role: 'writer',
    summary: 'Archive a memory: it leaves the answers and stays stored',
    ...memoryRoute,
    body: ActRequest,
    errors: refusals,
    output: ChangeMemoryResponse,
  },
  restoreMemory: {
    method: 'POST',
    path: '/v1/memories/:id/restore',
    role: 'writer',
    summary: 'Make an archived memory active again',
    ...rewriteRoute,
    body: ActRequest,
    errors: [...refusals, 'item/conflict', 'item/forgotten'],
    output: ChangeMemoryResponse,
  },
  revisions: {
    method: 'GET',
    path: '/v1/memories/:id/revisions',
    role: 'reader',
    summary: 'List earlier versions of a memory, with author, time and reason of each change',
    ...memoryRoute,
    query: RevisionsQuery,
    output: RevisionsResponse,
  },
} as const satisfies Routes;
