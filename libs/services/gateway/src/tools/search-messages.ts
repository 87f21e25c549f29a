import { emptiness, EpochMs, Flag, lanes, MessageHit, MessageSearchRequest, toolLimits } from '@cairn/contracts';
import { withShortNames } from '@cairn/gate';
import { z } from 'zod';
import { blockShareOf, budgetChars, budgetOf, cutFields, fitBeside, leftOutField } from './budget.ts';
import { defineTool, readOnly } from './tool.ts';

const FoundMessage = MessageHit.omit({ kind: true, parts: true }).extend(cutFields);

const { min, max, default: usual } = toolLimits.searchLimit;

export const searchMessagesTool = defineTool({
  name: 'crystal_search_messages',
  title: 'Search messages',
  description:
    'Search what was said, word for word, in the conversations the team has stored: by meaning and by words. Use it for who said what and when.',
  role: 'reader',
  annotations: readOnly,
  input: MessageSearchRequest.pick({ query: true, channel: true, sinceMs: true }).extend({
    limit: z.number().int().min(min).max(max).optional().meta({ default: usual }).describe('Messages at most'),
    budgetChars,
  }),
  output: z.object({
    query: z.string(),
    results: z.array(FoundMessage).describe('Best first'),
    leftOut: leftOutField,
    injectionBlock: z.string().describe('The messages as text for a model, framed as data; the text part has it too'),
    limit: z.number().int(),
    channel: z.string().nullable(),
    sinceMs: EpochMs.nullable(),
    confidence: z.number().min(0).max(1).describe('How likely it is that the first is right'),
    flags: z.array(Flag).optional().describe('What to know of the answer'),
    ...emptiness,
    degraded: z.array(z.enum(lanes)).optional().describe('Searches that did not answer'),
  }),
  inBlock: ['injectionBlock'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const found = await call('searchMessages', { body: { ...args, budgetChars: blockShareOf(budget) } });
    const { injectionBlock, confidence, flags, reason, emptiedBy, degraded } = found;
    const { query, limit = usual, channel = null, sinceMs = null } = args;
    const head = {
      ...withShortNames({ query, limit, channel, sinceMs }),
      confidence,
      ...(flags.length > 0 && { flags: flags.map(withShortNames) }),
      ...(reason && { reason }),
      ...(emptiedBy && { emptiedBy }),
      ...(degraded.length > 0 && { degraded }),
    };
    const messages = found.results.map((hit) => FoundMessage.parse(hit));
    const { items, leftOut } = fitBeside({ budget, block: injectionBlock, head, items: messages });
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0 && flags.length === 0,
      answer: { results: [...items], ...(leftOut > 0 && { leftOut }), injectionBlock, ...head },
    };
  },
});
