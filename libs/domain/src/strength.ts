import { feedbackKinds, STRENGTH_MIN, type FeedbackKind } from '@cairn/contracts';

/** Change of a memory's strength by feedback, by kind. For each principal and day it counts once. */
const strengthSteps: Readonly<Record<FeedbackKind, number>> = {
  used: 0.02,
  helpful: 0.05,
  wrong: -0.2,
  outdated: -0.2,
};
const STRENGTH_MAX = 1;

type Counts = Readonly<Record<FeedbackKind, number>>;

const strengthChange = (counts: Counts): number =>
  feedbackKinds.reduce((sum, kind) => sum + strengthSteps[kind] * counts[kind], 0);

/** Strength of a memory after all feedback, from 0.1 to 1; `base` is its strength without feedback. */
export function strengthAfter(base: number, counts: Counts): number {
  const moved = Math.round((base + strengthChange(counts)) * 1000) / 1000;
  return Math.min(STRENGTH_MAX, Math.max(STRENGTH_MIN, moved));
}

/** Strength without feedback from which the given feedback leads to `strength`; may be below 0 or above 1. */
export const strengthBefore = (strength: number, counts: Counts): number => strength - strengthChange(counts);
