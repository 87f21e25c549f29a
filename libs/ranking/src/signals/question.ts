import type { ItemSignal } from './signal.ts';

/** Its text asks rather than tells; the recipe's weight is negative. */
export const question = {
  name: 'question',
  requires: 'people',
  strength: (_, { questionShare }) => questionShare,
} as const satisfies ItemSignal;
