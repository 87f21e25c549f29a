import type { ItemSignal } from './signal.ts';

/** How much of the question the item's whole session or document holds. */
export const coverage = {
  name: 'coverage',
  strength: (_, item) => item.coverage,
} as const satisfies ItemSignal;
