import {
  emptyAnswerFields,
  Flag,
  retrieverNames,
  MemoryHit,
  MessageHit,
  NoteHit,
  RecallRequest,
  RecallResponse,
  toolLimits,
  type Hit,
} from '@cairn/contracts';
import { renderFramedAnswer, withShortNames } from '@cairn/prompt';
import { z } from 'zod';
import { blockBudgetOf, budgetChars, budgetOf, cutFields, fitWithBlock, leftOutField, limitField } from './budget.ts';
import { shortenItem, roundToTwoDigits } from './slim.ts';
import { defineTool, readOnly } from './tool.ts';

/** A memory as the tools show it. */
export const RecalledMemory = MemoryHit.omit({
  kind: true,
  parts: true,
  project: true,
  validTo: true,
  knowledgeBase: true,
  messages: true,
})
  .partial({ channel: true, timestamp: true, author: true, state: true, source: true, externalId: true })
  .extend(cutFields);
const RecalledMessage = MessageHit.omit({ kind: true, parts: true, _id: true, project: true })
  .partial({ speaker: true, channel: true, subchannel: true, author: true, source: true, externalId: true })
  .extend(cutFields);
const RecalledNote = NoteHit.omit({ kind: true, parts: true })
  .partial({ channel: true, timestamp: true, author: true, tags: true })
  .extend(cutFields);

export const recalledMemory = (hit: MemoryHit) => RecalledMemory.parse(shortenItem(hit));

export const recallTool = defineTool({
  name: 'crystal_recall',
  title: 'Recall memories',
  description:
    "Search the team's long-term memory by meaning and by words: memories, notes and documents, and after them messages. Use it before answering about earlier work. The best come first, each strong or weak.",
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
    includeProposed: true,
    collapse: true,
    channel: true,
    sources: true,
    sinceMs: true,
    untilMs: true,
    asOf: true,
    askedAtMs: true,
    timeZone: true,
    project: true,
    minScore: true,
    abstain: true,
    detail: true,
    agentId: true,
    explain: true,
  }).extend({
    limit: limitField(toolLimits.recallLimit, 'Hits at most'),
    budgetChars,
  }),
  output: z.object({
    memories: z.array(RecalledMemory).describe('Best first'),
    messages: z
      .array(RecalledMessage)
      .optional()
      .describe('Where messages were searched: best first; with memories on one scale, by score'),
    notes: z.array(RecalledNote).optional().describe('Where notes were searched: best first; memory_get reads them'),
    searched: RecallResponse.shape.searched,
    leftOut: leftOutField,
    injectionBlock: z.string().describe('The memories as text for a model, framed as data; the text part has it too'),
    confidence: z.number().min(0).max(1).describe('Probability that the first hit is right'),
    flags: z.array(Flag).optional().describe('Remarks on the answer'),
    ...emptyAnswerFields,
    degraded: z.array(z.enum(retrieverNames)).optional().describe('Searches that did not answer'),
  }),
  inBlock: ['injectionBlock'],
  async run({ call }, args) {
    const budget = budgetOf(args);
    const { hits, searched, injectionBlock, confidence, flags, reason, emptiedBy, nextStep, degraded } = await call(
      'recall',
      {
        body: { ...args, budgetChars: blockBudgetOf(budget) },
      },
    );
    const head = {
      searched,
      confidence: roundToTwoDigits(confidence),
      ...(flags.length > 0 && { flags: flags.map(withShortNames) }),
      ...(reason && { reason }),
      ...(emptiedBy && { emptiedBy }),
      ...(nextStep !== undefined && { nextStep }),
      ...(degraded.length > 0 && { degraded }),
    };
    const { items, leftOut } = fitWithBlock({ budget, block: injectionBlock, head, items: hits.map(toRecalled) });
    const [memories, messages, notes] = [items.filter(isMemory), items.filter(isMessage), items.filter(isNote)];
    return {
      text: injectionBlock,
      quotesNothing: items.length === 0 && flags.length === 0,
      beside: numbersOf(head, budget - injectionBlock.length),
      answer: {
        memories,
        ...(searched.includes('messages') && { messages }),
        ...(searched.includes('notes') && { notes }),
        ...(leftOut > 0 && { leftOut }),
        injectionBlock,
        ...head,
      },
    };
  },
});

/** Numbers and states of an answer for the JSON part; similarities of hits are in their headers. */
export function numbersOf(
  {
    confidence,
    reason,
    emptiedBy,
    degraded,
  }: { confidence: number; reason?: string; emptiedBy?: unknown; degraded?: unknown },
  room: number,
): Record<string, unknown> {
  const all = {
    confidence,
    ...(reason !== undefined && { reason }),
    ...(emptiedBy !== undefined && { emptiedBy }),
    ...(degraded !== undefined && { degraded }),
  };
  return renderFramedAnswer(all).length <= room ? all : { confidence };
}

type Recalled = z.output<typeof RecalledMemory> | z.output<typeof RecalledMessage> | z.output<typeof RecalledNote>;

function toRecalled(hit: Hit): Recalled {
  if (hit.kind === 'note') return RecalledNote.parse(shortenItem(hit));
  return hit.kind === 'memory' ? recalledMemory(hit) : RecalledMessage.parse(shortenItem(hit));
}

const isMemory = (hit: Recalled): hit is z.output<typeof RecalledMemory> => 'memoryId' in hit;
const isMessage = (hit: Recalled): hit is z.output<typeof RecalledMessage> => 'messageId' in hit;
const isNote = (hit: Recalled): hit is z.output<typeof RecalledNote> => 'sectionId' in hit;
