import { haveOneIdentity, isDenied, type Aligned, type Found } from './aligned.ts';
import type { Assertion, Topic } from './assertion.ts';
import { differingMeasures } from './differing.ts';
import { languageNames } from './vocabulary.ts';

type Phrase = readonly Topic[];

/** Two clauses with the name that each puts in the place of the other's. */
interface Sides {
  readonly sides: readonly [readonly [Assertion, Phrase], readonly [Assertion, Phrase]];
  readonly areNames: boolean;
  readonly isAllThatDiffers: boolean;
}

/** So many other words may stand on one side only. */
const REST_MAX = 2;
const PHRASE_MAX = 3;

/** Finds two names in one place that can hold only one: who leads, where it is, the only tool. */
export function findOtherName({ one, other, left, shared }: Aligned): Found {
  if (!mayName(one, other)) return undefined;
  const [name, its] = [nameIn(left[0]), nameIn(left[1])];
  if (![name, its].every(isOnePhrase) || isLanguage(name) !== isLanguage(its)) return undefined;
  const rest = [left[0].length - name.length, left[1].length - its.length];
  const restMax = Math.max(...rest);
  if (Math.min(...rest) > 0 || restMax > (shared < 2 ? 1 : REST_MAX)) return undefined;
  const sides = [[one, name] as const, [other, its] as const] as const;
  const areNames = [...name, ...its].every(({ raw }) => NAMED.test(raw));
  if (!isExclusive({ sides, areNames, isAllThatDiffers: restMax === 0 })) return undefined;
  return { relation: 'other-value', between: [saidOf(name), saidOf(its)] };
}

const mayName = (one: Assertion, other: Assertion): boolean =>
  ![one, other].some((clause) => isDenied(clause) || clause.marks.has('more')) &&
  differingMeasures(one.measures, other.measures).length === 0 &&
  haveOneIdentity(one, other);

const NAMED = /\p{Lu}|[\d/_.]/u;
const SIGNED = /[\d/_.]/;
const TITLE_CASE = /^\p{Lu}\p{Ll}*$/u;
const saidOf = (phrase: Phrase): string => phrase.map(({ raw }) => raw).join(' ');

/** The name among what only one side says; without a name, its one word. */
function nameIn(left: Phrase): Phrase {
  const names = left.filter(
    ({ isName, raw }) => isName || SIGNED.test(raw) || (NAMED.test(raw) && !TITLE_CASE.test(raw)),
  );
  if (names.length > 0) return names;
  // The first word has its capital for its place, so it is a name only where it stands alone.
  const [first, second] = left;
  if (first && NAMED.test(first.raw) && second?.at !== first.at + 1) return [first];
  return left.length === 1 ? left : [];
}

const isOnePhrase = (phrase: Phrase): boolean =>
  phrase.length > 0 &&
  phrase.length <= PHRASE_MAX &&
  phrase.at(-1)!.at - phrase[0]!.at <= phrase.length &&
  !phrase.some(({ isListed }) => isListed);

const isLanguage = (phrase: Phrase): boolean => phrase.some(({ text }) => languageNames.has(text));

/** Whether a sentence says that there is only one: "X, not Y", "only", the owner, the place, "the default is". */
const isExclusive = (named: Sides): boolean => {
  const { sides, areNames, isAllThatDiffers } = named;
  const [[one, name], [other, its]] = sides;
  if (excludes(one, its) || excludes(other, name)) return true;
  if (isOnlyOne(one, name) || isOnlyOne(other, its)) return areNames || isAllThatDiffers;
  if (areEquated(named)) return true;
  return areNames && (sides.every(isHolder) || sides.every(isPlace));
};

/** "X, not Y". */
const excludes = ({ excluded }: Assertion, phrase: Phrase): boolean =>
  excluded.length > 0 && phrase.every(({ key }) => excluded.some((its) => its.key === key));

const ONLY_WITHIN = 3;
/** "Only" stands beside what is the only one. */
const isOnlyOne = ({ onlyAt }: Assertion, phrase: Phrase): boolean =>
  onlyAt >= 0 && phrase.some(({ at }) => Math.abs(at - onlyAt) <= ONLY_WITHIN);

/** Right after one of these stands the thing that the rest of the sentence tells of. */
const EQUATES = /^(?:is|:|=)$/;
const areEquated = ({ sides, areNames, isAllThatDiffers }: Sides): boolean =>
  isAllThatDiffers &&
  sides.some(endsEquated) &&
  sides.every((side) => endsEquated(side) || beginsEquated(side)) &&
  (areNames || sides.every(([{ marks }]) => marks.has('one')));

const endsEquated = ([{ topics }, phrase]: readonly [Assertion, Phrase]): boolean =>
  EQUATES.test(phrase[0]!.before) && topics.at(-1) === phrase.at(-1);

/** "Ann is our editor". */
const beginsEquated = ([, phrase]: readonly [Assertion, Phrase]): boolean =>
  phrase[0]!.at === 0 && phrase.at(-1)!.next === 'is';

const PLACED = /^(?:in|on|at|to|into|is|are|:)$/;
const isPlace = ([{ marks }, [first]]: readonly [Assertion, Phrase]): boolean =>
  marks.has('place') && PLACED.test(first!.before);

const THING_OF = /^(?:of|for|in|on|at|about)$/;
const ROLES = ['one', 'holds', 'held'] as const;
/** "Ann owns billing", "the owner of billing is Ann", "billing belongs to Ann": an owner stands in its place. */
const isHolder = ([{ marks, holdsAt, heldAt }, phrase]: readonly [Assertion, Phrase]): boolean =>
  ROLES.some((mark) => marks.has(mark)) &&
  phrase[0]!.at > heldAt &&
  (holdsAt < 0 || phrase.at(-1)!.at < holdsAt) &&
  !THING_OF.test(phrase[0]!.before);
