import { z } from 'zod';
import { MemoryId, PrincipalId } from './ids.ts';
import { toolLimits } from './limits.ts';
import type { Routes } from './route.ts';
import { Category, EpochMs, ProjectName, TimeInput } from './vocabulary.ts';

/** Acts that a digest counts, in the order in which a digest lists them. */
export const digestActs = ['stored', 'confirmed', 'superseded', 'stopped'] as const;
export const DigestAct = z.enum(digestActs);
export type DigestAct = z.infer<typeof DigestAct>;

const { digestLines, digestNamed } = toolLimits;

export const DigestRequest = z
  .strictObject({
    since: TimeInput.optional().describe(
      'Time from which acts count: epoch ms, ISO 8601 with zone, day or month; by default the last 24 hours',
    ),
    project: ProjectName.optional().describe('Only memories of this project'),
    shared: z
      .boolean()
      .default(false)
      .describe('Only what everyone in the organisation may read, for a channel that everyone reads'),
    named: z
      .number()
      .int()
      .min(digestNamed.min)
      .max(digestNamed.max)
      .default(digestNamed.default)
      .describe('Memories of each list that are named, at most; all are counted'),
    lines: z
      .number()
      .int()
      .min(digestLines.min)
      .max(digestLines.max)
      .default(digestLines.default)
      .describe('Lines of the markdown, at most'),
  })
  .meta({ id: 'DigestRequest' });
export type DigestRequest = z.infer<typeof DigestRequest>;

const DigestMemory = z.object({
  memoryId: MemoryId,
  title: z.string(),
  category: Category,
  times: z.number().int().min(1).optional().describe('How often the rule stopped them; other acts happen once'),
  successor: z.string().optional().describe('Title of the memory that took its place, if you see it'),
});
export type DigestMemory = z.infer<typeof DigestMemory>;

const DigestList = z.object({
  count: z.number().int().min(0).describe('How many there are; of stops, how often'),
  memories: z.array(DigestMemory).describe('Decisions, rules, lessons and goals first, then the newest'),
});
export type DigestList = z.infer<typeof DigestList>;

const DigestDay = z.object({
  day: z.iso.date().describe('In UTC'),
  by: z.array(
    z.object({
      principalId: PrincipalId,
      name: z.string(),
      acts: z
        .partialRecord(DigestAct, DigestList)
        .describe('stored, confirmed and superseded by them; stopped: rules that stopped them'),
    }),
  ),
});
export type DigestDay = z.infer<typeof DigestDay>;

export const DigestResponse = z
  .object({
    since: EpochMs,
    until: EpochMs,
    days: z.array(DigestDay).describe('The newest first'),
    waiting: DigestList.describe('Proposed memories that wait for your review'),
    isComplete: z.boolean().describe('false: more happened than a digest reads, so its counts are too low'),
    markdown: z.string().describe('The same for a chat channel'),
  })
  .meta({ id: 'DigestResponse' });
export type DigestResponse = z.infer<typeof DigestResponse>;

export const digestRoutes = {
  digest: {
    method: 'GET',
    path: '/v1/digest',
    service: 'ingest',
    role: 'reader',
    summary: 'Tell what was stored, confirmed and superseded, and which rules stopped whom, by day and agent',
    query: DigestRequest,
    output: DigestResponse,
  },
} as const satisfies Routes;
