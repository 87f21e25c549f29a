import { emptiness, Flag, lanes, MemoryHit, RecallRequest, toolLimits } from '@cairn/contracts';
import { withShortNames } from '@cairn/gate';
import { z } from 'zod';
import { blockShareOf, budgetChars, budgetOf, cutFields, fitBeside, leftOutField } from './budget.ts';
import { defineTool, readOnly } from './tool.ts';

const { min, max, default: usual } = toolLimits.recallLimit;

const RecalledMemory = MemoryHit.omit({ kind: true, parts: true }).extend(cutFields);

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
    budgetChars,
  }),
  output: z.object({
    memories: z.array(RecalledMemory).describe('Best first'),
    leftOut: leftOutField,
    injectionBlock: z.string().describe('The memories as text for a model, framed as data; the text part has it too'),
    confidence: z.number().min(0).max(1).describe('How likely it is that the first is right'),
    flags: z.array(Flag).optional().describe('What to know of the answer'),
    ...emptiness,
    degraded: z.array(z.enum(lanes)).optional().describe('Searches that did not answer'),
  }),
  inBlock: ['injectionBlock'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const { hits, injectionBlock, confidence, flags, reason, emptiedBy, degraded } = await call('recall', {
      body: { ...args, over: 'memories', budgetChars: blockShareOf(budget) },
    });
    const head = {
      confidence,
      ...(flags.length > 0 && { flags: flags.map(withShortNames) }),
      ...(reason && { reason }),
      ...(emptiedBy && { emptiedBy }),
      ...(degraded.length > 0 && { degraded }),
    };
    const found = hits.filter((hit) => hit.kind === 'memory').map((hit) => RecalledMemory.parse(hit));
    const { items, leftOut } = fitBeside({ budget, block: injectionBlock, head, items: found });
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0 && flags.length === 0,
      answer: { memories: [...items], ...(leftOut > 0 && { leftOut }), injectionBlock, ...head },
    };
  },
});
