import type { RouteOutput } from '@cairn/contracts';
import { formatCount } from '../../parts/counted.ts';
import { joinPairs } from '../../parts/join-pairs.ts';

type Pair = Pick<RouteOutput<'contradictions'>['pairs'][number], 'newer' | 'older'>;
export type Repetition = Pair['newer'];
/** Memories that say the same, the newest first. */
export type Group = readonly Repetition[];

/** Joins pairs that share a memory into groups, in the order of their newest memories. */
export function groupsOf(pairs: readonly Pair[]): Group[] {
  const groups = joinPairs(
    pairs.map(({ newer, older }) => [newer, older] as const),
    ({ memoryId }) => memoryId,
  );
  return groups.map((group) => group.toSorted(compareByAge)).toSorted(([one], [other]) => compareByAge(one!, other!));
}

/** Orders the newest first: ids rise with time. */
const compareByAge = (one: Repetition, other: Repetition): number => (one.memoryId > other.memoryId ? -1 : 1);

/** Groups of one kind and size, of which the newest can be kept together. */
export interface Batch {
  /** Sentence about the groups, such as `8 decisions twice`. */
  readonly says: string;
  readonly groups: readonly Group[];
}

/** Sorts groups by the kind of their memories and by their number, the largest batch first. */
export function batchesOf(groups: readonly Group[]): Batch[] {
  const batches = Map.groupBy(groups, (group) => `${group[0]!.category} ${group.length}`);
  return [...batches.values()]
    .map((some) => ({
      says: `${formatCount(some.length, some[0]![0]!.category)} ${timesOf(some[0]!.length)}`,
      groups: some,
    }))
    .toSorted((one, other) => other.groups.length - one.groups.length);
}

const timesOf = (count: number): string => (count === 2 ? 'twice' : `${count} times`);
