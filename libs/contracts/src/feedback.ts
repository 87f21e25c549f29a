import { z } from 'zod';
import { MemoryId } from './ids.ts';
import { MemoryRef } from './item-ref.ts';
import type { Routes } from './route.ts';
import { ItemQuery } from './writes.ts';

export const feedbackKinds = ['used', 'helpful', 'wrong', 'outdated'] as const;

/** Feedback on a memory: it was used in an answer, it helped, it is wrong, or it is outdated. */
export const FeedbackKind = z.enum(feedbackKinds);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

/** Change of a memory's strength by each kind of feedback, counted once for each principal and day. */
const strengthSteps: Readonly<Record<FeedbackKind, number>> = {
  used: 0.02,
  helpful: 0.05,
  wrong: -0.2,
  outdated: -0.2,
};
/** Least strength, above 0, so that a memory with negative feedback can still be found. */
export const LEAST_STRENGTH = 0.1;
const MOST_STRENGTH = 1;

type Counts = Readonly<Record<FeedbackKind, number>>;

const movedBy = (counts: Counts): number =>
  feedbackKinds.reduce((sum, kind) => sum + strengthSteps[kind] * counts[kind], 0);

/** Strength of a memory after all feedback, when it began at `base`: 0.1 to 1. */
export function strengthAfter(base: number, counts: Counts): number {
  const moved = Math.round((base + movedBy(counts)) * 1000) / 1000;
  return Math.min(MOST_STRENGTH, Math.max(LEAST_STRENGTH, moved));
}

/** Base from which all feedback leads to this strength; it may lie outside 0 to 1. */
export const strengthBefore = (strength: number, counts: Counts): number => strength - movedBy(counts);

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
    summary: 'Say how a memory served you, once a day: the last one counts, and moves its strength within seconds',
    body: FeedbackRequest,
    errors: ['item/unknown'],
    output: FeedbackResponse,
  },
} as const satisfies Routes;
