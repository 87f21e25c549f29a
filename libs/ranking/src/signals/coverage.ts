import type { ItemSignal } from './signal.ts';

/** The rest of its session or document is about the question. */
export const coverage = {
  name: 'coverage',
  strength: (_, item) => item.coverage,
} as const satisfies ItemSignal;
