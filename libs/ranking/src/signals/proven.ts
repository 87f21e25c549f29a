import { INITIAL_STRENGTH } from '@cairn/contracts';
import { clampToUnit } from './unit.ts';
import type { ItemSignal } from './signal.ts';

/** Signal: feedback says that the memory was used or helpful. */
export const proven = {
  name: 'proven',
  strength: (_, { strength }) =>
    clampToUnit(((strength ?? INITIAL_STRENGTH) - INITIAL_STRENGTH) / (1 - INITIAL_STRENGTH)),
} as const satisfies ItemSignal;
