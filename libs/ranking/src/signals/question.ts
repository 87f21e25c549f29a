import type { ItemSignal } from './signal.ts';

/** Signal: the text asks something and states nothing. Its weight in the recipe is negative. */
export const question = {
  name: 'question',
  requires: 'people',
  strength: (_, { questionShare }) => questionShare,
} as const satisfies ItemSignal;
