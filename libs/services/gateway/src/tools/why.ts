import { QuotedDecision, toolLimits, WhyRequest, WhyResponse } from '@cairn/contracts';
import { fitTextsToSize } from '@cairn/prompt';
import { z } from 'zod';
import {
  blockBudgetOf,
  budgetChars,
  budgetOf,
  fitWithBlock,
  leftOutField,
  limitField,
  QUOTING_BLOCK_SHARE,
  quotationBudget,
} from './budget.ts';
import { RecalledMemory, recalledMemory } from './recall.ts';
import { defineTool, readOnly } from './tool.ts';

const { relatedMemories: _, injectionBlock: block, degraded, reason, emptiedBy, nextStep, ...told } = WhyResponse.shape;

export const whyTool = defineTool({
  name: 'crystal_why_did_we',
  title: 'Explain a decision',
  description:
    'Explain why the team decided something, or decided against it: the current decision, whole and in its own words, the decisions that it reversed and when, and the messages in which it was made. Sentences that state a reason, alternative or consequence are marked; nothing is made up.',
  role: 'reader',
  annotations: readOnly,
  input: WhyRequest.omit({ limit: true, budgetChars: true }).extend({
    limit: limitField(toolLimits.whyLimit, 'Related memories at most'),
    budgetChars,
  }),
  output: z.object({
    ...z.object(told).partial().shape,
    decision: QuotedDecision.partial({ sentences: true }).nullable().optional(),
    relatedMemories: z.array(RecalledMemory).describe('Best first'),
    leftOut: leftOutField,
    injectionBlock: block,
    degraded: degraded.optional(),
    reason,
    emptiedBy,
    nextStep,
  }),
  inBlock: ['injectionBlock', 'reasoning', 'decision', 'reversed', 'evidence', 'relatedMemories'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const answer = await call('why', { body: { ...args, budgetChars: blockBudgetOf(budget, QUOTING_BLOCK_SHARE) } });
    const { relatedMemories, injectionBlock, degraded, ...told } = answer;
    const quotations = fitTextsToSize(told, quotationBudget(budget, injectionBlock));
    const head = { ...quotations, ...(degraded.length > 0 && { degraded }) };
    const found = relatedMemories.map(recalledMemory);
    const { items, leftOut } = fitWithBlock({ budget, block: injectionBlock, head, items: found });
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0 && told.decision === null,
      answer: { ...head, injectionBlock, relatedMemories: [...items], ...(leftOut > 0 && { leftOut }) },
    };
  },
});
