import { EmptyReason, EpochMs, Flag, lanes, MessageHit, MessageSearchRequest, toolLimits } from '@cairn/contracts';
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
    limit: z.number().int().min(min).max(max).optional().meta({ default: usual }).describe('Messages at most'),
  }),
  output: z.object({
    query: z.string(),
    results: z.array(MessageHit.omit({ kind: true, parts: true })).describe('Best first'),
    limit: z.number().int(),
    channel: z.string().nullable(),
    sinceMs: EpochMs.nullable(),
    confidence: z.number().min(0).max(1).describe('How likely it is that the first is right'),
    flags: z.array(Flag).optional().describe('What to know of the answer'),
    reason: EmptyReason.optional().describe('Why there is no message'),
    degraded: z.array(z.enum(lanes)).optional().describe('Searches that did not answer'),
  }),
  async run(apis, principal, args) {
    const found = await apis.recall.searchMessages(principal, MessageSearchRequest.parse(args));
    const { results, injectionBlock, confidence, flags, reason, degraded } = found;
    const { query, limit = usual, channel = null, sinceMs = null } = args;
    return {
      text: injectionBlock,
      answer: {
        query,
        results,
        limit,
        channel,
        sinceMs,
        confidence,
        ...(flags.length > 0 && { flags }),
        ...(reason && { reason }),
        ...(degraded.length > 0 && { degraded }),
      },
    };
  },
});
