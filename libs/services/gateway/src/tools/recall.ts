import { EmptyReason, Flag, lanes, MemoryHit, RecallRequest, toolLimits } from '@cairn/contracts';
import { z } from 'zod';
import { defineTool, readOnly } from './tool.ts';

const { min, max, default: usual } = toolLimits.recallLimit;

const RecalledMemory = MemoryHit.omit({ kind: true, parts: true });

export const recallTool = defineTool({
  name: 'crystal_recall',
  title: 'Recall memories',
  description:
    "Search the team's long-term memory by meaning and by words: decisions, lessons, rules, people, workflows. Use it before answering about earlier work. Returns the best memories with their relevance (score, 0 to 1), and the same as a block of quoted text.",
  role: 'reader',
  annotations: readOnly,
  input: RecallRequest.pick({
    query: true,
    mode: true,
    stores: true,
    categories: true,
    tags: true,
    tagMatch: true,
    includeAssociations: true,
    includeArchived: true,
    channel: true,
  }).extend({
    limit: z.number().int().min(min).max(max).optional().meta({ default: usual }).describe('Memories at most'),
  }),
  output: z.object({
    memories: z.array(RecalledMemory).describe('Best first'),
    injectionBlock: z.string().describe('The memories as text for a model, framed as data'),
    confidence: z.number().min(0).max(1).describe('How likely it is that the first is right'),
    flags: z.array(Flag).optional().describe('What to know of the answer'),
    reason: EmptyReason.optional().describe('Why there is no memory'),
    degraded: z.array(z.enum(lanes)).optional().describe('Searches that did not answer'),
  }),
  async run({ recall }, principal, args) {
    const { hits, injectionBlock, confidence, flags, reason, degraded } = await recall.recall(
      principal,
      RecallRequest.parse({ ...args, over: 'memories' }),
    );
    return {
      text: injectionBlock,
      answer: {
        memories: hits.filter((hit) => hit.kind === 'memory'),
        injectionBlock,
        confidence,
        ...(flags.length > 0 && { flags }),
        ...(reason && { reason }),
        ...(degraded.length > 0 && { degraded }),
      },
    };
  },
});
