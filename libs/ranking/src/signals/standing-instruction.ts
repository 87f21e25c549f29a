import type { ItemSignal } from './signal.ts';

/** Signal: a rule or preference that the user of an assistant stated to hold from then on. */
export const standingInstruction = {
  name: 'standingInstruction',
  requires: 'assistant',
  strength: (_, { role, mentions }) => Number(role === 'user' && mentions.rule),
} as const satisfies ItemSignal;
