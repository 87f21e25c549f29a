import { haveOneIdentity, isDenied, type Alignment, type FoundConflict } from './aligned.ts';
import type { Assertion } from './assertion.ts';
import { findDifferingMeasures } from './differing.ts';
import { findOtherComplement } from './other-complement.ts';
import { isLanguage, isNamed, isSigned, textOfPhrase, type Phrase } from './phrase.ts';

/** Two clauses, each with its name, where the position of the names allows only one. */
interface Sides {
  readonly sides: readonly [readonly [Assertion, Phrase], readonly [Assertion, Phrase]];
  readonly areNames: boolean;
  readonly isAllThatDiffers: boolean;
  readonly shared: number;
}

/** The maximum number of further words that only one clause has. */
const REST_WORDS_MAX = 2;
const PHRASE_WORDS_MAX = 3;

/** Finds two different names where only one is possible: the leader, the place, the only tool. */
export const findOtherName = (aligned: Alignment): FoundConflict =>
  mayHaveOtherNames(aligned)
    ? (findExcludedThing(aligned) ?? findOtherComplement(aligned) ?? findOtherHolder(aligned))
    : undefined;

const mayHaveOtherNames = ({ one, other }: Alignment): boolean =>
  ![one, other].some((clause) => isDenied(clause) || clause.marks.has('more')) &&
  findDifferingMeasures(one.measures, other.measures).length === 0 &&
  haveOneIdentity(one, other);

/**
 * Finds two different owners, two different names in "X is Y", or two different things that are each called the only
 * one.
 */
function findOtherHolder({ one, other, left, shared }: Alignment): FoundConflict {
  const areRoles = [one, other].every(({ topics }) => topics.some(({ isRole }) => isRole));
  const beside = (words: Phrase) => words.filter(({ isRole }) => !areRoles || !isRole);
  const [these, those] = [beside(left[0]), beside(left[1])];
  const [name, its] = [findName(these), findName(those)];
  if (![name, its].every(isOnePhrase) || isLanguage(name) !== isLanguage(its)) return undefined;
  const rest = [these.length - name.length, those.length - its.length];
  const restMax = Math.max(...rest);
  if (Math.min(...rest) > 0 || restMax > (shared < 2 ? 1 : REST_WORDS_MAX)) return undefined;
  const sides = [[one, name] as const, [other, its] as const] as const;
  const areNames = [...name, ...its].every(isNamed);
  if (!isExclusive({ sides, areNames, isAllThatDiffers: restMax === 0, shared })) return undefined;
  return { relation: 'other-value', between: [textOfPhrase(name), textOfPhrase(its)] };
}

const TITLE_CASE = /^\p{Lu}\p{Ll}*$/u;

/**
 * Finds the name among the words that only one clause has. If none is a name, returns all these words, provided that
 * they are adjacent.
 */
function findName(left: Phrase): Phrase {
  const names = left.filter(
    (topic) => topic.isName || isSigned(topic) || (isNamed(topic) && !TITLE_CASE.test(topic.raw)),
  );
  if (names.length > 0) return names;
  const [first, second] = left;
  if (left.length > 1 && left.every(({ isVerbal, at }, index) => !isVerbal && at === first!.at + index)) return left;
  // The first word always has a capital, so it is a name only without an adjacent word.
  if (first && isNamed(first) && second?.at !== first.at + 1) return [first];
  return left.length === 1 ? left : [];
}

const isOnePhrase = (phrase: Phrase): boolean =>
  phrase.length > 0 &&
  phrase.length <= PHRASE_WORDS_MAX &&
  phrase.at(-1)!.at - phrase[0]!.at < phrase.length &&
  !phrase.some(({ isListed }) => isListed);

/** Whether the clauses state that there is only one such thing: by "only", an owner, or "the default is". */
function isExclusive(named: Sides): boolean {
  const { sides, areNames, isAllThatDiffers, shared } = named;
  const [[one, name], [other, its]] = sides;
  if (isOnlyOne(one, name) || isOnlyOne(other, its))
    return shared > 1 ? isAllThatDiffers || areNames : isAllThatDiffers && name[0]!.tiedTo === its[0]!.tiedTo;
  return areEquated(named) || (areNames && sides.every(isHolder));
}

const ONLY_DISTANCE_MAX = 3;
/** Whether "only" is close to the phrase. */
const isOnlyOne = ({ onlyAt }: Assertion, phrase: Phrase): boolean =>
  onlyAt >= 0 && phrase.some(({ at }) => Math.abs(at - onlyAt) <= ONLY_DISTANCE_MAX);

/** Words that equate the thing before them with the description after them. */
const EQUATING_WORD = /^(?:is|:|=)$/;
const areEquated = ({ sides, areNames, isAllThatDiffers }: Sides): boolean =>
  isAllThatDiffers &&
  sides.some(endsEquated) &&
  sides.every((side) => endsEquated(side) || beginsEquated(side)) &&
  (areNames || sides.every(([{ marks }]) => marks.has('one')));

const endsEquated = ([{ topics }, phrase]: readonly [Assertion, Phrase]): boolean =>
  EQUATING_WORD.test(phrase[0]!.before) && topics.at(-1) === phrase.at(-1);

/** Whether a clause begins with the phrase and `is`: "Ann is our editor". */
const beginsEquated = ([, phrase]: readonly [Assertion, Phrase]): boolean =>
  phrase[0]!.at === 0 && phrase.at(-1)!.next === 'is';

const THING_OF = /^(?:of|for|in|on|at|about)$/;
/** Whether the phrase is in the position of an owner: "Ann owns billing", "the owner of billing is Ann", "billing belongs to Ann". */
const isHolder = ([{ topics, holdsAt, heldAt }, phrase]: readonly [Assertion, Phrase]): boolean =>
  topics.some(({ isRole }) => isRole) &&
  phrase[0]!.at > heldAt &&
  (holdsAt < 0 || phrase.at(-1)!.at < holdsAt) &&
  !THING_OF.test(phrase[0]!.before);

const EXCLUDING_WORDS_MAX = 4;

/** Finds a clause that excludes a thing which the other clause asserts: "as strings, not integers". */
const findExcludedThing = ({ one, other, left: [these, those] }: Alignment): FoundConflict =>
  findExcludedBy(one, other, [these, those]) ?? swapSides(findExcludedBy(other, one, [those, these]));

function findExcludedBy(one: Assertion, other: Assertion, [these, those]: readonly [Phrase, Phrase]): FoundConflict {
  const keys = new Set(other.excluded.map(({ key }) => key));
  const former = one.topics.filter(({ key }) => keys.has(key));
  if (keys.size === 0 || former.length < keys.size) return undefined;
  if (one.excluded.some(({ key }) => keys.has(key)) || [...keys].some((key) => other.keys.has(key))) return undefined;
  const rest = these.filter(({ key, isVerbal }) => !keys.has(key) && !isVerbal);
  const present = those.filter(({ isVerbal }) => !isVerbal);
  if (rest.length > 1 || present.length === 0 || those.length > EXCLUDING_WORDS_MAX) return undefined;
  return { relation: 'other-value', between: [textOfPhrase(former), textOfPhrase(present)] };
}

const swapSides = (found: FoundConflict): FoundConflict =>
  found?.between ? { ...found, between: [found.between[1], found.between[0]] } : found;
