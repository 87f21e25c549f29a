import { z } from 'zod';
import { MemoryId } from './ids.ts';
import { ProposeMeaningResponse } from './meaning-proposals.ts';
import { ProposalKind, ProposalsQuery } from './proposals.ts';
import type { Routes } from './route.ts';

/** The most proposals that are sent to the language model together. */
const ADVISED_MAX = 40;

const AdviceRequest = z
  .strictObject({
    kind: ProposalsQuery.shape.kind,
    project: ProposalsQuery.shape.project,
    limit: z.number().int().min(1).max(ADVISED_MAX).default(20).describe('Proposals at most, the newest first'),
  })
  .meta({ id: 'AdviceRequest' });

const AdvisedProposal = z
  .object({
    memoryId: MemoryId,
    kind: ProposalKind,
    content: z.string(),
    title: z.string().optional().describe('A better title, in words of the text; absent: none was proposed'),
  })
  .meta({ id: 'AdvisedProposal' });

const AdvisedMerge = z
  .object({
    into: MemoryId.describe('The proposal to keep'),
    ids: z.array(MemoryId).describe('Proposals that say the same, to merge into it once it is kept'),
    evidence: z.array(z.string()).describe('Words of each that say the same: first of `into`, then of `ids`'),
  })
  .meta({ id: 'AdvisedMerge' });

/** Advice of a language model on proposals. Nothing of it is stored: a person keeps, corrects and merges. */
const AdviceResponse = z
  .object({
    proposals: z.array(AdvisedProposal).describe('Most worth keeping first; what the model did not rank comes last'),
    merges: z.array(AdvisedMerge),
    asked: ProposeMeaningResponse.shape.asked
      .unwrap()
      .omit({ memories: true })
      .extend({
        proposals: z.number().int().describe('Proposals whose text was sent'),
        remaining: z.number().int().describe('Proposals that may be sent today still'),
      })
      .optional()
      .describe('Absent: nothing waits, so nothing was sent'),
    dropped: z.array(z.string()).describe('Parts of the answer that were left out, each with the reason'),
  })
  .meta({ id: 'AdviceResponse' });
export type AdviceResponse = z.infer<typeof AdviceResponse>;

export const proposalAdviceRoutes = {
  adviseProposals: {
    method: 'POST',
    path: '/v1/proposals/advice',
    service: 'ingest',
    role: 'writer',
    summary:
      'Send proposals of your own to the configured language model, and return how it ranks, titles and groups them, checked; nothing is stored',
    body: AdviceRequest,
    errors: ['proposals/off', 'proposals/spent', 'proposals/unavailable', 'proposals/broken-answer'],
    output: AdviceResponse,
  },
} as const satisfies Routes;
