import type { ItemSignal } from './signal.ts';

/** The question expects a time or a number, and the text has one. */
export const expectedAnswerType = {
  name: 'answerType',
  requires: 'people',
  strength: ({ expects }, { says }) => Number((expects.time && says.time) || (expects.number && says.number)),
} as const satisfies ItemSignal;
