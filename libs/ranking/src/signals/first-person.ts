import type { ItemSignal } from './signal.ts';

/** "My budget" asks after the user's own words, "you suggested" after the assistant's. */
export const firstPerson = {
  name: 'firstPerson',
  requires: 'assistant',
  strength: ({ askedRole }, { role }) => Number(role !== null && role === askedRole),
} as const satisfies ItemSignal;
