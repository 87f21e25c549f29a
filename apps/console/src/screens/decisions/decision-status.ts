import type { FoundMemory } from '../../parts/found-memory.ts';

/** Status of a decision, in one word. */
export function statusOf({ state, trust, validTo }: Pick<FoundMemory, 'state' | 'trust' | 'validTo'>): string {
  if (state !== 'active') return state;
  if (validTo !== null && validTo <= Date.now()) return 'ended';
  return trust === 'disputed' ? 'contradicted' : 'holds';
}

/** Colours of the badges of statuses. */
export const statusColours: Readonly<Record<string, string>> = {
  holds: 'teal',
  contradicted: 'orange',
  proposed: 'blue',
};
