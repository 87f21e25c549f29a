import { RecentMessage, RecentRequest, RecentResponse, TimeInput, toolLimits } from '@cairn/contracts';
import { newBoundary, renderRecent, withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { blockShareOf, budgetChars, budgetOf, cutFields, fitBeside, leftOutField } from './budget.ts';
import { messageTime, withMessageTime } from './message-time.ts';
import { defineTool, readOnly } from './tool.ts';
import { neighbours, turnFields, turnsBeside, turnsBlock } from './turns.ts';

const { min, max, default: usual } = toolLimits.recentLimit;

/** The contract of this tool clamps where others refuse: nonsense is the default, a fraction is cut, the rest is drawn into the range. */
function clampLimit(value: unknown): number {
  const limit = typeof value === 'string' ? Number(value) : value;
  if (typeof limit !== 'number' || !Number.isFinite(limit) || limit <= 0) return usual;
  return Math.max(min, Math.min(max, Math.floor(limit)));
}

/** A time that is none is ignored; between two milliseconds the later one is the first that is not before it. */
function timeOrNothing(value: unknown): number | undefined {
  const parsed = TimeInput.safeParse(typeof value === 'number' ? Math.ceil(value) : value);
  return parsed.data;
}

function recentBlock(messages: readonly RecentMessage[], budget: number): string {
  const heading = `Recent Messages (last ${messages.length})`;
  return renderRecent({ heading, messages, boundary: newBoundary(), budgetChars: blockShareOf(budget) });
}

export const recentTool = defineTool({
  name: 'crystal_recent',
  title: 'Recent messages',
  description:
    'The newest stored messages, oldest first. All filters must hold. The text shows 200 characters of each message, the JSON as much as budgetChars allows.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({
    limit: z.unknown().optional().meta({
      type: 'integer',
      minimum: min,
      maximum: max,
      default: usual,
      description: 'Messages at most; other values are drawn into the range',
    }),
    channel: RecentRequest.shape.channel,
    sessionKey: RecentRequest.shape.sessionKey,
    sinceMs: z
      .unknown()
      .optional()
      .meta({
        anyOf: [
          { type: 'integer', minimum: 0 },
          { type: 'string', format: 'date-time' },
        ],
        description: 'Not before this time: epoch ms, or ISO 8601 with a zone; what is no such time is ignored',
      }),
    neighbours,
    budgetChars,
  }),
  output: z.object({
    messages: z.array(RecentMessage.extend({ ...cutFields, ...messageTime })).describe('The newest, oldest first'),
    ...turnFields,
    leftOut: leftOutField.describe('Older messages that had no room in budgetChars'),
    injectionBlock: z.string().describe('The messages as text for a model, framed as data; the text part has it too'),
    query: RecentResponse.shape.query,
  }),
  inBlock: ['injectionBlock'],
  async run({ call }, { limit, sinceMs, ...rest }) {
    const budget = budgetOf(rest);
    const { channel, sessionKey, neighbours } = rest;
    const { messages, query, turns } = await call('recent', {
      query: { limit: clampLimit(limit), channel, sessionKey, sinceMs: timeOrNothing(sinceMs), neighbours },
    });
    const injectionBlock = turns ? turnsBlock(turns, budget) : recentBlock(messages, budget);
    const head = {
      query: withShortNames(query),
      ...(turns && turnsBeside(turns, { budget, block: injectionBlock })),
    };
    const { items, leftOut } = fitBeside({
      budget,
      block: injectionBlock,
      head,
      items: messages.toReversed().map(withMessageTime),
    });
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0,
      answer: { messages: items.toReversed(), ...(leftOut > 0 && { leftOut }), injectionBlock, ...head },
    };
  },
});
