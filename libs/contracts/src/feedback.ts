import { z } from 'zod';

export const feedbackKinds = ['used', 'helpful', 'wrong', 'outdated'] as const;

/** What somebody says of a memory: that it served an answer, that it helped, that it is not so, or no longer so. */
export const FeedbackKind = z.enum(feedbackKinds);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

/** How far each kind moves the strength of a memory, once for each principal and day. */
const strengthSteps: Readonly<Record<FeedbackKind, number>> = {
  used: 0.02,
  helpful: 0.05,
  wrong: -0.2,
  outdated: -0.2,
};
/** What is said to be wrong stays findable, and nothing is stronger than certain. */
const STRENGTH_LEAST = 0.1;
const STRENGTH_MOST = 1;

/** The strength of a memory that had `strength` when it was written, after all that was said of it: 0.1 to 1. */
export function strengthAfter(strength: number, said: Readonly<Record<FeedbackKind, number>>): number {
  const moved = feedbackKinds.reduce((sum, kind) => sum + strengthSteps[kind] * said[kind], strength);
  return Math.min(STRENGTH_MOST, Math.max(STRENGTH_LEAST, Math.round(moved * 1000) / 1000));
}
