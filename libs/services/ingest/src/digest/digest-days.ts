import type { Category, DigestAct, DigestDay, DigestList, DigestMemory } from '@cairn/contracts';
import type { ToldAct } from '@cairn/store';

/**
 * Groups acts by day (UTC) and principal. The newest day comes first, and within a day the principal with the most
 * acts. Each list names at most `named` memories.
 */
export function digestDays(acts: readonly ToldAct[], named: number): DigestDay[] {
  const byDay = Map.groupBy(acts, ({ at }) => new Date(at).toISOString().slice(0, 10));
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, ofDay]) => ({ day, by: principalsOf(ofDay, named) }));
}

function principalsOf(acts: readonly ToldAct[], named: number): DigestDay['by'] {
  return [...Map.groupBy(acts, ({ principalId }) => principalId).values()]
    .toSorted((one, other) => other.length - one.length)
    .map((own) => ({ principalId: own[0]!.principalId, name: own[0]!.name, acts: listsOf(own, named) }));
}

function listsOf(acts: readonly ToldAct[], named: number): Partial<Record<DigestAct, DigestList>> {
  const byAct = Map.groupBy(acts, ({ act }) => act);
  return Object.fromEntries([...byAct].map(([act, some]) => [act, listOf(some, named)]));
}

const listOf = (acts: readonly ToldAct[], named: number): DigestList => ({
  count: acts.reduce((sum, { times }) => sum + times, 0),
  memories: acts.toSorted(compareByWeight).slice(0, named).map(memoryOf),
});

/** Categories that a list names first. Memories of other categories follow in the given order. */
const CATEGORIES_LISTED_FIRST: readonly Category[] = ['decision', 'rule', 'lesson', 'goal'];

const weightOf = ({ category }: ToldAct) =>
  CATEGORIES_LISTED_FIRST.includes(category)
    ? CATEGORIES_LISTED_FIRST.indexOf(category)
    : CATEGORIES_LISTED_FIRST.length;
const compareByWeight = (one: ToldAct, other: ToldAct) => weightOf(one) - weightOf(other);

const memoryOf = ({ act, memoryId, title, category, times, successor }: ToldAct): DigestMemory => ({
  ...{ memoryId, title, category },
  ...(act === 'stopped' && { times }),
  ...(successor !== null && { successor }),
});
