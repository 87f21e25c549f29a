import { z } from 'zod';
import { limits, toolLimits } from './limits.ts';
import { Quotation } from './quotations.ts';
import { BudgetChars, emptyAnswerFields, retrieverNames, MemoryHit, RecallRequest } from './recall.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs } from './vocabulary.ts';

/** Parts of a decision. The words of a sentence, or its heading, decide to which part it belongs. */
export const decisionParts = ['decision', 'reasons', 'alternatives', 'consequences'] as const;
export const DecisionPart = z.enum(decisionParts);
export type DecisionPart = z.infer<typeof DecisionPart>;

export const WhyRequest = z
  .strictObject({
    decision: boundedText(limits.topic).describe('Decision, made or rejected, in any words'),
    limit: z
      .number()
      .int()
      .min(limits.limit.min)
      .max(limits.limit.max)
      .default(toolLimits.whyLimit.default)
      .describe('Related memories at most'),
    channel: RecallRequest.shape.channel,
    project: RecallRequest.shape.project,
    budgetChars: BudgetChars.describe('Characters of the injectionBlock at most'),
  })
  .meta({ id: 'WhyRequest' });
export type WhyRequest = z.infer<typeof WhyRequest>;

const DecisionSentence = z
  .object({
    text: z.string().describe('Word for word'),
    id: z.uuid().optional().describe('The section of its document that says it; absent: the decision itself'),
    heading: z.string().optional().describe('Heading above it'),
    part: DecisionPart.optional().describe(
      "Part of the decision by the sentence's own words, or its heading; absent: none",
    ),
    given: z.literal(true).optional().describe('Its writer gave it as that part, beside the text; absent: read'),
  })
  .meta({ id: 'DecisionSentence' });
export type DecisionSentence = z.infer<typeof DecisionSentence>;

const decidedAt = EpochMs.nullable().describe(
  'When it was decided; null: that is not known, as of a file without a date',
);

export const QuotedDecision = z
  .object({
    ...Quotation.pick({ id: true, kind: true, title: true, state: true }).shape,
    at: decidedAt,
    author: z.string().nullable(),
    status: z.string().optional().describe('Text below its heading Status'),
    sentences: z.array(DecisionSentence).describe('The parts that its writer gave, then its own text, in order'),
    leftOut: z.number().int().min(1).optional().describe('Sentences of it that had no room; crystal_get has them'),
  })
  .meta({ id: 'QuotedDecision' });
export type QuotedDecision = z.infer<typeof QuotedDecision>;

export const ReversedDecision = z
  .object({
    ...Quotation.pick({ id: true, title: true }).shape,
    at: decidedAt,
    until: EpochMs.nullable().describe('When it was decided otherwise; null: that is not known'),
  })
  .meta({ id: 'Reversed' });
export type ReversedDecision = z.infer<typeof ReversedDecision>;

export const WhyResponse = z
  .object({
    reasoning: z.string().describe('The decision in its own words, with its id; whole sentences'),
    decision: QuotedDecision.nullable().describe('The decision that holds. Null: none that is stored is about this'),
    reversed: z.array(ReversedDecision).describe('Decided before and reversed by it, the last first'),
    evidence: z.array(Quotation).describe('Where it was made: the messages that it names as its sources, in order'),
    relatedMemories: z.array(MemoryHit).describe('Best first'),
    injectionBlock: z.string().describe('The same as text for a model, framed as data'),
    degraded: z
      .array(z.enum(retrieverNames))
      .describe('Searches that did not answer; the quotations come from the others'),
    ...emptyAnswerFields,
  })
  .meta({ id: 'WhyResponse' });
export type WhyResponse = z.infer<typeof WhyResponse>;

export const whyRoutes = {
  why: {
    method: 'POST',
    path: '/v1/recall/why',
    service: 'recall-api',
    role: 'reader',
    counts: 'why',
    asks: ['decision'],
    summary: 'Explain a decision, in quotations',
    body: WhyRequest,
    output: WhyResponse,
  },
} as const satisfies Routes;
