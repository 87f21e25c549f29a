import { z } from 'zod';
import { limits } from './limits.ts';
import { Memory } from './records.ts';
import { Uses } from './uses.ts';
import type { Routes } from './route.ts';
import { Name } from './vocabulary.ts';

export const MeaningReviewQuery = z.strictObject({
  channel: Name.optional().describe('Required for items of a peer channel'),
  limit: z.coerce.number<number>().int().min(limits.limit.min).max(limits.limit.max).default(20),
});
export type MeaningReviewQuery = z.infer<typeof MeaningReviewQuery>;

export const MeaningReviewItem = Memory.pick({
  category: true,
  title: true,
  content: true,
  strength: true,
  version: true,
})
  .extend({
    memoryId: Memory.shape.id,
    uses: Uses.optional().describe('Absent: no answer has returned it since uses are counted'),
    lacks: z.enum(['forbids', 'decides', 'value', 'relations']).describe('The field that its writer did not give'),
  })
  .meta({ id: 'MeaningReviewItem' });
export type MeaningReviewItem = z.infer<typeof MeaningReviewItem>;

export const MeaningReviewResponse = z
  .object({
    items: z.array(MeaningReviewItem).describe('Most used first, then the strongest'),
  })
  .meta({ id: 'MeaningReviewResponse' });

export const meaningReviewRoutes = {
  meaningReview: {
    method: 'GET',
    path: '/v1/meaning',
    service: 'ingest',
    role: 'reader',
    summary: 'List rules, decisions and statements without a given meaning, or with uncertain relations',
    query: MeaningReviewQuery,
    output: MeaningReviewResponse,
  },
} as const satisfies Routes;
