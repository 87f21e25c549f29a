import { BudgetChars, toolLimits } from '@cairn/contracts';
import { boundaryOf, fitItems, framed, framedText, newBoundary, type Fitted } from '@cairn/prompt';
import { z } from 'zod';

/** Parameter of every tool whose answer could be long. */
export const budgetChars = BudgetChars.describe(
  'Characters of the whole answer at most; of a text that is cut, crystal_get has the rest',
);

/** The same where the frame and the counts of an answer alone take more than the least budget of others. */
export const wideBudgetChars = BudgetChars.unwrap()
  .min(700)
  .optional()
  .meta({ default: toolLimits.budgetChars.default })
  .describe('Characters of the whole answer at most');

/** How many a list may hold: the least, the most, and what is usual. */
interface Limit {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** The parameter that says so. */
export const limitField = ({ min, max, default: usual }: Limit, description: string) =>
  z.number().int().min(min).max(max).optional().meta({ default: usual }).describe(description);

export const budgetOf = ({ budgetChars: asked }: { budgetChars?: number | undefined }): number =>
  asked ?? toolLimits.budgetChars.default;

const BLOCK_SHARE = 0.6;
/** The characters of the frame and of counts in the fields. */
export const JSON_FRAME_CHARS = 250;
const LEAST_BLOCK_CHARS = 1_500;

/** The share of a budget for the block that a model reads. The JSON beside it has the rest, and what the block does not use. */
export const blockShareOf = (budget: number, share = BLOCK_SHARE): number =>
  Math.max(
    toolLimits.budgetChars.min,
    Math.floor(Math.max(budget * share, Math.min(budget - JSON_FRAME_CHARS, LEAST_BLOCK_CHARS))),
  );

/** The fields of an answer, framed as the block beside it is. */
export const framedBeside = <Answer extends object>(block: string, answer: Answer) =>
  framed(answer, boundaryOf(block) ?? newBoundary());

/** The share for quotations of an answer beside its block; memories have the rest. */
const SHARE_OF_QUOTATIONS = 0.6;
export const roomForQuotations = (budget: number, block: string, share = SHARE_OF_QUOTATIONS): number =>
  (budget - JSON.stringify(block).length - JSON_FRAME_CHARS) * share;

/** The block's share of a budget if its quotations are in the fields too. */
export const QUOTING_BLOCK_SHARE = 0.4;

interface Beside<Item> {
  readonly budget: number;
  readonly block: string;
  /** All of the answer but the items. */
  readonly head: object;
  readonly items: readonly Item[];
}

/** The items of an answer in the room that its block and its other fields leave, be the block before the JSON or a text within it. */
export const fitBeside = <Item extends { readonly content: string }>(beside: Beside<Item>): Fitted<Item> =>
  fitItems(beside.items, roomBeside(beside));

/** The characters that a block and the other fields of an answer leave to its items. */
export function roomBeside({ budget, block, head, items }: Beside<unknown>): number {
  const blockChars = Math.max(block.length, JSON.stringify({ injectionBlock: block }).length);
  const empty = framedText(framedBeside(block, { ...head, memories: [], leftOut: items.length }));
  return budget - blockChars - empty.length;
}

/** Fields of an answer that say what was cut for its budget. */
export const cutFields = {
  cut: z
    .object({ from: z.number().int(), to: z.number().int(), of: z.number().int() })
    .optional()
    .describe('Which characters of the text are shown; crystal_get reads on from `to`'),
};

export const leftOutField = z.number().int().min(1).optional().describe('Items that had no room in budgetChars');
