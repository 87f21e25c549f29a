import type { ItemSignal } from './signal.ts';

/** Signal: the question names the channel or subchannel of the item. */
export const place = {
  name: 'place',
  strength: (_, { isPlaceNamed }) => Number(isPlaceNamed),
} as const satisfies ItemSignal;
