import { z } from 'zod';
import { limits, toolLimits } from './limits.ts';
import { Quotation } from './quotations.ts';
import { BudgetChars, emptyAnswerFields, retrieverNames, MemoryHit, RecallRequest } from './recall.ts';
import type { Routes } from './route.ts';
import { boundedText, EpochMs, MaybeTime } from './vocabulary.ts';

const { min, max, default: usual } = toolLimits.overviewLimit;

export const OverviewRequest = z
  .strictObject({
    topic: boundedText(limits.topic).describe('Topic in any words'),
    ...RecallRequest.pick({ stores: true, categories: true, tags: true, tagMatch: true, channel: true, project: true })
      .shape,
    limit: z.number().int().min(min).max(max).default(usual).describe('Entries of each list at most'),
    askedAtMs: RecallRequest.shape.askedAtMs.describe(
      'Time from which changes are new: epoch ms, ISO 8601 with zone, day or month; now by default',
    ),
    budgetChars: BudgetChars.describe('Characters of the injectionBlock at most'),
  })
  .meta({ id: 'OverviewRequest' });
export type OverviewRequest = z.infer<typeof OverviewRequest>;

const count = z.number().int();

export const Theme = z
  .object({
    name: z.string().describe('Common feature of its memories, as stored'),
    by: z.enum(['document', 'subject', 'tag', 'word']).describe('Field of the name; a word is from their titles'),
    memoryCount: count,
  })
  .meta({ id: 'Theme' });
export type Theme = z.infer<typeof Theme>;

export const OverviewChange = z
  .object({
    change: z.enum(['superseded', 'new', 'changed']),
    at: MaybeTime.describe('When; null where that is not known'),
    was: Quotation.optional().describe('Superseded text'),
    now: Quotation.optional().describe('New or superseding text; absent if you may see none'),
  })
  .meta({ id: 'Changed' });
export type OverviewChange = z.infer<typeof OverviewChange>;

export const KnownMemory = z
  .object({
    ...Quotation.shape,
    reversed: z
      .object({ title: z.string(), at: EpochMs, until: EpochMs })
      .optional()
      .describe('Superseded memory, and the period in which that held'),
  })
  .meta({ id: 'KnownMemory' });
export type KnownMemory = z.infer<typeof KnownMemory>;

export const KnownGroup = z
  .object({
    category: Quotation.shape.kind,
    memories: z.array(KnownMemory).describe('Each once, best first'),
    leftOut: count.optional().describe('Memories of the category about the topic that are not among these'),
  })
  .meta({ id: 'KnownGroup' });
export type KnownGroup = z.infer<typeof KnownGroup>;

export const Contradiction = z
  .object({
    relation: z.enum(['other-value', 'opposite']).describe('The same with another value, or one denies the other'),
    one: Quotation,
    other: Quotation,
  })
  .meta({ id: 'Contradiction' });
export type Contradiction = z.infer<typeof Contradiction>;

export const TopicSource = z
  .object({
    source: z.string(),
    author: z.string().nullable(),
    memoryCount: count,
    newestAt: EpochMs,
  })
  .meta({ id: 'TopicSource' });
export type TopicSource = z.infer<typeof TopicSource>;

export const OverviewResponse = z
  .object({
    summary: z.string().describe('The strongest sentences, each quoted with its id'),
    memoryCount: count.describe('Memories about the topic that you may see, of those that were looked at'),
    bound: z
      .object({
        lookedAt: count.describe('Memories that were looked at, the nearest to the topic'),
        isReached: z.boolean().describe('All of them are about the topic, so that there can be more'),
        stored: count.describe('Memories that you may see under these filters, counted up to 10,000'),
      })
      .describe('How far memoryCount counts'),
    topMemories: z.array(MemoryHit).describe('The best five'),
    themes: z.array(Theme).describe('Common features of memories, the largest first'),
    byCategory: z.record(z.string(), count),
    known: z.array(KnownGroup).describe('Memories by category, those that leave something open among openQuestions'),
    contradictions: z.array(Contradiction),
    openQuestions: z.array(Quotation),
    sources: z.array(TopicSource).describe('Where the memories come from, the most first'),
    injectionBlock: z.string().describe('The same as text for a model, framed as data'),
    degraded: z
      .array(z.enum(retrieverNames))
      .describe('Searches that did not answer; the memories come from the others'),
    ...emptyAnswerFields,
  })
  .meta({ id: 'OverviewResponse' });
export type OverviewResponse = z.infer<typeof OverviewResponse>;

export const overviewRoutes = {
  overview: {
    method: 'POST',
    path: '/v1/recall/overview',
    service: 'recall-api',
    role: 'reader',
    counts: 'overview',
    asks: ['topic'],
    summary: 'Summarise a topic, in quotations',
    body: OverviewRequest,
    output: OverviewResponse,
  },
} as const satisfies Routes;
