import { z } from 'zod';
import { RelationInput } from './declarations.ts';
import { limits } from './limits.ts';
import { DecisionMeaning, Norm } from './meaning.ts';
import { MeaningReviewItem } from './meaning-review.ts';
import type { Routes } from './route.ts';
import { Name } from './vocabulary.ts';

export const ProposeMeaningRequest = z
  .strictObject({
    channel: Name.optional().describe('Required for items of a peer channel'),
    limit: z
      .number()
      .int()
      .min(limits.proposedItems.min)
      .max(limits.proposedItems.max)
      .default(limits.proposedItems.max)
      .describe('Memories of the review that are sent, the most used first'),
  })
  .meta({ id: 'ProposeMeaningRequest' });
export type ProposeMeaningRequest = z.infer<typeof ProposeMeaningRequest>;

/** Fields that a proposal may fill in. */
export const ProposedFields = z
  .object({
    forbids: z.array(Norm).optional(),
    instead: z.array(z.string()).optional(),
    decides: DecisionMeaning.optional(),
    value: z.string().optional(),
    relations: z.array(RelationInput).optional(),
  })
  .meta({ id: 'ProposedFields' });
export type ProposedFields = z.infer<typeof ProposedFields>;

/**
 * Meaning that a language model proposes for a memory. The proposal is not stored until somebody sends it as a change.
 */
export const MeaningProposal = MeaningReviewItem.pick({
  memoryId: true,
  category: true,
  title: true,
  content: true,
  version: true,
  lacks: true,
})
  .extend({
    proposes: ProposedFields.describe('Empty where nothing of the answer could be used'),
    dropped: z.array(z.string()).describe('Parts of the answer that were left out, each with the reason'),
  })
  .meta({ id: 'MeaningProposal' });
export type MeaningProposal = z.infer<typeof MeaningProposal>;

export const ProposeMeaningResponse = z
  .object({
    proposals: z.array(MeaningProposal),
    asked: z
      .object({
        endpoint: z.string().describe('Scheme, host and port to which the texts were sent'),
        model: z.string(),
        memories: z.number().int().describe('Memories whose title and content were sent'),
        characters: z.number().int().describe('Characters that were sent'),
        promptTokens: z.number().int().optional().describe('Tokens of the request, by the count of the endpoint'),
        answerTokens: z.number().int().optional().describe('Tokens of the answer, likewise'),
      })
      .optional()
      .describe('Absent: nothing lacks a meaning, so nothing was sent'),
    dropped: z.array(z.string()).describe('Proposals that name no memory that was sent'),
  })
  .meta({ id: 'ProposeMeaningResponse' });
export type ProposeMeaningResponse = z.infer<typeof ProposeMeaningResponse>;

export const meaningProposalRoutes = {
  proposeMeaning: {
    method: 'POST',
    path: '/v1/meaning/propose',
    service: 'ingest',
    role: 'writer',
    summary:
      'Send memories that lack a meaning to the configured language model, and return its proposals, checked; nothing is stored',
    body: ProposeMeaningRequest,
    errors: ['proposals/off', 'proposals/unavailable', 'proposals/broken-answer'],
    output: ProposeMeaningResponse,
  },
} as const satisfies Routes;
