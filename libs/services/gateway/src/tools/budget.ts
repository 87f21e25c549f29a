import { BudgetChars, toolLimits } from '@cairn/contracts';
import { boundaryOf, fitItems, frameAnswer, renderFramedAnswer, newBoundary, type FittedItems } from '@cairn/prompt';
import { z } from 'zod';

/** Parameter of every tool whose answers can be long. */
export const budgetChars = BudgetChars.describe(
  'Characters of the whole answer at most; of a text that is cut, crystal_get has the rest',
);

/** Parameter like `budgetChars`, for answers whose frame and counts alone exceed the least budget of other tools. */
export const wideBudgetChars = BudgetChars.unwrap()
  .min(700)
  .optional()
  .meta({ default: toolLimits.budgetChars.default })
  .describe('Characters of the whole answer at most');

/** Bounds and default for the length of a list. */
interface Limit {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Parameter for the length of a list. */
export const limitField = ({ min, max, default: usual }: Limit, description: string) =>
  z.number().int().min(min).max(max).optional().meta({ default: usual }).describe(description);

export const budgetOf = ({ budgetChars: asked }: { budgetChars?: number | undefined }): number =>
  asked ?? toolLimits.budgetChars.default;

const BLOCK_SHARE = 0.6;
/** Number of characters that the frame and the counts take in the JSON part. */
export const JSON_FRAME_CHARS = 250;
const LEAST_BLOCK_CHARS = 1_500;

/**
 * Returns the number of characters of a budget that the block may take, which a model reads. The JSON part gets the
 * rest of the budget and the characters that the block leaves unused.
 */
export const blockBudgetOf = (budget: number, share = BLOCK_SHARE): number =>
  Math.max(
    toolLimits.budgetChars.min,
    Math.floor(Math.max(budget * share, Math.min(budget - JSON_FRAME_CHARS, LEAST_BLOCK_CHARS))),
  );

/** Frames the JSON part of an answer with the same boundary as the block. */
export const frameWithBlock = <Answer extends object>(block: string, answer: Answer) =>
  frameAnswer(answer, boundaryOf(block) ?? newBoundary());

/** Fraction of the JSON part's room that quotations may take; memories get the rest. */
const SHARE_OF_QUOTATIONS = 0.6;
export const quotationBudget = (budget: number, block: string, share = SHARE_OF_QUOTATIONS): number =>
  (budget - JSON.stringify(block).length - JSON_FRAME_CHARS) * share;

/** Fraction of a budget for the block if the JSON part repeats the block's quotations. */
export const QUOTING_BLOCK_SHARE = 0.4;

interface AnswerParts<Item> {
  readonly budget: number;
  readonly block: string;
  /** The answer without its items. */
  readonly head: object;
  readonly items: readonly Item[];
}

/**
 * Selects the items that fit into the budget together with the block and the other fields. They fit whether the block
 * precedes the JSON or is a text within it.
 */
export const fitWithBlock = <Item extends { readonly content: string }>(beside: AnswerParts<Item>): FittedItems<Item> =>
  fitItems(beside.items, itemBudget(beside));

/** Number of characters that the block and the other fields leave for the items of an answer. */
export function itemBudget({ budget, block, head, items }: AnswerParts<unknown>): number {
  const blockChars = Math.max(block.length, JSON.stringify({ injectionBlock: block }).length);
  const empty = renderFramedAnswer(frameWithBlock(block, { ...head, memories: [], leftOut: items.length }));
  return budget - blockChars - empty.length;
}

/** Fields of an answer that report what was cut to fit its budget. */
export const cutFields = {
  cut: z
    .object({ from: z.number().int(), to: z.number().int(), of: z.number().int() })
    .optional()
    .describe('Which characters of the text are shown; crystal_get reads on from `to`'),
};

export const leftOutField = z.number().int().min(1).optional().describe('Items that had no room in budgetChars');
