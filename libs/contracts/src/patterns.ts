import { z } from 'zod';
import { TIME_MIN_MS } from './days.ts';
import { limits, toolLimits } from './limits.ts';
import type { Routes } from './route.ts';
import { boundedText, Name, Tag } from './vocabulary.ts';
import { OverwriteQuery, Receipt } from './writes.ts';

/** Categories of patterns in Forge. */
export const patternCategories = [
  'convention',
  'failure_pattern',
  'success_pattern',
  'test_command',
  'architecture',
  'dependency',
  'tool_usage',
] as const;
export const PatternCategory = z.enum(patternCategories);
export type PatternCategory = z.infer<typeof PatternCategory>;

export const patternScopes = ['project', 'global'] as const;
export const PatternScope = z.enum(patternScopes);
export type PatternScope = z.infer<typeof PatternScope>;

export const DEFAULT_PROJECT = 'default';
const unitInterval = z.number().min(0).max(1);
const project = Name.default(DEFAULT_PROJECT).describe(
  'Which project `project` means; a connection can name it: /mcp?project=NAME',
);

/** An entry of Forge's memory in its file format, with its id in this store. */
export const LearnedPattern = z
  .object({
    id: z.string().describe("Forge's id, mem_<epoch ms>_<4 characters>"),
    timestamp: z.string().describe('When it was last saved, ISO 8601'),
    pattern: z.string(),
    category: PatternCategory,
    confidence: unitInterval,
    tags: z.array(z.string()).optional(),
    scope: PatternScope,
    memoryId: z.uuid().describe('The memory that it is kept as'),
  })
  .meta({ id: 'LearnedPattern' });
export type LearnedPattern = z.infer<typeof LearnedPattern>;

export const SavePatternRequest = z
  .strictObject({
    pattern: boundedText(limits.pattern).describe('Lesson learned, understandable on its own'),
    category: PatternCategory.describe('Kind of pattern'),
    confidence: unitInterval.default(0.7).describe('How sure it is, 0-1; saving again raises it and never lowers it'),
    scope: PatternScope.default('project').describe('project: for this project; global: for the whole organisation'),
    tags: z
      .array(Tag)
      .max(limits.tags.max - 4)
      .default([])
      .describe('Words to find it by'),
    project,
    id: z
      .string()
      .regex(/^[\w.-]{1,80}$/, 'letters, digits, `_`, `.` and `-`, 80 at most')
      .optional()
      .describe("Forge's id, where a file has one; made where it is left out"),
    timestamp: z.iso
      .datetime({ offset: true, abort: true })
      .refine((text) => Date.parse(text) >= TIME_MIN_MS, 'must be of 1973-03-04 or later')
      .optional()
      .describe('When it was learned, where a file says it; now by default'),
  })
  .meta({ id: 'SavePatternRequest' });
export type SavePatternRequest = z.infer<typeof SavePatternRequest>;

export const SavePatternResponse = z
  .object({
    saved: LearnedPattern,
    created: z.boolean().describe('false when it was known: then its confidence rose'),
    masked: Receipt.shape.masked,
  })
  .meta({ id: 'SavePatternResponse' });
export type SavePatternResponse = z.infer<typeof SavePatternResponse>;

const ListPatternsQuery = z.strictObject({
  scope: PatternScope.default('project'),
  project,
  limit: z.number().int().min(limits.limit.min).max(limits.limit.max).default(limits.limit.max),
  cursor: z.string().min(limits.cursor.min).max(limits.cursor.max).optional().describe('nextCursor of the page before'),
});

export const ListPatternsResponse = z
  .object({
    patterns: z.array(LearnedPattern).describe('In the order in which they were first saved'),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ListPatternsResponse' });
export type ListPatternsResponse = z.infer<typeof ListPatternsResponse>;

export const RecallPatternsRequest = z
  .strictObject({
    query: boundedText(limits.query).describe('Question in any words; words of one and two letters count'),
    scope: z
      .enum([...patternScopes, 'all'])
      .default('all')
      .describe('project, global, or both'),
    project,
    limit: z
      .number()
      .int()
      .min(toolLimits.patterns.min)
      .max(toolLimits.patterns.max)
      .default(toolLimits.patterns.default)
      .describe('Patterns at most'),
  })
  .meta({ id: 'RecallPatternsRequest' });
export type RecallPatternsRequest = z.infer<typeof RecallPatternsRequest>;

const RecalledPattern = LearnedPattern.extend({
  relevance: unitInterval.describe('How near it is to the query, 0-1'),
}).meta({ id: 'RecalledPattern' });

export const RecallPatternsResponse = z
  .object({
    memories: z.array(RecalledPattern).describe('The project before the organisation, the most confident first'),
    groups: z.array(z.object({ scope: PatternScope, count: z.number().int(), memories: z.array(RecalledPattern) })),
    text: z.string().describe('Count line and one line a pattern for each group, framed as data'),
    message: z.string().optional().describe('Reason why there is none'),
  })
  .meta({ id: 'RecallPatternsResponse' });
export type RecallPatternsResponse = z.infer<typeof RecallPatternsResponse>;

/** Routes of Forge's learned patterns for a team. */
export const patternRoutes = {
  savePattern: {
    method: 'POST',
    path: '/v1/patterns',
    service: 'ingest',
    role: 'writer',
    summary: 'Save a learned pattern, or raise the confidence of a known one: memory_save',
    query: OverwriteQuery,
    body: SavePatternRequest,
    errors: ['item/stale-version', 'item/forgotten'],
    output: SavePatternResponse,
  },
  listPatterns: {
    method: 'GET',
    path: '/v1/patterns',
    service: 'ingest',
    role: 'reader',
    summary: 'List the patterns of a project, or of the organisation, page by page',
    query: ListPatternsQuery,
    output: ListPatternsResponse,
  },
  recallPatterns: {
    method: 'POST',
    path: '/v1/recall/patterns',
    service: 'recall-api',
    role: 'reader',
    summary: 'Find learned patterns: memory_recall',
    body: RecallPatternsRequest,
    output: RecallPatternsResponse,
  },
} as const satisfies Routes;
