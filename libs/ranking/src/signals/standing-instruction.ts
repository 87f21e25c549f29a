import type { ItemSignal } from './signal.ts';

/** Signal: the text is a rule or preference that a user stated to an assistant for all later answers. */
export const standingInstruction = {
  name: 'standingInstruction',
  requires: 'assistant',
  strength: (_, { role, mentions }) => Number(role === 'user' && mentions.rule),
} as const satisfies ItemSignal;
