import type { ItemSignal } from './signal.ts';

/** Signal: "my budget" asks for the user's own words, "you suggested" for the assistant's. */
export const firstPerson = {
  name: 'firstPerson',
  requires: 'assistant',
  strength: ({ askedRole }, { role }) => Number(role !== null && role === askedRole),
} as const satisfies ItemSignal;
