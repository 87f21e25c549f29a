import { decisionParts, toolLimits, WhyRequest, WhyResponse } from '@cairn/contracts';
import { fitTexts } from '@cairn/prompt';
import { z } from 'zod';
import {
  blockShareOf,
  budgetChars,
  budgetOf,
  fitBeside,
  leftOutField,
  limitField,
  QUOTING_BLOCK_SHARE,
  roomForQuotations,
} from './budget.ts';
import { RecalledMemory } from './recall.ts';
import { defineTool, readOnly } from './tool.ts';

const { relatedMemories: _, injectionBlock: block, degraded, reason, emptiedBy, nextStep, ...told } = WhyResponse.shape;

export const whyTool = defineTool({
  name: 'crystal_why_did_we',
  title: 'Why did we decide that',
  description:
    'Why the team decided something, or decided against it: the decision, alternatives with what spoke against them, reasons, consequences and what was decided otherwise later. Every sentence is a quotation with the id of its memory or message; a part that is not stored is named in notFound and never made up.',
  role: 'reader',
  annotations: readOnly,
  input: WhyRequest.omit({ limit: true, budgetChars: true }).extend({
    limit: limitField(toolLimits.whyLimit, 'Related memories at most'),
    budgetChars,
  }),
  output: z.object({
    ...z.object(told).partial().shape,
    relatedMemories: z.array(RecalledMemory).describe('Best first'),
    leftOut: leftOutField,
    injectionBlock: block,
    degraded: degraded.optional(),
    reason,
    emptiedBy,
    nextStep,
  }),
  inBlock: ['injectionBlock', 'reasoning'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const answer = await call('why', { body: { ...args, budgetChars: blockShareOf(budget, QUOTING_BLOCK_SHARE) } });
    const { relatedMemories, injectionBlock, degraded, ...told } = answer;
    const quotations = fitTexts(told, roomForQuotations(budget, injectionBlock));
    const head = { ...quotations, ...(degraded.length > 0 && { degraded }) };
    const found = relatedMemories.map((hit) => RecalledMemory.parse(hit));
    const { items, leftOut } = fitBeside({ budget, block: injectionBlock, head, items: found });
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0 && told.notFound.length === decisionParts.length,
      answer: { ...head, injectionBlock, relatedMemories: [...items], ...(leftOut > 0 && { leftOut }) },
    };
  },
});
