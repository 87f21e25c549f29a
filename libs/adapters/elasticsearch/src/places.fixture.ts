import type { OrgId } from '@cairn/contracts';
import type { Places } from './indexes.ts';

/** Places by a rule, for a truth without indexed items. */
export const inPlaces = (placeOf: (orgId: OrgId) => string): Places => ({
  placeOf: async (orgId) => placeOf(orgId),
  hasIndexed: async () => false,
  occupied: async () => [],
  isLost: async () => false,
  reportMissing: async () => undefined,
  share: async () => false,
});

/** A place for each organisation. */
export const ownPlaces = inPlaces((orgId) => orgId);
