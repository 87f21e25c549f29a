import { areOfOtherSides, areTurned, haveOneIdentity, isDenied, type Aligned, type Found } from './aligned.ts';
import type { Assertion, Labelled } from './assertion.ts';
import { differingMeasures, isScheduled } from './differing.ts';
import type { Measure } from './measures.ts';

/** Finds two clauses about one thing that give other values of it. */
export function findOtherValue({ one, other, left, shared }: Aligned): Found {
  if (!mayDiffer(one, other) || (shared < 2 && left.flat().filter(({ isVerbal }) => !isVerbal).length > 1))
    return undefined;
  const said = left.flat().filter(({ isVerbal }) => !isVerbal || [one, other].every(isFromBound));
  if ([one, other].some(isRule) && said.length > 1) return undefined;
  const differing = differingMeasures(one.measures, other.measures);
  if (differing.length === 0) return findOtherVersion(one, other);
  // Events that were have each their time.
  if ((one.isPast || other.isPast) && differing.every(([measure]) => isScheduled(measure))) return undefined;
  // A day beside another measure says when that measure holds.
  const isMixed = [one, other].some(({ measures }) => measures.some(isScheduled) && !measures.every(isScheduled));
  if (isMixed && differing.some(([measure]) => isScheduled(measure))) return undefined;
  if (!haveOneIdentity(one, other) || areOfOtherThings(one, other, differing)) return undefined;
  const [measure, its] = differing[0]!;
  return { relation: 'other-value', between: [textOf(measure), textOf(its)] };
}

/** "Above 500 EUR it needs an offer", "above 5,000 EUR a second signature". */
const isFromBound = ({ stance, marks }: Assertion): boolean => stance === 'required' && marks.has('min');

/** A duty, a right or a ban may be another one for others: more words on one side say for whom. */
const isRule = ({ stance }: Assertion): boolean => /^(?:allowed|forbidden|required)$/.test(stance);

/** A year or a version beside another value says which thing has that value: "support of 4.0 ends in May, of 4.1 in June". */
const areOfOtherThings = (
  one: Assertion,
  other: Assertion,
  differing: readonly (readonly [Measure, Measure])[],
): boolean =>
  differing.length > 1 &&
  differing.some(
    ([{ dimension }]) => EDITIONS.has(dimension) || (one.ofSubject.has(dimension) && other.ofSubject.has(dimension)),
  );
const EDITIONS: ReadonlySet<string> = new Set(['version', 'year', 'turn']);

/** Two denials may both hold, and so may the start and the end, the least and the most, or one of several. */
const mayDiffer = (one: Assertion, other: Assertion): boolean =>
  isDenied(one) === isDenied(other) &&
  ![one, other].some(({ marks }) => marks.has('more')) &&
  one.marks.has('except') === other.marks.has('except') &&
  one.marks.has('without') === other.marks.has('without') &&
  !areTurned(one, other, ['start', 'end']) &&
  !areOfOtherSides(one, other);

const textOf = ({ name, text }: Measure): string => (name === undefined ? text : `${name} ${text}`);

function findOtherVersion(one: Assertion, other: Assertion): Found {
  const pairs = versionsIn(one).flatMap((these) =>
    versionsIn(other).flatMap((those) => (areComparable(these, those) ? [[these, those] as const] : [])),
  );
  if (pairs.some(([these, those]) => !differ(these, those))) return undefined;
  // Before the verb, a number says which thing is meant: "Release 1.2 was late".
  if (areOfOtherNumbers(one, other)) return undefined;
  const [found] = pairs;
  return found && { relation: 'other-value', between: [namedVersion(found[0]), namedVersion(found[1])] };
}

const areOfOtherNumbers = ({ labelled }: Assertion, other: Assertion): boolean =>
  labelled.some((these) =>
    other.labelled.some(
      (those) => these.isSubject && those.isSubject && these.label === those.label && differ(these, those),
    ),
  );

/** The label of a number that is called a version, without a name: "the 2012 edition". */
const ANY = '';

const versionsIn = ({ labelled, measures }: Assertion): Labelled[] => [
  ...labelled.filter(({ label }) => label !== ''),
  ...measures
    .filter(({ dimension }) => dimension === 'version' || dimension === 'number')
    .map((measure) => ({ label: ANY, measure, isSubject: false })),
];

const areComparable = (these: Labelled, those: Labelled): boolean =>
  (these.label === those.label || these.label === ANY || those.label === ANY) &&
  [these, those].some(({ measure }) => measure.dimension === 'version');

const differ = (these: Labelled, those: Labelled): boolean =>
  differingMeasures([asVersion(these.measure)], [asVersion(those.measure)]).length > 0;

/** A version is compared by its parts: 1.10 is not 1.1, and 16 may be 16.2. */
const asVersion = (measure: Measure): Measure => ({
  ...measure,
  dimension: 'version',
  parts: measure.text.split('.').map(Number),
});

const namedVersion = ({ label, measure }: Labelled): string => `${label} ${measure.text}`.trim();
