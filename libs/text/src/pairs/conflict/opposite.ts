import {
  areOfDifferentBounds,
  areOfDifferentTimes,
  haveOneIdentity,
  isDenied,
  type Alignment,
  type FoundConflict,
} from './aligned.ts';
import type { Assertion } from './assertion.ts';
import type { Stance } from './stance.ts';
import type { Mark } from './vocabulary.ts';

/** Pairs of stances that cannot both be true of one thing; the order of a pair does not matter. */
const opposedStances: ReadonlySet<string> = new Set<`${Stance}|${Stance}`>([
  'is|is not',
  'is|forbidden',
  'allowed|forbidden',
  'required|forbidden',
  'required|is not',
  'required|optional',
  'optional|forbidden',
]);

/** Finds an opposite: two clauses about one thing with stances that cannot both be true. */
export function findOpposite(aligned: Alignment): FoundConflict {
  const { one, other } = aligned;
  const isOpposed =
    opposedStances.has(`${one.stance}|${other.stance}`) || opposedStances.has(`${other.stance}|${one.stance}`);
  if (!isOpposed || !areOfOneCase(one, other) || !coversDenied(aligned)) return undefined;
  return { relation: 'opposite', ...(!isPlain(one, other) && { between: [one.stance, other.stance] }) };
}

const isPlain = (...clauses: readonly Assertion[]): boolean =>
  clauses.every(({ stance }) => stance === 'is' || stance === 'is not');

/**
 * Whether two clauses are about the same case. A rule and its exception can both be true, as can statements about
 * different times.
 */
const areOfOneCase = (one: Assertion, other: Assertion): boolean =>
  ![one, other].some(({ marks }) => marks.has('except')) &&
  !areOfDifferentBounds(one, other) &&
  !areOfDifferentTimes(one, other) &&
  haveOneIdentity(one, other) &&
  bothOrNeitherHave(one, other, ['state+', 'state-']) &&
  bothOrNeitherHave(one, other, ['liking+', 'liking-']);

/**
 * Whether both clauses have at least one of the marks, or neither has any. "It is off" contradicts "it is on", but not
 * "it is not shared".
 */
function bothOrNeitherHave({ marks }: Assertion, { marks: its }: Assertion, either: readonly Mark[]): boolean {
  return either.some((mark) => marks.has(mark)) === either.some((mark) => its.has(mark));
}

/** The maximum number of unshared words if neither clause states a duty. */
const PLAIN_UNSHARED_MAX = 3;

/**
 * The minimum number of shared topics if each clause also has words that the other lacks. With fewer, the clauses may
 * be independent statements.
 */
const SHARED_MIN_WITH_OWN_WORDS = 3;

function coversDenied({ one, other, left, shared }: Alignment): boolean {
  const many = left[0].length + left[1].length;
  const ofDenied = left[isDenied(one) ? 0 : 1];
  const isSaidOtherwise = left.every(({ length }) => length > 0);
  if (isSaidOtherwise && (shared < SHARED_MIN_WITH_OWN_WORDS || !ofDenied.every(({ isVerbal }) => isVerbal)))
    return false;
  return !(shared < 2 && many > 0) && ofDenied.length <= 1 && !(isPlain(one, other) && many > PLAIN_UNSHARED_MAX);
}
