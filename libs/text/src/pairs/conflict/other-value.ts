import {
  areOfDifferentBounds,
  haveOppositeMarks,
  haveOneIdentity,
  isDenied,
  type Alignment,
  type FoundConflict,
} from './aligned.ts';
import type { Assertion, LabelledNumber } from './assertion.ts';
import { findDifferingMeasures, isScheduled } from './differing.ts';
import type { Measure } from './measures.ts';

/** Finds two clauses that give different values for one thing. */
export function findOtherValue({ one, other, left, shared }: Alignment): FoundConflict {
  if (!mayDiffer(one, other) || (shared < 2 && left.flat().filter(({ isVerbal }) => !isVerbal).length > 1))
    return undefined;
  const said = left.flat().filter(({ isVerbal }) => !isVerbal || [one, other].every(isFromBound));
  if ([one, other].some(isNormative) && said.length > 1) return undefined;
  const differing = findDifferingMeasures(one.measures, other.measures);
  if (differing.length === 0) return findOtherVersion(one, other);
  // Past events have different times.
  if ((one.isPast || other.isPast) && differing.every(([measure]) => isScheduled(measure))) return undefined;
  // A weekday or date next to a different measure gives the time at which that measure is valid.
  const isMixed = [one, other].some(({ measures }) => measures.some(isScheduled) && !measures.every(isScheduled));
  if (isMixed && differing.some(([measure]) => isScheduled(measure))) return undefined;
  if (!haveOneIdentity(one, other) || areOfDifferentThings(one, other, differing)) return undefined;
  const [measure, its] = differing[0]!;
  return { relation: 'other-value', between: [textOf(measure), textOf(its)] };
}

/** Whether a clause states a duty from a bound on: "above 500 EUR it needs an offer", "above 5,000 EUR a second signature". */
const isFromBound = ({ stance, marks }: Assertion): boolean => stance === 'required' && marks.has('min');

/**
 * Whether a clause states a duty, a right or a ban. Duties may differ between people; further words in one clause then
 * name these people.
 */
const isNormative = ({ stance }: Assertion): boolean => /^(?:allowed|forbidden|required)$/.test(stance);

/** Whether a year or a version next to another value identifies different things: "support of 4.0 ends in May, of 4.1 in June". */
const areOfDifferentThings = (
  one: Assertion,
  other: Assertion,
  differing: readonly (readonly [Measure, Measure])[],
): boolean =>
  differing.length > 1 &&
  differing.some(
    ([{ dimension }]) =>
      editionDimensions.has(dimension) || (one.ofSubject.has(dimension) && other.ofSubject.has(dimension)),
  );
const editionDimensions: ReadonlySet<string> = new Set(['version', 'year', 'turn']);

/**
 * Whether different values in two clauses are a conflict. Two denials can both be true, as can a start and an end, a
 * minimum and a maximum, and two of several values.
 */
const mayDiffer = (one: Assertion, other: Assertion): boolean =>
  isDenied(one) === isDenied(other) &&
  ![one, other].some(({ marks }) => marks.has('more')) &&
  one.marks.has('except') === other.marks.has('except') &&
  one.marks.has('without') === other.marks.has('without') &&
  !haveOppositeMarks(one, other, ['start', 'end']) &&
  !areOfDifferentBounds(one, other);

const textOf = ({ name, text }: Measure): string => (name === undefined ? text : `${name} ${text}`);

function findOtherVersion(one: Assertion, other: Assertion): FoundConflict {
  const pairs = versionsIn(one).flatMap((these) =>
    versionsIn(other).flatMap((those) => (areComparable(these, those) ? [[these, those] as const] : [])),
  );
  if (pairs.some(([these, those]) => !haveDifferentParts(these, those))) return undefined;
  // A number before the verb identifies the thing: "Release 1.2 was late".
  if (haveDifferentNumbers(one, other)) return undefined;
  const [found] = pairs;
  return found && { relation: 'other-value', between: [namedVersion(found[0]), namedVersion(found[1])] };
}

const haveDifferentNumbers = ({ labelled }: Assertion, other: Assertion): boolean =>
  labelled.some((these) =>
    other.labelled.some(
      (those) => these.isSubject && those.isSubject && these.label === those.label && haveDifferentParts(these, those),
    ),
  );

/** The label of a version without a name: "the 2012 edition". */
const ANY_LABEL = '';

const versionsIn = ({ labelled, measures }: Assertion): LabelledNumber[] => [
  ...labelled.filter(({ label }) => label !== ''),
  ...measures
    .filter(({ dimension }) => dimension === 'version' || dimension === 'number')
    .map((measure) => ({ label: ANY_LABEL, measure, isSubject: false })),
];

const areComparable = (these: LabelledNumber, those: LabelledNumber): boolean =>
  (these.label === those.label || these.label === ANY_LABEL || those.label === ANY_LABEL) &&
  [these, those].some(({ measure }) => measure.dimension === 'version');

const haveDifferentParts = (these: LabelledNumber, those: LabelledNumber): boolean =>
  findDifferingMeasures([toVersion(these.measure)], [toVersion(those.measure)]).length > 0;

/** Splits a version into parts for the comparison: 1.10 differs from 1.1, and 16 matches 16.2. */
const toVersion = (measure: Measure): Measure => ({
  ...measure,
  dimension: 'version',
  parts: measure.text.split('.').map(Number),
});

const namedVersion = ({ label, measure }: LabelledNumber): string => `${label} ${measure.text}`.trim();
