import type { ItemSignal } from './signal.ts';

/** Signal: the item belongs to the project on which the caller works. Off where the caller names none. */
export const project = {
  name: 'project',
  strength: (_, { isOfProject }) => Number(isOfProject),
} as const satisfies ItemSignal;
