import type { ItemSignal } from './signal.ts';

/** What the user of an assistant said is to hold from then on: a rule or a preference. */
export const standingInstruction = {
  name: 'standing',
  requires: 'assistant',
  strength: (_, { role, says }) => Number(role === 'user' && says.rule),
} as const satisfies ItemSignal;
