import type { ItemSignal } from './signal.ts';

/** Signal: the question expects a name, and the text has one. */
export const expectedName = {
  name: 'answerName',
  requires: 'people',
  strength: ({ expects }, { mentions }) => Number(expects.name && mentions.name),
} as const satisfies ItemSignal;
