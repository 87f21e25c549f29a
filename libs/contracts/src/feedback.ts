import { z } from 'zod';
import { MemoryId } from './ids.ts';
import { MemoryRef } from './item-ref.ts';
import type { Routes } from './route.ts';
import { ItemQuery } from './writes.ts';

export const feedbackKinds = ['used', 'helpful', 'wrong', 'outdated'] as const;

/** Feedback on a memory: it was used in an answer, it helped, it is wrong, or it is outdated. */
export const FeedbackKind = z.enum(feedbackKinds);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

/** Least strength of a memory. It is above 0, so that a memory with negative feedback can still be found. */
export const STRENGTH_MIN = 0.1;

export const FeedbackRequest = z
  .strictObject({
    memoryId: MemoryRef.describe('The memory, by the id that every answer has'),
    kind: FeedbackKind.describe(
      'used: in an answer; helpful: it helped; wrong: it is not true; outdated: it is no longer true',
    ),
    channel: ItemQuery.shape.channel,
  })
  .meta({ id: 'FeedbackRequest' });

export const FeedbackResponse = z
  .object({ memoryId: MemoryId, kind: FeedbackKind, recorded: z.literal(true) })
  .meta({ id: 'FeedbackResponse' });

/** Routes of feedback. */
export const feedbackRoutes = {
  giveFeedback: {
    method: 'POST',
    path: '/v1/feedback',
    service: 'ingest',
    role: 'writer',
    summary: 'Rate a memory, once a day: the last rating counts, and changes its strength within seconds',
    body: FeedbackRequest,
    errors: ['item/unknown'],
    output: FeedbackResponse,
  },
} as const satisfies Routes;
