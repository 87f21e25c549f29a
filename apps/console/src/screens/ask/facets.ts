import { kindOf, speakerOf, timeOf, type FoundHit } from './found-hit.ts';

/** Fields by which the hits of an answer are narrowed, with the name of each in the address. */
export const facetFields = ['kind', 'in', 'who', 'from', 'when'] as const;
export type FacetField = (typeof facetFields)[number];

export const facetLabels: Readonly<Record<FacetField, string>> = {
  kind: 'Kind',
  in: 'Project',
  who: 'Person',
  from: 'Source',
  when: 'Time',
};

export type Chosen = Readonly<Partial<Record<FacetField, string>>>;

interface FacetValue {
  readonly value: string;
  readonly count: number;
}

const DAY_MS = 86_400_000;
/** Ages of hits in days, youngest first; a hit is counted in the first that it fits. */
const ages: readonly (readonly [name: string, days: number])[] = [
  ['today', 1],
  ['this week', 7],
  ['this month', 31],
  ['this year', 366],
  ['older', Infinity],
];

export function valueOf(field: FacetField, hit: FoundHit, now: number): string | undefined {
  switch (field) {
    case 'kind':
      return kindOf(hit);
    case 'in':
      return hit.kind === 'note' ? undefined : hit.project;
    case 'who':
      return speakerOf(hit) ?? undefined;
    case 'from':
      return hit.kind === 'note' ? hit.workspace : hit.source;
    case 'when':
      return ages.find(([, days]) => now - timeOf(hit) < days * DAY_MS)?.[0];
  }
}

/** Hits that have every chosen value, except for the value of one field. */
export const narrow = (hits: readonly FoundHit[], chosen: Chosen, now: number, except?: FacetField): FoundHit[] =>
  hits.filter((hit) =>
    facetFields.every(
      (field) => field === except || chosen[field] === undefined || valueOf(field, hit, now) === chosen[field],
    ),
  );

/** Values of a field among the hits that fit the other chosen values, the most frequent first. */
export function facetValues(field: FacetField, hits: readonly FoundHit[], chosen: Chosen, now: number): FacetValue[] {
  const counts = new Map<string, number>();
  for (const hit of narrow(hits, chosen, now, field)) {
    const value = valueOf(field, hit, now);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => other.count - one.count);
}
