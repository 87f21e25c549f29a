import { EmptyReason, EpochMs, lanes, MessageHit, MessageSearchRequest, toolLimits } from '@cairn/contracts';
import { z } from 'zod';
import { defineTool, readOnly } from './tool.ts';

const { min, max, default: usual } = toolLimits.searchLimit;

export const searchMessagesTool = defineTool({
  name: 'crystal_search_messages',
  title: 'Search messages',
  description:
    'Search what was said, word for word, in the conversations the team has stored: by meaning and by words. Use it for who said what and when.',
  role: 'reader',
  annotations: readOnly,
  input: MessageSearchRequest.pick({ query: true, channel: true, sinceMs: true }).extend({
    limit: z.number().int().min(min).max(max).default(usual).describe('Messages at most'),
  }),
  output: z.object({
    query: z.string(),
    results: z.array(MessageHit.omit({ kind: true, parts: true })).describe('Best first'),
    limit: z.number().int(),
    channel: z.string().nullable(),
    sinceMs: EpochMs.nullable(),
    reason: EmptyReason.optional().describe('Why there is no message'),
    degraded: z.array(z.enum(lanes)).optional().describe('Searches that did not answer'),
  }),
  async run(apis, principal, args) {
    const found = await apis.recall.searchMessages(principal, MessageSearchRequest.parse(args));
    const { results, injectionBlock, reason, degraded } = found;
    const { query, limit, channel = null, sinceMs = null } = args;
    return {
      text: injectionBlock,
      answer: {
        query,
        results,
        limit,
        channel,
        sinceMs,
        ...(reason && { reason }),
        ...(degraded.length > 0 && { degraded }),
      },
    };
  },
});
