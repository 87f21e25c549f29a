import { areOfOtherSides, areOfOtherTimes, haveOneIdentity, isDenied, type Aligned, type Found } from './aligned.ts';
import type { Assertion } from './assertion.ts';
import type { Stance } from './stance.ts';
import type { Mark } from './vocabulary.ts';

/** Pairs of stances that cannot both hold, in either order. */
const OPPOSED: ReadonlySet<string> = new Set<`${Stance}|${Stance}`>([
  'is|is not',
  'is|forbidden',
  'allowed|forbidden',
  'required|forbidden',
  'required|is not',
  'required|optional',
  'optional|forbidden',
]);

/** Finds an opposite: two clauses about one thing with stances that cannot both hold. */
export function findOpposite(aligned: Aligned): Found {
  const { one, other } = aligned;
  const isOpposed = OPPOSED.has(`${one.stance}|${other.stance}`) || OPPOSED.has(`${other.stance}|${one.stance}`);
  if (!isOpposed || !speakOfOneCase(one, other) || !coversWhatIsDenied(aligned)) return undefined;
  return { relation: 'opposite', ...(!isPlain(one, other) && { between: [one.stance, other.stance] }) };
}

const isPlain = (...clauses: readonly Assertion[]): boolean =>
  clauses.every(({ stance }) => stance === 'is' || stance === 'is not');

/** Whether two clauses are about the same case. A rule and its exception may both hold, as may statements about different times. */
const speakOfOneCase = (one: Assertion, other: Assertion): boolean =>
  ![one, other].some(({ marks }) => marks.has('except')) &&
  !areOfOtherSides(one, other) &&
  !areOfOtherTimes(one, other) &&
  haveOneIdentity(one, other) &&
  haveAlike(one, other, ['state+', 'state-']) &&
  haveAlike(one, other, ['liking+', 'liking-']);

/** Whether both clauses or neither have one of the marks. "It is off" contradicts "it is on", but not "it is not shared". */
function haveAlike({ marks }: Assertion, { marks: its }: Assertion, either: readonly Mark[]): boolean {
  return either.some((mark) => marks.has(mark)) === either.some((mark) => its.has(mark));
}

/** The maximum number of unshared words if neither clause states a duty. */
const PLAIN_LEFT_MAX = 3;

/** The minimum number of shared topics if each clause has words of its own. With fewer, they may be different statements. */
const SHARED_OTHERWISE_MIN = 3;

function coversWhatIsDenied({ one, other, left, shared }: Aligned): boolean {
  const many = left[0].length + left[1].length;
  const ofDenied = left[isDenied(one) ? 0 : 1];
  const isSaidOtherwise = left.every(({ length }) => length > 0);
  if (isSaidOtherwise && (shared < SHARED_OTHERWISE_MIN || !ofDenied.every(({ isVerbal }) => isVerbal))) return false;
  return !(shared < 2 && many > 0) && ofDenied.length <= 1 && !(isPlain(one, other) && many > PLAIN_LEFT_MAX);
}
