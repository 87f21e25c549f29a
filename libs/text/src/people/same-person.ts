import { spellingFits, type SpellingFit } from '@cairn/contracts';
import { isFull, shortFormsOf, spellingsIn, type Spelling } from './person-spelling.ts';

/** Somebody as they are stored, with every name that is known of them. */
export interface StoredPerson {
  readonly id: string;
  readonly names: readonly string[];
}

/** Two who may be one person by how their names are written. */
export interface LikelySame {
  /** Whoever has the shorter spelling. */
  readonly id: string;
  readonly into: string;
  readonly how: SpellingFit;
  /** The two spellings that fit. */
  readonly written: string;
  readonly fits: string;
}

interface Named {
  readonly id: string;
  readonly spelling: Spelling;
}

/** Everybody whose full name is the same, as one person. */
interface FullName {
  readonly named: readonly Named[];
  /** The one whom the others are merged into. */
  readonly main: Named;
  /** Middle names differ, so several people have this first and last name. */
  readonly isShared: boolean;
}

/**
 * Finds who is likely stored twice: a handle, an address or a short name that fits one full name, and no other. Nothing is found by
 * a first name that two people have, nor between two full names that differ.
 */
export function likelySame(people: readonly StoredPerson[]): LikelySame[] {
  const named = people.flatMap(({ id, names }) => names.flatMap(spellingsIn).map((spelling) => ({ id, spelling })));
  const full = fullNamesOf(named.filter(({ spelling }) => isFull(spelling)));
  const byShort = Map.groupBy(full.flatMap(shortFormsFor), ({ short }) => short);
  const found = [
    ...full.flatMap(sameNames),
    ...shortFirstNames(full),
    ...named.flatMap((one) => shortSpelling(one, byShort.get(joined(one.spelling)) ?? [])),
    ...sameHandles(named.filter(({ spelling }) => !isFull(spelling) && !byShort.has(joined(spelling)))),
  ];
  return onePerPair(found.sort(bySureness));
}

const joined = ({ parts }: Spelling): string => parts.join('');
const endsOf = ({ parts }: Spelling): string[] => [parts[0]!, parts.at(-1)!];

function fullNamesOf(named: readonly Named[]): FullName[] {
  const byEnds = Map.groupBy(named, ({ spelling }) => endsOf(spelling).toSorted().join(' '));
  return [...byEnds.values()].map((all) => {
    const [main] = all.toSorted(byForm);
    return { named: all, main: main!, isShared: all.some((one) => all.some((other) => !agree(one, other))) };
  });
}

const forms = ['name', 'address', 'handle'];
/** Names before addresses and handles, longer ones first. */
const byForm = (a: Named, b: Named): number =>
  forms.indexOf(a.spelling.form) - forms.indexOf(b.spelling.form) ||
  b.spelling.parts.length - a.spelling.parts.length ||
  (a.id < b.id ? -1 : 1);

/** Middle names agree where one has none, or each is the other or its initial. */
function agree(one: Named, other: Named): boolean {
  const [a, b] = [one, other].map(({ spelling }) => spelling.parts.slice(1, -1));
  return a!.every((name, at) => b![at] === undefined || name.startsWith(b![at]) || b![at].startsWith(name));
}

const pair = (from: Named, into: Named, how: SpellingFit): LikelySame => ({
  ...{ id: from.id, into: into.id, how },
  ...{ written: from.spelling.written, fits: into.spelling.written },
});

const sameNames = ({ named, main, isShared }: FullName): LikelySame[] =>
  isShared
    ? []
    : named.map((one) => {
        const isTurned = endsOf(one.spelling)[0] !== endsOf(main.spelling)[0];
        return pair(one, main, isTurned ? 'first-and-last-name' : 'same-name');
      });

const SHORT_NAME_MIN = 3;

/** `Alex Duarte` and `Alexander Duarte`, where no third has such a name. */
function shortFirstNames(full: readonly FullName[]): LikelySame[] {
  const byLast = Map.groupBy(full, ({ main }) => main.spelling.parts.at(-1)!);
  return [...byLast.values()].flatMap((all) => {
    const like = all.flatMap((one) => {
      const [first = ''] = one.main.spelling.parts;
      const longer = all.filter((other) => other !== one && other.main.spelling.parts[0]!.startsWith(first));
      return first.length < SHORT_NAME_MIN ? [] : longer.map((other) => ({ one, other }));
    });
    const [only, ...others] = like;
    if (!only || others.length > 0 || only.one.isShared || only.other.isShared) return [];
    return [pair(only.one.main, only.other.main, 'short-first-name')];
  });
}

interface ShortFor {
  readonly short: string;
  readonly how: SpellingFit;
  readonly name: FullName;
}

const shortFormsFor = (name: FullName): ShortFor[] =>
  name.named.flatMap(({ spelling }) => [...shortFormsOf(spelling)].map(([short, how]) => ({ short, how, name })));

/** A spelling that is short for one full name alone. */
function shortSpelling(one: Named, all: readonly ShortFor[]): LikelySame[] {
  const fitting = all.filter(({ how }) => how !== 'initials' || one.spelling.form !== 'name');
  const [only, ...others] = new Set(fitting.map(({ name }) => name));
  if (!only || others.length > 0 || only.isShared) return [];
  const [surest] = fitting.map(({ how }) => how).sort((a, b) => spellingFits.indexOf(a) - spellingFits.indexOf(b));
  return [pair(one, only.main, surest!)];
}

/** A handle and the local part of an address, or a name of one word, that are written alike; one of each alone. */
function sameHandles(named: readonly Named[]): LikelySame[] {
  return [...Map.groupBy(named, ({ spelling }) => joined(spelling)).values()].flatMap((all) => {
    const [main, ...others] = all.toSorted(byForm);
    const isOneOfEach =
      new Set(all.map(({ spelling }) => spelling.form)).size === new Set(all.map(({ id }) => id)).size;
    return isOneOfEach ? others.map((one) => pair(one, main!, 'same-handle')) : [];
  });
}

const bySureness = (a: LikelySame, b: LikelySame): number =>
  spellingFits.indexOf(a.how) - spellingFits.indexOf(b.how) || (a.fits < b.fits ? -1 : a.fits > b.fits ? 1 : 0);

function onePerPair(found: readonly LikelySame[]): LikelySame[] {
  const keyOf = ({ id, into }: LikelySame) => JSON.stringify([id, into].sort());
  const others = found.filter(({ id, into }) => id !== into);
  return [...new Map(others.toReversed().map((one) => [keyOf(one), one])).values()].reverse();
}
