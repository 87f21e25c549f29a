import { FRESH_STRENGTH } from '@cairn/contracts';
import { unit } from './unit.ts';
import type { ItemSignal } from './signal.ts';

/** Signal: feedback says that the memory was used or helpful. */
export const proven = {
  name: 'proven',
  strength: (_, { strength }) => unit(((strength ?? FRESH_STRENGTH) - FRESH_STRENGTH) / (1 - FRESH_STRENGTH)),
} as const satisfies ItemSignal;
