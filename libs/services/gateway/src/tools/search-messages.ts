import {
  emptyAnswerFields,
  EpochMs,
  Flag,
  retrieverNames,
  MessageHit,
  MessageSearchRequest,
  toolLimits,
} from '@cairn/contracts';
import { withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetChars, budgetOf, cutFields, fitWithBlock, leftOutField, limitField } from './budget.ts';
import { messageTime, withMessageTime } from './message-time.ts';
import { numbersOf } from './recall.ts';
import { shortenItem, roundToTwoDigits } from './slim.ts';
import { defineTool, readOnly } from './tool.ts';
import { turnFields, fitTurns, renderTurns } from './turns.ts';

const FoundMessage = MessageHit.omit({ kind: true, parts: true })
  .partial({ speaker: true, channel: true, subchannel: true, author: true, source: true, externalId: true })
  .extend({ ...cutFields, ...messageTime });

export const searchMessagesTool = defineTool({
  name: 'crystal_search_messages',
  title: 'Search messages',
  description:
    'Search the stored conversations of the team, word for word, by meaning and by words. Use it for who said what and when.',
  role: 'reader',
  annotations: readOnly,
  input: MessageSearchRequest.pick({
    query: true,
    channel: true,
    sessionKey: true,
    sinceMs: true,
    abstain: true,
    neighbours: true,
  }).extend({
    limit: limitField(toolLimits.searchLimit, 'Messages at most'),
    budgetChars,
  }),
  output: z.object({
    query: z.string(),
    results: z.array(FoundMessage).describe('Best first'),
    ...turnFields,
    leftOut: leftOutField,
    injectionBlock: z.string().describe('The messages as text for a model, framed as data; the text part has it too'),
    limit: z.number().int(),
    channel: z.string().nullable(),
    sessionKey: z.string().optional().describe('Where the search was of one session'),
    sinceMs: EpochMs.nullable(),
    confidence: z.number().min(0).max(1).describe('Probability that the first hit is right'),
    flags: z.array(Flag).optional().describe('Remarks on the answer'),
    ...emptyAnswerFields,
    degraded: z.array(z.enum(retrieverNames)).optional().describe('Searches that did not answer'),
  }),
  inBlock: ['injectionBlock'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const found = await call('searchMessages', { body: { ...args, budgetChars: blockBudgetOf(budget) } });
    const { turns, confidence, flags, reason, emptiedBy, nextStep, degraded } = found;
    const injectionBlock = turns?.length ? renderTurns(turns, budget) : found.injectionBlock;
    const { query, limit = toolLimits.searchLimit.default, channel = null, sessionKey, sinceMs = null } = args;
    const head = {
      ...withShortNames({ query, limit, channel, sinceMs, ...(sessionKey !== undefined && { sessionKey }) }),
      ...(turns && fitTurns(turns, { budget, block: injectionBlock })),
      confidence: roundToTwoDigits(confidence),
      ...(flags.length > 0 && { flags: flags.map(withShortNames) }),
      ...(reason && { reason }),
      ...(emptiedBy && { emptiedBy }),
      ...(nextStep !== undefined && { nextStep }),
      ...(degraded.length > 0 && { degraded }),
    };
    const messages = found.results.map((hit) => FoundMessage.parse(shortenItem(withMessageTime(hit))));
    const { items, leftOut } = fitWithBlock({ budget, block: injectionBlock, head, items: messages });
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0 && flags.length === 0,
      beside: numbersOf(head, budget - injectionBlock.length),
      answer: { results: [...items], ...(leftOut > 0 && { leftOut }), injectionBlock, ...head },
    };
  },
});
