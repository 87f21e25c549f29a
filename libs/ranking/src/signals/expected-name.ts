import type { ItemSignal } from './signal.ts';

/** The question expects a name, and the text has one. */
export const expectedName = {
  name: 'answerName',
  requires: 'people',
  strength: ({ expects }, { says }) => Number(expects.name && says.name),
} as const satisfies ItemSignal;
