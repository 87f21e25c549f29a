import { KnownGroup, OverviewRequest, OverviewResponse, toolLimits } from '@cairn/contracts';
import { fitTextsToSize } from '@cairn/prompt';
import { z } from 'zod';
import {
  blockBudgetOf,
  budgetOf,
  fitWithBlock,
  leftOutField,
  limitField,
  QUOTING_BLOCK_SHARE,
  quotationBudget,
  wideBudgetChars,
} from './budget.ts';
import { RecalledMemory, recalledMemory } from './recall.ts';
import { defineTool, readOnly } from './tool.ts';

const {
  topMemories: _,
  memoryCount,
  injectionBlock: block,
  degraded,
  reason,
  emptiedBy,
  nextStep,
  ...told
} = OverviewResponse.shape;

export const overviewTool = defineTool({
  name: 'crystal_what_do_i_know',
  title: 'Overview of a topic',
  description:
    'An overview of a topic, for a question too broad for crystal_recall: memories by category, each once, with the memory that it replaced, then open questions and contradictions, with themes, counts and sources.',
  role: 'reader',
  annotations: readOnly,
  input: OverviewRequest.omit({ limit: true, budgetChars: true, askedAtMs: true }).extend({
    limit: limitField(toolLimits.overviewLimit, 'Entries of each list at most'),
    budgetChars: wideBudgetChars,
  }),
  output: z.object({
    memoryCount,
    ...z.object(told).partial().shape,
    themes: told.themes,
    known: z.array(KnownGroup.partial({ memories: true })).optional(),
    topMemories: z.array(RecalledMemory).describe('The best five'),
    leftOut: leftOutField,
    injectionBlock: block,
    degraded: degraded.optional(),
    reason,
    emptiedBy,
    nextStep,
  }),
  async run({ call }, args) {
    const budget = budgetOf(args);
    const answer = await call('overview', {
      body: { ...args, budgetChars: blockBudgetOf(budget, QUOTING_BLOCK_SHARE) },
    });
    const { topMemories, injectionBlock, memoryCount, degraded, ...told } = answer;
    const quotations = fitTextsToSize(told, quotationBudget(budget, injectionBlock));
    const head = { memoryCount, themes: [], ...quotations, ...(degraded.length > 0 && { degraded }) };
    const found = topMemories.map(recalledMemory);
    const { items, leftOut } = fitWithBlock({ budget, block: injectionBlock, head, items: found });
    return {
      text: injectionBlock,
      quotesNothing: memoryCount === 0 && told.openQuestions.length === 0,
      beside: { memoryCount, ...(leftOut > 0 && { leftOut }), ...emptinessOf(told) },
      answer: { ...head, injectionBlock, topMemories: [...items], ...(leftOut > 0 && { leftOut }) },
    };
  },
});

/** Fields of an empty answer: the reason and advice. These fields contain no stored text and are not in the block. */
const emptinessOf = ({ reason, emptiedBy, nextStep }: Pick<OverviewResponse, 'reason' | 'emptiedBy' | 'nextStep'>) => ({
  ...(reason && { reason }),
  ...(emptiedBy && { emptiedBy }),
  ...(nextStep !== undefined && { nextStep }),
});
