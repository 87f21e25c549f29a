import { z } from 'zod';
import { toolLimits } from './limits.ts';
import { ProposalKind } from './proposals.ts';
import type { Routes } from './route.ts';
import { Category } from './vocabulary.ts';

/** Rules of an organisation for proposed memories. */
export const ReviewPolicy = z
  .object({
    reviewers: z
      .enum(['owner', 'managers', 'readers'])
      .default('owner')
      .describe(
        'Reviewers of proposals for more readers than the owner: the owner alone, managers too, or every person who would read it too',
      ),
    keptUnreviewed: z
      .partialRecord(ProposalKind, z.number().min(0).max(1))
      .default({})
      .describe(
        'Kinds that are kept without a review from this certainty on; a rule that could stop an action never is',
      ),
    ownFacts: z
      .enum(['keep', 'review'])
      .default('keep')
      .describe('Whether facts in the own words of the owner, for the owner alone, are kept without a review'),
    reviewedWrites: z
      .array(Category)
      .max(Category.options.length)
      .default([])
      .describe('Categories of which an agent only proposes memories for others; a person keeps them'),
    advisedPerDay: z
      .number()
      .int()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('Proposals a day (UTC) that may be sent to the configured language model for advice; 0 sends none'),
  })
  .meta({ id: 'ReviewPolicy' });
export type ReviewPolicy = z.infer<typeof ReviewPolicy>;

/** Settings of an organisation. */
export const OrganisationSettings = z
  .object({
    masking: z
      .enum(['on', 'off'])
      .describe('off stores keys and tokens in texts as they are; what <private> marks is masked all the same'),
    recallLimit: z
      .number()
      .int()
      .min(toolLimits.recallLimit.min)
      .max(toolLimits.recallLimit.max)
      .default(toolLimits.recallLimit.default)
      .describe('Hits of a recall that names no number, at most'),
    agentCalls: z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        'off keeps no questions of agents for their owners, and forgets those that are kept; they are still counted',
      ),
    review: ReviewPolicy.prefault({}).describe('Rules for proposed memories'),
  })
  .meta({ id: 'OrganisationSettings' });
export type OrganisationSettings = z.infer<typeof OrganisationSettings>;

/** Changes settings; absent fields stay unchanged. */
export const SettingsRequest = z.strictObject({
  masking: OrganisationSettings.shape.masking.optional(),
  recallLimit: OrganisationSettings.shape.recallLimit.unwrap().optional(),
  agentCalls: OrganisationSettings.shape.agentCalls.unwrap().optional(),
  review: z
    .strictObject({
      reviewers: ReviewPolicy.shape.reviewers.unwrap().optional(),
      keptUnreviewed: ReviewPolicy.shape.keptUnreviewed.unwrap().optional(),
      ownFacts: ReviewPolicy.shape.ownFacts.unwrap().optional(),
      reviewedWrites: ReviewPolicy.shape.reviewedWrites.unwrap().optional(),
      advisedPerDay: ReviewPolicy.shape.advisedPerDay.unwrap().optional(),
    })
    .optional(),
});
export type SettingsRequest = z.infer<typeof SettingsRequest>;

/** Routes of an organisation's settings. */
export const settingsRoutes = {
  settings: {
    method: 'GET',
    path: '/v1/settings',
    service: 'ingest',
    role: 'manager',
    summary: 'Show the settings of the organisation',
    output: OrganisationSettings,
  },
  changeSettings: {
    method: 'PUT',
    path: '/v1/settings',
    service: 'ingest',
    role: 'admin',
    summary: 'Change the settings; every service applies them within seconds',
    body: SettingsRequest,
    output: OrganisationSettings,
  },
} as const satisfies Routes;
