import type { Assertion } from './assertion.ts';
import type { Topic } from './topics.ts';
import { findDifferingMeasures, isScheduled } from './differing.ts';
import { plainModifiers, type Mark } from './vocabulary.ts';

/** A conflict between two texts about the same thing, which cannot both be true. */
export interface Conflict {
  readonly relation: 'other-value' | 'opposite';
  /** The words in which the texts differ, if a few words show it: "port 5433" and "5434". */
  readonly between?: readonly [one: string, other: string];
  /** Whether one of the two texts states a change, so that it replaces the earlier text. */
  readonly replaces: boolean;
}

/** A conflict for which `replaces` is not known yet. Undefined if there is no conflict. */
export type FoundConflict = Omit<Conflict, 'replaces'> | undefined;

/** Two clauses, the number of topics that both mention (`shared`), and the topics that only one mentions (`left`). */
export interface Alignment {
  readonly one: Assertion;
  readonly other: Assertion;
  readonly shared: number;
  /** The topics that only one of the clauses mentions. */
  readonly left: readonly [one: readonly Topic[], other: readonly Topic[]];
}

export function alignAssertions(one: Assertion, other: Assertion): Alignment {
  const left = [findUnmatched(one, other), findUnmatched(other, one)] as const;
  const shared = Math.min(one.topics.length - left[0].length, other.topics.length - left[1].length);
  return { one, other, left, shared };
}

/** A quick test whether two clauses may share a topic. */
export const mayShareTopic = (one: Assertion, other: Assertion): boolean =>
  sharesTopic(one, other) || sharesTopic(other, one);

const sharesTopic = ({ keys, joined }: Assertion, other: Assertion): boolean =>
  [...keys].some((key) => other.keys.has(key)) || [...joined.keys()].some((key) => other.keys.has(key));

function findUnmatched({ topics, joined }: Assertion, other: Assertion): Topic[] {
  const asOneWord = new Set([...joined].flatMap(([key, at]) => (other.keys.has(key) ? at : [])));
  return topics.filter(({ key, at }) => !other.keys.has(key) && !asOneWord.has(at) && !other.joined.has(key));
}

const UNSHARED_MAX = 3;

/**
 * Whether both clauses are about the same thing. A word that only one clause has may show that this clause means a
 * different thing, a part of the thing or a case of it.
 */
export const areAboutSameThing = (aligned: Alignment): boolean => {
  const { one, other, shared, left } = aligned;
  return (
    shared >= 1 &&
    (left.some(({ length }) => length === 0) ? left.flat().length <= UNSHARED_MAX : areSameInOtherWords(aligned)) &&
    !left[0].some((word) => isNarrowing(word, other, shared) || isOfSubject(word, one)) &&
    !left[1].some((word) => isNarrowing(word, one, shared) || isOfSubject(word, other))
  );
};

/**
 * Whether two clauses say the same in different words: all words that only one of the clauses has are verbs, as "logged
 * out" compared with "session timeout".
 */
const areSameInOtherWords = ({ one, other, shared, left }: Alignment): boolean =>
  shared >= 2 &&
  left.every(({ length }) => length <= UNSHARED_MAX) &&
  left.some((words) => words.every(({ isVerbal }) => isVerbal)) &&
  ![one, other].some(isConditional);

const BEFORE_CASE = /^(?:if|when|while|unless|once|before|after)$/;
const isConditional = ({ topics }: Assertion): boolean => topics.some(({ before }) => BEFORE_CASE.test(before));

const CONDITION = /^(?:for|during|while|when|if|after|before|unless|among|with)$/;
const CAPITALS_WORD = /^\p{Lu}{2,}/u;
/**
 * From this number of shared topics on, an abbreviation in capitals gives the kind of a thing and does not distinguish
 * it from other things.
 */
const SHARED_MIN_FOR_CAPITALS = 3;

/** Whether a word narrows the subject to one of several things: "refresh tokens", "for children". */
const isNarrowing = ({ under, next, raw, text }: Topic, { keys }: Assertion, shared: number): boolean =>
  CONDITION.test(under) ||
  (keys.has(next) &&
    !/ly$/.test(text) &&
    !plainModifiers.has(text) &&
    !(shared >= SHARED_MIN_FOR_CAPITALS && CAPITALS_WORD.test(raw)));

/** Whether a word is in a phrase before the verb that restricts the subject: "Mailboxes of professors have more". */
const isOfSubject = ({ under, at }: Topic, { subjectEnd }: Assertion): boolean =>
  OF_SUBJECT.test(under) && at < subjectEnd;
const OF_SUBJECT = /^(?:of|to|in|at|on|by|from)$/;

/** Whether a clause denies or forbids something. */
export const isDenied = ({ stance }: Assertion): boolean => stance === 'is not' || stance === 'forbidden';

/** Whether one clause has only the first of two marks and the other clause has only the second. */
export function haveOppositeMarks(
  { marks: one }: Assertion,
  { marks: other }: Assertion,
  [first, second]: readonly [Mark, Mark],
) {
  const hasOnly = (marks: ReadonlySet<Mark>, wanted: Mark, unwanted: Mark) => marks.has(wanted) && !marks.has(unwanted);
  return (
    (hasOnly(one, first, second) && hasOnly(other, second, first)) ||
    (hasOnly(one, second, first) && hasOnly(other, first, second))
  );
}

/**
 * Pairs of marks for different bounds of a value, which can both be true: "at least" and "at most", "before" and
 * "after", "at most" and "by default".
 */
const boundPairs: readonly (readonly [Mark, Mark])[] = [
  ['min', 'max'],
  ['before', 'after'],
  ['min', 'until'],
  ['start', 'until'],
  ['max', 'usual'],
  ['min', 'usual'],
];

export const areOfDifferentBounds = (one: Assertion, other: Assertion): boolean =>
  boundPairs.some((pair) => haveOppositeMarks(one, other, pair)) || areOfDifferentCases(one, other);

/** Maps a word before a condition to the kind of case that it introduces. */
const caseByWord: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ...{ during: 'in', while: 'in', when: 'in', if: 'in', after: 'after', since: 'after', once: 'after' },
    ...{ before: 'before', until: 'before', for: 'for', unless: 'unless' },
  }),
);

/** Whether two clauses are about different cases: "during the freeze" and "after the freeze". */
const areOfDifferentCases = (one: Assertion, other: Assertion): boolean =>
  one.topics.some(({ key, before }) => {
    const [side, its] = [
      caseByWord.get(before),
      caseByWord.get(other.topics.find((topic) => topic.key === key)?.before ?? ''),
    ];
    return side !== undefined && its !== undefined && side !== its;
  });

/** Whether two clauses name different times or different values, or only one clause names a time. */
export const areOfDifferentTimes = (one: Assertion, other: Assertion): boolean =>
  timesOf(one) !== timesOf(other) || findDifferingMeasures(one.measures, other.measures).length > 0;

const timesOf = ({ measures }: Assertion): string =>
  measures
    .filter(isScheduled)
    .map(({ dimension }) => dimension)
    .sort()
    .join();

/** Whether the numbered names of two clauses agree. "Freezer 2 stays at -80" is not about "Freezer 5". */
export const haveOneIdentity = (one: Assertion, other: Assertion): boolean =>
  one.labelled.every(({ label, measure }) =>
    other.labelled.every(
      (its) =>
        (its.label !== label && its.label !== '' && label !== '') ||
        String(its.measure.parts) === String(measure.parts),
    ),
  );
