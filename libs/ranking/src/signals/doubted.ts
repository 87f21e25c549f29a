import { FRESH_STRENGTH, LEAST_STRENGTH } from '@cairn/contracts';
import { unit } from './unit.ts';
import type { ItemSignal } from './signal.ts';

/** Signal: feedback says that the memory is wrong or outdated. A memory without feedback is not doubted. */
export const doubted = {
  name: 'doubted',
  strength: (_, { strength }) =>
    unit((FRESH_STRENGTH - (strength ?? FRESH_STRENGTH)) / (FRESH_STRENGTH - LEAST_STRENGTH)),
} as const satisfies ItemSignal;
