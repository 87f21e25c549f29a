import { z } from 'zod';

export const feedbackKinds = ['used', 'helpful', 'wrong', 'outdated'] as const;

/** What somebody says of a memory: that it served an answer, that it helped, that it is not so, or no longer so. */
export const FeedbackKind = z.enum(feedbackKinds);
export type FeedbackKind = z.infer<typeof FeedbackKind>;
