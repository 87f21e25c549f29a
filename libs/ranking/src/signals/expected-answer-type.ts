import type { ItemSignal } from './signal.ts';

/** Signal: the question expects a time or a number, and the text has one. */
export const expectedAnswerType = {
  name: 'answerType',
  requires: 'people',
  strength: ({ expects }, { mentions }) =>
    Number((expects.time && mentions.time) || (expects.number && mentions.number)),
} as const satisfies ItemSignal;
