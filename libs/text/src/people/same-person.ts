import { spellingFits, type SpellingFit } from '@cairn/contracts';
import { isFullName, shortFormsOf, spellingsIn, type Spelling } from './person-spelling.ts';

/** A stored person, with all known names. */
export interface StoredPerson {
  readonly id: string;
  readonly names: readonly string[];
}

/** Two stored people who may be the same person, by the spellings of their names. */
export interface LikelySamePerson {
  /** The id of the person with the shorter spelling, who is to be merged into the person `into`. */
  readonly id: string;
  readonly into: string;
  readonly how: SpellingFit;
  /** The first person's spelling (`written`), and the second person's spelling that it `fits`. */
  readonly written: string;
  readonly fits: string;
}

interface PersonSpelling {
  readonly id: string;
  readonly spelling: Spelling;
}

/** All spellings of one full name. */
interface FullName {
  readonly named: readonly PersonSpelling[];
  /** The spelling of the person into whom the other people are merged. */
  readonly main: PersonSpelling;
  /** Whether middle names differ, so that several people have this first and last name. */
  readonly isShared: boolean;
}

/**
 * Finds people who are likely stored twice: a handle, an address or a short name that fits exactly one full name. A
 * first name that two people share gives no result, and neither does a spelling that fits two full names.
 */
export function findLikelySame(people: readonly StoredPerson[]): LikelySamePerson[] {
  const named = people.flatMap(({ id, names }) => names.flatMap(spellingsIn).map((spelling) => ({ id, spelling })));
  const full = fullNamesOf(named.filter(({ spelling }) => isFullName(spelling)));
  const byShort = Map.groupBy(full.flatMap(shortFormsFor), ({ short }) => short);
  const found = [
    ...full.flatMap(pairSameNames),
    ...pairShortFirstNames(full),
    ...named.flatMap((one) => pairShortSpelling(one, byShort.get(joinParts(one.spelling)) ?? [])),
    ...pairSameHandles(named.filter(({ spelling }) => !isFullName(spelling) && !byShort.has(joinParts(spelling)))),
  ];
  return keepOnePerPair(found.sort(compareBySureness));
}

const joinParts = ({ parts }: Spelling): string => parts.join('');
const endsOf = ({ parts }: Spelling): string[] => [parts[0]!, parts.at(-1)!];

function fullNamesOf(named: readonly PersonSpelling[]): FullName[] {
  const byEnds = Map.groupBy(named, ({ spelling }) => endsOf(spelling).toSorted().join(' '));
  return [...byEnds.values()].map((all) => {
    const [main] = all.toSorted(compareByForm);
    return {
      named: all,
      main: main!,
      isShared: all.some((one) => all.some((other) => !haveSameMiddleNames(one, other))),
    };
  });
}

const spellingForms = ['name', 'address', 'handle'];
/** Sorts names before addresses and handles, and names with more parts first. */
const compareByForm = (a: PersonSpelling, b: PersonSpelling): number =>
  spellingForms.indexOf(a.spelling.form) - spellingForms.indexOf(b.spelling.form) ||
  b.spelling.parts.length - a.spelling.parts.length ||
  (a.id < b.id ? -1 : 1);

/**
 * Whether the middle names of two spellings agree: one spelling has none, or each middle name equals the other
 * spelling's middle name or its initial.
 */
function haveSameMiddleNames(one: PersonSpelling, other: PersonSpelling): boolean {
  const [a, b] = [one, other].map(({ spelling }) => spelling.parts.slice(1, -1));
  return a!.every((name, at) => b![at] === undefined || name.startsWith(b![at]) || b![at].startsWith(name));
}

const pairOf = (from: PersonSpelling, into: PersonSpelling, how: SpellingFit): LikelySamePerson => ({
  ...{ id: from.id, into: into.id, how },
  ...{ written: from.spelling.written, fits: into.spelling.written },
});

const pairSameNames = ({ named, main, isShared }: FullName): LikelySamePerson[] =>
  isShared
    ? []
    : named.map((one) => {
        const isTurned = endsOf(one.spelling)[0] !== endsOf(main.spelling)[0];
        return pairOf(one, main, isTurned ? 'first-and-last-name' : 'same-name');
      });

const SHORT_NAME_MIN = 3;

/** Pairs `Alex Duarte` with `Alexander Duarte`, unless a third person has a similar name. */
function pairShortFirstNames(full: readonly FullName[]): LikelySamePerson[] {
  const byLast = Map.groupBy(full, ({ main }) => main.spelling.parts.at(-1)!);
  return [...byLast.values()].flatMap((all) => {
    const like = all.flatMap((one) => {
      const [first = ''] = one.main.spelling.parts;
      const longer = all.filter((other) => other !== one && other.main.spelling.parts[0]!.startsWith(first));
      return first.length < SHORT_NAME_MIN ? [] : longer.map((other) => ({ one, other }));
    });
    const [only, ...others] = like;
    if (!only || others.length > 0 || only.one.isShared || only.other.isShared) return [];
    return [pairOf(only.one.main, only.other.main, 'short-first-name')];
  });
}

interface ShortForm {
  readonly short: string;
  readonly how: SpellingFit;
  readonly name: FullName;
}

const shortFormsFor = (name: FullName): ShortForm[] =>
  name.named.flatMap(({ spelling }) => [...shortFormsOf(spelling)].map(([short, how]) => ({ short, how, name })));

/** Pairs a short spelling with the only full name that it fits. */
function pairShortSpelling(one: PersonSpelling, all: readonly ShortForm[]): LikelySamePerson[] {
  const fitting = all.filter(({ how }) => how !== 'initials' || one.spelling.form !== 'name');
  const [only, ...others] = new Set(fitting.map(({ name }) => name));
  if (!only || others.length > 0 || only.isShared) return [];
  const [surest] = fitting.map(({ how }) => how).sort((a, b) => spellingFits.indexOf(a) - spellingFits.indexOf(b));
  return [pairOf(one, only.main, surest!)];
}

/**
 * Pairs a handle with an address whose local part is equal, or with an equal name of one word, if each form occurs
 * once.
 */
function pairSameHandles(named: readonly PersonSpelling[]): LikelySamePerson[] {
  return [...Map.groupBy(named, ({ spelling }) => joinParts(spelling)).values()].flatMap((all) => {
    const [main, ...others] = all.toSorted(compareByForm);
    const isOneOfEach =
      new Set(all.map(({ spelling }) => spelling.form)).size === new Set(all.map(({ id }) => id)).size;
    return isOneOfEach ? others.map((one) => pairOf(one, main!, 'same-handle')) : [];
  });
}

const compareBySureness = (a: LikelySamePerson, b: LikelySamePerson): number =>
  spellingFits.indexOf(a.how) - spellingFits.indexOf(b.how) || (a.fits < b.fits ? -1 : a.fits > b.fits ? 1 : 0);

function keepOnePerPair(found: readonly LikelySamePerson[]): LikelySamePerson[] {
  const keyOf = ({ id, into }: LikelySamePerson) => JSON.stringify([id, into].sort());
  const others = found.filter(({ id, into }) => id !== into);
  return [...new Map(others.toReversed().map((one) => [keyOf(one), one])).values()].reverse();
}
