import {
  alignAssertions,
  isDenied,
  areAboutSameThing,
  mayShareTopic,
  type Alignment,
  type Conflict,
  type FoundConflict,
} from './aligned.ts';
import type { Assertion } from './assertion.ts';
import { findDifferingMeasures } from './differing.ts';
import { findOpposite } from './opposite.ts';
import { findOtherName } from './other-name.ts';
import { findOtherValue } from './other-value.ts';
import { findReplaced } from './replaced.ts';

/**
 * Finds the first pair of clauses that cannot both be true. English only. Two clauses about one thing conflict only if
 * nothing shows that they mean different parts, times or cases of the thing.
 */
export function conflictOf(one: readonly Assertion[], other: readonly Assertion[]): Conflict | undefined {
  const sharedMin = Math.min(Math.max(one.length, other.length), 3);
  for (const [at, clause] of one.entries())
    for (const [itsAt, its] of other.entries()) {
      const found = conflictOfClauses(clause, its, sharedMin);
      // Later clauses concern the topic that the text begins with: "A demo of Orders. The port is 80."
      const isLater = at > 0 && itsAt > 0;
      if (found && !(isLater && !areAboutSameThing(alignAssertions(one[0]!, other[0]!)))) return found;
    }
  return findDenied(one, other) ?? findDenied(other, one);
}

/**
 * Finds a clause that denies a statement of the other text about the topic that the texts share: "SOPs are in Markdown,
 * Word is refused".
 */
function findDenied(one: readonly Assertion[], other: readonly Assertion[]): Conflict | undefined {
  const denials = one.length === 1 && other.length === 2 ? other.filter(isDenied) : [];
  const isFound = denials.some((denial) =>
    one.some((clause) => !isDenied(clause) && isDeniedBeside(clause, denial, other)),
  );
  return isFound ? { relation: 'opposite', replaces: true } : undefined;
}

function isDeniedBeside(clause: Assertion, denial: Assertion, text: readonly Assertion[]): boolean {
  const denied = denial.topics.filter(({ isVerbal }) => !isVerbal);
  const unknown = denied.filter(({ key }) => !clause.keys.has(key));
  if (denied.length === unknown.length || unknown.length > 1) return false;
  const isBeside = (each: Assertion) => each.topics.some(({ key }) => clause.keys.has(key) && !denial.keys.has(key));
  const rest = clause.topics.filter(({ key, isVerbal }) => !isVerbal && !text.some(({ keys }) => keys.has(key)));
  return rest.length <= 1 && text.some((each) => each !== denial && isBeside(each));
}

function conflictOfClauses(one: Assertion, other: Assertion, sharedMin: number): Conflict | undefined {
  if (!mayShareTopic(one, other)) return undefined;
  const aligned = alignAssertions(one, other);
  if (aligned.shared < sharedMin) return undefined;
  const found = findOfOneThing(aligned) ?? findOtherName(aligned) ?? findReplaced(aligned);
  return found && { ...found, replaces: [one, other].some(({ marks }) => marks.has('replaces')) };
}

const findOfOneThing = (aligned: Alignment): FoundConflict =>
  areAboutSameThing(aligned) ? (findOtherValue(aligned) ?? findOpposite(aligned)) : undefined;

/** Whether two texts of one clause each give the same values, even in different units: "1 hour" and "3600 seconds". */
export function haveEqualValues(
  [one, ...more]: readonly Assertion[],
  [other, ...others]: readonly Assertion[],
): boolean {
  if (!one || !other || more.length + others.length > 0 || one.measures.length === 0) return false;
  return (
    one.measures.length === other.measures.length && findDifferingMeasures(one.measures, other.measures).length === 0
  );
}
