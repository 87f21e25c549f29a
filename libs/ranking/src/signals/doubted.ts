import { INITIAL_STRENGTH, STRENGTH_MIN } from '@cairn/contracts';
import { clampToUnit } from './unit.ts';
import type { ItemSignal } from './signal.ts';

/** Signal: feedback says that the memory is wrong or outdated. A memory without feedback is not doubted. */
export const doubted = {
  name: 'doubted',
  strength: (_, { strength }) =>
    clampToUnit((INITIAL_STRENGTH - (strength ?? INITIAL_STRENGTH)) / (INITIAL_STRENGTH - STRENGTH_MIN)),
} as const satisfies ItemSignal;
