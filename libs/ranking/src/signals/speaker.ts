import type { ItemSignal } from './signal.ts';

/** Signal: the question names one person, and that person said or wrote the item. */
export const speaker = {
  name: 'speaker',
  strength: ({ speakers }, item) => Number(item.speaker !== null && speakers.includes(item.speaker)),
} as const satisfies ItemSignal;
