import type { ItemSignal } from './signal.ts';

/** Signal: the item's whole session or document contains words of the question. */
export const coverage = {
  name: 'coverage',
  strength: (_, item) => item.coverage,
} as const satisfies ItemSignal;
