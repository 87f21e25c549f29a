import { z } from 'zod';
import { ItemRef } from './item-ref.ts';
import { limits } from './limits.ts';
import { PrivateOf } from './private-of.ts';
import type { Routes } from './route.ts';
import { rulingImportKinds } from './rulings.ts';
import { boundedText, EpochMs, itemKinds, MaybeTime, Name, Tag, TimeInput } from './vocabulary.ts';

/** Provenance key for the id of the import that created an item. The id does not decide whether two items are the same. */
export const IMPORT_ID = 'importId';

/**
 * Name of the provenance entry with the kind of files that an import read, if these are files by which a team rules itself.
 * Only the server sets it, from `importKind` of the request, so that no imported file vouches for itself.
 */
export const IMPORT_KIND = 'importKind';

export const RulingImportKind = z
  .enum(rulingImportKinds)
  .describe(
    'Kind of files that an import reads, if its rules and decisions bind without a review: rule files for agents, decision records, files of owners and dependencies. What other imports bring binds nobody until a person confirms it',
  );
export type RulingImportKind = z.infer<typeof RulingImportKind>;

export const ImportId = z.string().regex(/^[a-z0-9-]{1,80}$/, 'a-z, 0-9 and -, 80 at most');

const selectorFields = {
  ids: z.array(ItemRef).min(limits.forgetIds.min).max(limits.forgetIds.max).optional().describe('These very items'),
  sessionKey: Name.optional().describe('Messages of this session'),
  speaker: Name.optional().describe('Messages of this participant'),
  source: Name.optional().describe('Items that came from this source'),
  externalId: boundedText(limits.externalId).optional().describe('Items that have this id of their sender'),
  importId: ImportId.optional().describe('Items that this import brought in, as its end named it'),
  channel: Name.optional().describe('Items of this channel; required for items of a peer channel'),
  since: TimeInput.optional().describe('Items of this time and later'),
  contains: boundedText(limits.forgetText)
    .optional()
    .describe('Items whose title or text contains this; A to Z match in upper and lower case'),
  identifier: boundedText(limits.forgetText)
    .optional()
    .describe('Items that name this address, number, code, path, day or name, in any written form'),
  tags: z.array(Tag).min(1).max(limits.filterValues.max).optional().describe('Memories that have all of these tags'),
};
const forgetSelectors = Object.keys(selectorFields) as (keyof typeof selectorFields)[];
export const ForgetSelector = z.enum(forgetSelectors);
export type ForgetSelector = z.infer<typeof ForgetSelector>;

/** Forgets every item that matches all given selectors, or previews these items. */
export const ForgetsRequest = z
  .strictObject({
    ...selectorFields,
    lineage: z.boolean().default(false).describe('With every memory made from one of them, in any number of steps'),
    privateOf: PrivateOf,
    confirm: z.boolean().default(false).describe('Do it; without this, the answer says what would go'),
  })
  .refine((selection) => forgetSelectors.some((name) => selection[name] !== undefined), {
    message: `needs at least one of ${forgetSelectors.join(', ')}`,
  })
  .meta({ id: 'ForgetsRequest', anyOf: forgetSelectors.map((name) => ({ required: [name] })) });
export type ForgetsRequest = z.infer<typeof ForgetsRequest>;

const count = z.number().int().min(0);

const ForgetExample = z.object({
  kind: z.enum(itemKinds),
  id: z.uuid(),
  text: z.string().describe('The title of a memory, the beginning of a message'),
  timestamp: MaybeTime,
  excerpt: z
    .string()
    .optional()
    .describe(
      'With contains or identifier: its text around what matches, at most 300 characters. All of the item goes. Absent: a former version alone matches',
    ),
});

const ForgetPreview = z.object({
  messages: count,
  memories: count,
  changed: count.describe('Memories among them that were changed since they were stored; their changes would go too'),
  others: count.describe('Items that others wrote: they stay, since only a manager may forget them'),
  examples: z.array(ForgetExample).describe('The newest of them'),
  notes: z
    .array(z.object({ workspace: z.string(), path: z.string() }))
    .optional()
    .describe(
      'With contains or identifier: notes that say it too, now or in a former version, and stay. DELETE /v1/notes with forget=true forgets one with its versions. Absent: none that you see',
    ),
  hasMoreNotes: z.boolean().optional().describe('true: more notes say it than are listed'),
  blocks: z
    .enum(['session', 'source'])
    .optional()
    .describe('Whole session or source that is forgotten: later items of it are refused with item/forgotten'),
});

export const ForgetsResponse = z
  .object({
    confirmed: z.boolean().describe('false: nothing was changed'),
    id: z.uuid().optional().describe('Id of the act that was begun: GET /v1/forgets/:id is its certificate'),
    preview: ForgetPreview.optional().describe('Preview of the deletion; when it was not confirmed'),
  })
  .meta({ id: 'ForgetsResponse' });
export type ForgetsResponse = z.infer<typeof ForgetsResponse>;

/** Certificate of an act of forgetting. It contains no forgotten text and no values of the selection. */
export const ForgetCertificate = z
  .object({
    id: z.uuid(),
    state: z
      .enum(['selecting', 'forgetting', 'verifying', 'verified'])
      .describe('verifying: all of it is gone from every answer, and the indexes are looked through'),
    by: z
      .array(z.enum([...forgetSelectors, 'retention', 'principal']))
      .describe(
        'Selectors, without their values; retention: a rule of the organisation; principal: private items of somebody who left',
      ),
    lineage: z.boolean(),
    begunAt: EpochMs,
    forgottenAt: EpochMs.nullable().describe('When the last item was taken out of the store'),
    verifiedAt: EpochMs.nullable().describe('When everything below was looked through and nothing was left'),
    messages: count.describe('Messages that were forgotten'),
    memories: count.describe('Memories that were forgotten'),
    removed: z
      .array(z.object({ from: z.string(), rows: count }))
      .describe('Rows that were deleted or emptied, by table of the store'),
    verified: z
      .array(z.object({ where: z.string(), remaining: count }))
      .describe('Each place that was looked through, and how much was still there'),
  })
  .meta({ id: 'ForgetCertificate' });
export type ForgetCertificate = z.infer<typeof ForgetCertificate>;

/** A place that was searched after an act, and the number of rows about forgotten items that remain there. */
export type RemainingRows = ForgetCertificate['verified'][number];

/** Routes that forget many items at once. */
export const forgetRoutes = {
  forgetMany: {
    method: 'POST',
    path: '/v1/forgets',
    service: 'ingest',
    role: 'writer',
    summary:
      'Preview the permanent deletion of a selection; with confirm, delete it: your own items, or as a manager those that you see',
    body: ForgetsRequest,
    output: ForgetsResponse,
  },
  forgetCertificate: {
    method: 'GET',
    path: '/v1/forgets/:id',
    service: 'ingest',
    role: 'writer',
    summary:
      'Show the certificate of an act of forgetting that you began: removed rows by table, and the time of verification',
    params: z.object({ id: z.uuid() }),
    errors: ['forget/unknown'],
    output: ForgetCertificate,
  },
} as const satisfies Routes;
