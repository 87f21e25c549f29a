import { EpochMs, RecentRequest, RecentResponse, toolLimits } from '@cairn/contracts';
import { newBoundary, renderRecent } from '@cairn/gate';
import { z } from 'zod';
import { defineTool, readOnly } from './tool.ts';

const { min, max, default: usual } = toolLimits.recentLimit;

/** The contract of this tool clamps where others refuse: nonsense is the default, a fraction is cut, the rest is drawn into the range. */
function clampLimit(value: unknown): number {
  const limit = typeof value === 'string' ? Number(value) : value;
  if (typeof limit !== 'number' || !Number.isFinite(limit) || limit <= 0) return usual;
  return Math.max(min, Math.min(max, Math.floor(limit)));
}

/** A time that is none is ignored; between two milliseconds the later one is the first that is not before it. */
function timeOrNothing(value: unknown): number | undefined {
  const parsed = EpochMs.safeParse(typeof value === 'number' ? Math.ceil(value) : value);
  return parsed.data;
}

export const recentTool = defineTool({
  name: 'crystal_recent',
  title: 'Recent messages',
  description:
    'The newest stored messages, oldest first. All filters must hold. The text shows 200 characters of each message, the JSON all of it.',
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
      .meta({ type: 'integer', minimum: 0, description: 'Epoch ms, inclusive; what is no such time is ignored' }),
  }),
  output: z.object(RecentResponse.shape),
  async run({ recall }, principal, { limit, channel, sessionKey, sinceMs }) {
    const answer = await recall.recent(principal, {
      limit: clampLimit(limit),
      channel,
      sessionKey,
      sinceMs: timeOrNothing(sinceMs),
    });
    const heading = `Recent Messages (last ${answer.messages.length})`;
    return { text: renderRecent({ heading, messages: answer.messages, boundary: newBoundary() }), answer };
  },
});
