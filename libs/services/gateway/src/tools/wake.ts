import { toolLimits, WakeRequest, WakeResponse } from '@cairn/contracts';
import { fitTextsToSize } from '@cairn/prompt';
import { z } from 'zod';
import {
  blockBudgetOf,
  budgetOf,
  limitField,
  QUOTING_BLOCK_SHARE,
  quotationBudget,
  wideBudgetChars,
} from './budget.ts';
import { defineTool, readOnly } from './tool.ts';

const { injectionBlock: block, since, sinceWhat, ...lists } = WakeResponse.shape;

/**
 * Fraction of the JSON part's room that quotations may take. They may take all of it, since the answer has no memories.
 */
const WHOLE_ROOM = 1;

export const wakeTool = defineTool({
  name: 'crystal_wake',
  title: 'Wake up',
  description:
    'Call this once when a session begins: rules that people wrote, open goals by date, what changed since your last session, recent decisions, and the hand-off of the last session: what was asked, decided, changed, failed and left, with ids.',
  role: 'reader',
  annotations: readOnly,
  input: WakeRequest.omit({ limit: true, budgetChars: true, compacted: true }).extend({
    limit: limitField(toolLimits.wakeLimit, 'Entries of each list at most'),
    budgetChars: wideBudgetChars,
  }),
  output: z.object({ since, sinceWhat, ...z.object(lists).partial().shape, injectionBlock: block }),
  async run({ call }, args) {
    const budget = budgetOf(args);
    const query = { ...args, budgetChars: blockBudgetOf(budget, QUOTING_BLOCK_SHARE) };
    const { injectionBlock, since, sinceWhat, ...told } = await call('wake', { query });
    const quotations = fitTextsToSize(told, quotationBudget(budget, injectionBlock, WHOLE_ROOM));
    const { lastSession, handoff, ...lists } = told;
    const isEmpty = !lastSession && !handoff && Object.values(lists).every(({ length }) => length === 0);
    return {
      text: injectionBlock,
      quotesNothing: isEmpty,
      beside: { since, sinceWhat },
      answer: { since, sinceWhat, ...quotations, injectionBlock },
    };
  },
});
