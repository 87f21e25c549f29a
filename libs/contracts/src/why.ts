import { z } from 'zod';
import { limits, toolLimits } from './limits.ts';
import { Quotation } from './quotations.ts';
import { BudgetChars, emptiness, retrieverNames, MemoryHit, RecallRequest } from './recall.ts';
import type { Routes } from './route.ts';
import { boundedText } from './vocabulary.ts';

/** The parts of an account of a decision. */
export const decisionParts = ['decision', 'alternatives', 'reasons', 'consequences', 'reversals'] as const;
export const DecisionPart = z.enum(decisionParts);
export type DecisionPart = z.infer<typeof DecisionPart>;

export const WhyRequest = z
  .strictObject({
    decision: boundedText(limits.topic).describe('What was decided, or decided against, in any words'),
    limit: z
      .number()
      .int()
      .min(limits.limit.min)
      .max(limits.limit.max)
      .default(toolLimits.whyLimit.default)
      .describe('Related memories at most'),
    channel: RecallRequest.shape.channel,
    budgetChars: BudgetChars.describe('Characters of the injectionBlock at most'),
  })
  .meta({ id: 'WhyRequest' });
export type WhyRequest = z.infer<typeof WhyRequest>;

export const Alternative = z
  .object({
    name: z.string().optional().describe('As a heading calls it'),
    what: Quotation,
    whyNot: Quotation.nullable().describe('What spoke against it; null where nothing says so'),
  })
  .meta({ id: 'Alternative' });
export type Alternative = z.infer<typeof Alternative>;

export const WhyResponse = z
  .object({
    reasoning: z.string().describe('The quotations as text, each with its id, and the parts that were not found'),
    relatedMemories: z.array(MemoryHit).describe('Best first'),
    decision: Quotation.nullable().describe('Null: not found'),
    alternatives: z.array(Alternative),
    reasons: z.array(Quotation),
    consequences: z.array(Quotation),
    reversals: z.array(Quotation).describe('What was decided otherwise later'),
    notFound: z.array(DecisionPart).describe('Parts of which nothing stored tells'),
    injectionBlock: z.string().describe('The quotations as text for a model, framed as data'),
    degraded: z
      .array(z.enum(retrieverNames))
      .describe('Searches that did not answer; the quotations come from the others'),
    ...emptiness,
  })
  .meta({ id: 'WhyResponse' });
export type WhyResponse = z.infer<typeof WhyResponse>;

export const whyRoutes = {
  why: {
    method: 'POST',
    path: '/v1/recall/why',
    service: 'recall-api',
    role: 'reader',
    summary: 'Why something was decided, in quotations',
    body: WhyRequest,
    output: WhyResponse,
  },
} as const satisfies Routes;
