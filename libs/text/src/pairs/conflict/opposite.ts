import { areOfOtherSides, areOfOtherTimes, haveOneIdentity, isDenied, type Aligned, type Found } from './aligned.ts';
import type { Assertion } from './assertion.ts';
import type { Stance } from './stance.ts';
import type { Mark } from './vocabulary.ts';

/** Stances of which both cannot hold, in either order. */
const OPPOSED: ReadonlySet<string> = new Set<`${Stance}|${Stance}`>([
  'is|is not',
  'is|forbidden',
  'allowed|forbidden',
  'required|forbidden',
  'required|is not',
  'required|optional',
  'optional|forbidden',
]);

/** Finds two clauses about one thing of which one says that it is so, may be so or must be so, and the other that it is not. */
export function findOpposite(aligned: Aligned): Found {
  const { one, other } = aligned;
  const isOpposed = OPPOSED.has(`${one.stance}|${other.stance}`) || OPPOSED.has(`${other.stance}|${one.stance}`);
  if (!isOpposed || !speakOfOneCase(one, other) || !coversWhatIsDenied(aligned)) return undefined;
  return { relation: 'opposite', ...(!isPlain(one, other) && { between: [one.stance, other.stance] }) };
}

const isPlain = (...clauses: readonly Assertion[]): boolean =>
  clauses.every(({ stance }) => stance === 'is' || stance === 'is not');

/** A rule and its exception may both hold, and what is so at one time may not be so at another. */
const speakOfOneCase = (one: Assertion, other: Assertion): boolean =>
  ![one, other].some(({ marks }) => marks.has('except')) &&
  !areOfOtherSides(one, other) &&
  !areOfOtherTimes(one, other) &&
  haveOneIdentity(one, other) &&
  haveAlike(one, other, ['state+', 'state-']) &&
  haveAlike(one, other, ['liking+', 'liking-']);

/** "It is off" is no answer to "it is not shared", but to "it is on". */
function haveAlike({ marks }: Assertion, { marks: its }: Assertion, either: readonly Mark[]): boolean {
  return either.some((mark) => marks.has(mark)) === either.some((mark) => its.has(mark));
}

/** The most words on one side only when neither states a duty. */
const PLAIN_LEFT_MAX = 3;

/** So much has to be the same where each says something in a word of its own: what is met is not missed. */
const SHARED_OTHERWISE_MIN = 3;

function coversWhatIsDenied({ one, other, left, shared }: Aligned): boolean {
  const many = left[0].length + left[1].length;
  const ofDenied = left[isDenied(one) ? 0 : 1];
  const isSaidOtherwise = left.every(({ length }) => length > 0);
  if (isSaidOtherwise && (shared < SHARED_OTHERWISE_MIN || !ofDenied.every(({ isVerbal }) => isVerbal))) return false;
  return !(shared < 2 && many > 0) && ofDenied.length <= 1 && !(isPlain(one, other) && many > PLAIN_LEFT_MAX);
}
