import type { ItemSignal } from './signal.ts';

/** What the user of an assistant said is to hold from then on: a rule or a preference. */
export const standingInstruction = {
  name: 'standing',
  requires: 'assistant',
  strength: (_, { role, mentions }) => Number(role === 'user' && mentions.rule),
} as const satisfies ItemSignal;
