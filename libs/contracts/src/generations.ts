import { z } from 'zod';
import { OrgId } from './ids.ts';
import { EpochMs, itemKinds } from './vocabulary.ts';
import { indexTargets } from './writes.ts';
import type { Routes } from './route.ts';

/**
 * Status of a generation. Generations that are `building`, `live` or `standby` are written; searches read the `live`
 * generation. A `standby` generation was live before and can become live again.
 */
const generationStatuses = ['building', 'live', 'standby', 'retired'] as const;
export const GenerationStatus = z.enum(generationStatuses);
export type GenerationStatus = z.infer<typeof GenerationStatus>;

const Target = z.enum(indexTargets);
const count = z.number().int().min(0);

/** Name of a generation: its target and number. */
export const GenerationId = z
  .string()
  .regex(/^(words|vectors)-[1-9]\d{0,8}$/, 'must be a target and a number, such as vectors-2')
  .transform((id) => {
    const [target, number] = id.split('-') as [z.infer<typeof Target>, string];
    return { target, number: Number(number) };
  });
export type GenerationId = z.infer<typeof GenerationId>;

export const GenerationSummary = z
  .object({
    id: z.string().describe('Target and number, such as vectors-2'),
    target: Target,
    number: z.number().int().min(1),
    builtBy: z.string().describe('Model of the vectors, analyser version of the words'),
    layout: z
      .number()
      .int()
      .min(1)
      .default(1)
      .describe('Layout of its filter fields; one older than that of a new generation should be rebuilt'),
    dims: z.number().int().nullable().describe('Dimensions of the vectors; null for words'),
    status: GenerationStatus,
    startedAt: EpochMs,
    filledAt: EpochMs.nullable().describe('When all that was stored before had been put in; null while that goes on'),
    filled: count.describe('Progress of filling through the stored items'),
    stored: count.describe('How far it has to come'),
  })
  .meta({ id: 'GenerationSummary' });
export type GenerationSummary = z.infer<typeof GenerationSummary>;

export const GenerationsResponse = z
  .object({
    generations: z.array(GenerationSummary),
    analyser: z
      .string()
      .optional()
      .describe(
        'By which the next words are built, as CAIRN_LANGUAGE says; a service of an older version says nothing',
      ),
  })
  .meta({ id: 'GenerationsResponse' });
export type GenerationsResponse = z.infer<typeof GenerationsResponse>;

export const BeginGenerationRequest = z.strictObject({ target: Target }).meta({ id: 'BeginGenerationRequest' });
export type BeginGenerationRequest = z.infer<typeof BeginGenerationRequest>;

export const SwitchGenerationRequest = z
  .strictObject({
    force: z
      .boolean()
      .default(false)
      .describe('Switch even if it is incomplete, differs from the store, or answers differently from the live one'),
    minOverlap: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'The least overlap with the answers of the live one. Absent: equal answers where both are built by the same, no bound where not',
      ),
  })
  .meta({ id: 'SwitchGenerationRequest' });
export type SwitchGenerationRequest = z.infer<typeof SwitchGenerationRequest>;

export const AnswersCompared = z
  .object({
    asked: count.describe('Sample questions, the words of stored items, that both generations were asked'),
    equal: count.describe('Number of questions with the same first ten hits in the same order'),
    overlap: z.number().min(0).max(1).describe('Mean share of the first ten hits that both have'),
  })
  .meta({ id: 'AnswersCompared' });
export type AnswersCompared = z.infer<typeof AnswersCompared>;

export const SwitchGenerationResponse = GenerationsResponse.extend({
  answers: AnswersCompared.nullable().describe('Null where none were compared: by force, or on the way back'),
}).meta({ id: 'SwitchGenerationResponse' });
export type SwitchGenerationResponse = z.infer<typeof SwitchGenerationResponse>;

export const VerifyRequest = z
  .strictObject({
    after: OrgId.optional().describe('The organisation after this one is compared; absent: the first'),
    repair: z.boolean().default(false).describe('Reindex missing and stale items, remove phantoms'),
  })
  .meta({ id: 'VerifyRequest' });
export type VerifyRequest = z.infer<typeof VerifyRequest>;

/**
 * Kinds of differences between an index and the store: an item is missing from the index (`missing`), is indexed although
 * it is deleted (`phantom`), or is indexed at another version (`stale`).
 */
export const driftKinds = ['missing', 'phantom', 'stale'] as const;
export type DriftKind = (typeof driftKinds)[number];

export const Drift = z
  .object({ is: z.enum(driftKinds), kind: z.enum(itemKinds), id: z.uuid(), version: z.number().int() })
  .meta({ id: 'Drift' });
export type Drift = z.infer<typeof Drift>;

export const VerifyResponse = z
  .object({
    orgId: OrgId.nullable().describe('Which organisation was compared; null when there was none left'),
    next: OrgId.nullable().describe('Value of `after` for the next request; null at the end'),
    stored: count.describe('Items in the store that the index should have'),
    missing: count,
    phantom: count,
    stale: count,
    pending: count.describe('Different, but on their way'),
    examples: z.array(Drift).describe('Some of those that differ'),
    repaired: count,
  })
  .meta({ id: 'VerifyResponse' });
export type VerifyResponse = z.infer<typeof VerifyResponse>;

/** Routes of index generations. */
export const generationRoutes = {
  listGenerations: {
    method: 'GET',
    path: '/v1/generations',
    service: 'ingest',
    role: 'admin',
    summary: 'List the generations of each index with their progress',
    output: GenerationsResponse,
  },
  beginGeneration: {
    method: 'POST',
    path: '/v1/generations',
    service: 'ingest',
    role: 'admin',
    summary: 'Rebuild an index, in parallel to the live one',
    body: BeginGenerationRequest,
    errors: ['generation/conflict'],
    status: 201,
    output: GenerationSummary,
  },
  switchGeneration: {
    method: 'POST',
    path: '/v1/generations/:id/switch',
    service: 'ingest',
    role: 'admin',
    summary: 'Switch reads to this generation, if it is complete, equals the store, and answers like the live one',
    params: z.object({ id: GenerationId }),
    body: SwitchGenerationRequest,
    errors: ['generation/conflict'],
    output: SwitchGenerationResponse,
  },
  verifyGeneration: {
    method: 'POST',
    path: '/v1/generations/:id/verify',
    service: 'ingest',
    role: 'admin',
    summary: 'Compare a generation with the store, one organisation a request',
    params: z.object({ id: GenerationId }),
    body: VerifyRequest,
    output: VerifyResponse,
  },
  retireGeneration: {
    method: 'DELETE',
    path: '/v1/generations/:id',
    service: 'ingest',
    role: 'admin',
    summary: 'Stop writing a generation that is not live, and drop its index',
    params: z.object({ id: GenerationId }),
    errors: ['generation/conflict'],
    output: GenerationSummary,
  },
} as const satisfies Routes;
