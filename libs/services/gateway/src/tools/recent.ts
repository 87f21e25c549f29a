import { RecentMessage, RecentRequest, RecentResponse, TimeInput, toolLimits } from '@cairn/contracts';
import { fitItems, neutraliseFields, newBoundary, renderRecent, withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { budgetChars, budgetOf, cutFields, leftOutField, itemBudget } from './budget.ts';
import { shortenItem } from './slim.ts';
import { messageTime, withMessageTime } from './message-time.ts';
import { defineTool, readOnly } from './tool.ts';
import { neighboursField, turnFields, fitTurns, renderTurns } from './turns.ts';

const { min, max, default: usual } = toolLimits.recentLimit;

/**
 * Clamps the limit, whereas other tools refuse a limit out of range. An invalid value becomes the default, a fraction
 * is cut off, and any other value is moved into the range.
 */
function clampLimit(value: unknown): number {
  const limit = typeof value === 'string' ? Number(value) : value;
  if (typeof limit !== 'number' || !Number.isFinite(limit) || limit <= 0) return usual;
  return Math.max(min, Math.min(max, Math.floor(limit)));
}

/** Parses a time and ignores an invalid one; rounds a fraction of a millisecond up. */
function parseTime(value: unknown): number | undefined {
  const parsed = TimeInput.safeParse(typeof value === 'number' ? Math.ceil(value) : value);
  return parsed.data;
}

/** A message in the JSON part. */
const Listed = RecentMessage.partial({ speaker: true, channel: true, author: true }).extend({
  ...cutFields,
  ...messageTime,
});

/** Budget of the JSON part as a multiple of the text's budget, since the JSON part contains whole messages. */
const FIELDS_FACTOR = 8;

function recentBlock(messages: readonly RecentMessage[], budget: number): string {
  const budgetChars = budget - COUNTS_CHARS;
  return renderRecent({ heading: 'Recent messages', messages, boundary: newBoundary(), budgetChars });
}

/** Number of characters reserved for the numbers after the block. */
const COUNTS_CHARS = 120;

/** Selects the newest messages that fit as a whole. If even the newest message does not fit, takes a part of it. */
function takeNewestWithin(
  messages: readonly z.output<typeof Listed>[],
  room: number,
): readonly z.output<typeof Listed>[] {
  let left = room;
  const newest = messages.toReversed();
  const past = newest.findIndex((message) => (left -= JSON.stringify(neutraliseFields(message)).length + 2) < 0);
  const count = past < 0 ? newest.length : past;
  return count === 0 ? fitItems(newest.slice(0, 1), room).items : newest.slice(0, count).reverse();
}

export const recentTool = defineTool({
  name: 'crystal_recent',
  title: 'Recent messages',
  description:
    'List the newest messages, oldest first, word for word. All filters must match. A long message is cut to 200 characters and has its id.',
  role: 'reader',
  annotations: readOnly,
  input: z.strictObject({
    limit: z.unknown().optional().meta({
      type: 'integer',
      minimum: min,
      maximum: max,
      default: usual,
      description: 'Messages at most; other values are clamped to the range',
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
        description: 'Not before this time: epoch ms, or ISO 8601 with a zone; an invalid time is ignored',
      }),
    neighbours: neighboursField,
    budgetChars,
  }),
  output: z.object({
    messages: z.array(Listed).describe('The newest, oldest first'),
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
      query: { limit: clampLimit(limit), channel, sessionKey, sinceMs: parseTime(sinceMs), neighbours },
    });
    const injectionBlock = turns ? renderTurns(turns, budget) : recentBlock(messages, budget);
    const head = {
      query: withShortNames(query),
      ...(turns && fitTurns(turns, { budget, block: injectionBlock })),
    };
    const room = itemBudget({ budget: budget * FIELDS_FACTOR, block: injectionBlock, head, items: messages });
    const shown = takeNewestWithin(
      messages.map((message) => Listed.parse(shortenItem(withMessageTime(message)))),
      room,
    );
    const leftOut = messages.length - shown.length;
    return {
      text: injectionBlock,
      quotesNothing: messages.length === 0,
      beside: leftOut > 0 ? { leftOut } : {},
      answer: { messages: [...shown], ...(leftOut > 0 && { leftOut }), injectionBlock, ...head },
    };
  },
});
