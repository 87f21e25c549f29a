import type { ItemSignal } from './signal.ts';

/** The text asks rather than tells. The recipe's weight is negative. */
export const question = {
  name: 'question',
  requires: 'people',
  strength: (_, { questionShare }) => questionShare,
} as const satisfies ItemSignal;
