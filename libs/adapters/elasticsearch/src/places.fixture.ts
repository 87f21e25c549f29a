import type { OrgId } from '@cairn/contracts';
import type { Places } from './indexes.ts';

/** Places by a rule, of a truth of which nothing has been indexed yet. */
export const inPlaces = (placeOf: (orgId: OrgId) => string): Places => ({
  placeOf: async (orgId) => placeOf(orgId),
  hasIndexed: async () => false,
  occupied: async () => [],
  isLost: async () => false,
  reportMissing: async () => undefined,
  share: async () => false,
});

/** Each organisation in a place of its own. */
export const ownPlaces = inPlaces((orgId) => orgId);
