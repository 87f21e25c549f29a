import type { ItemSignal } from './signal.ts';

/** Signal: the text asks and does not state. Its weight in the recipe is negative. */
export const question = {
  name: 'question',
  requires: 'people',
  strength: (_, { questionShare }) => questionShare,
} as const satisfies ItemSignal;
