import type { FoundMemory } from '../../parts/found-memory.ts';

type Judged = Pick<FoundMemory, 'state' | 'trust' | 'validTo' | 'tags'>;

/** Status of a decision, in one word. A decision record that says of itself that it is proposed does not hold yet. */
export function statusOf({ state, trust, validTo, tags }: Judged): string {
  if (state !== 'active') return state;
  if (validTo !== null && validTo <= Date.now()) return 'ended';
  if (trust === 'disputed') return 'contradicted';
  return tags.includes('adr') && tags.includes('proposed') ? 'proposed' : 'holds';
}

/** Colours of the badges of statuses. */
export const statusColours: Readonly<Record<string, string>> = {
  holds: 'teal',
  contradicted: 'orange',
  proposed: 'blue',
};
