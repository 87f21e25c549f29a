import type { Alignment, FoundConflict } from './aligned.ts';
import type { Assertion } from './assertion.ts';
import type { Topic } from './topics.ts';
import type { Measure } from './measures.ts';

/** Words directly before the former state: "moved from Solr to OpenSearch", "instead of 90 days". */
const WORD_BEFORE_FORMER =
  /^(?:from|of|than|left|longer|more|not|cancelled|canceled|dropped|retired|abandoned|replaced|stopped)$/;

/**
 * Finds two clauses where one clause states that the value or name in the other was replaced, and states the
 * replacement.
 */
export const findReplaced = ({ one, other, left: [these, those], shared }: Alignment): FoundConflict =>
  findReplacement({ older: one, newer: other, ofOlder: these, ofNewer: those, shared }) ??
  swapSides(findReplacement({ older: other, newer: one, ofOlder: those, ofNewer: these, shared }));

interface Change {
  readonly older: Assertion;
  readonly newer: Assertion;
  readonly ofOlder: readonly Topic[];
  readonly ofNewer: readonly Topic[];
  readonly shared: number;
}

const OLDER_UNSHARED_MAX = 1;

function findReplacement({ older, newer, ofOlder, ofNewer, shared }: Change): FoundConflict {
  const isOfNewer = newer.marks.has('replaces') && !older.marks.has('replaces');
  if (!isOfNewer || shared < 2 || ofOlder.length > OLDER_UNSHARED_MAX) return undefined;
  const pair = findValues(older, newer) ?? findNames(newer, ofOlder, ofNewer);
  return pair && { relation: 'other-value', between: pair };
}

/** Finds the value of the older text that the newer text also names, and the newer text's own value. */
function findValues(older: Assertion, newer: Assertion): [string, string] | undefined {
  for (const former of older.measures) {
    const told = newer.measures.filter(({ dimension }) => dimension === former.dimension);
    const present = told.find((each) => !isSame(each, former));
    if (present && told.some((each) => isSame(each, former))) return [former.text, present.text];
  }
  return undefined;
}

const isSame = (one: Measure, other: Measure): boolean => String(one.parts) === String(other.parts);

/**
 * Finds the name that both texts have and that the newer text calls the former name, and the name that only the newer
 * text has.
 */
function findNames(
  { topics }: Assertion,
  ofOlder: readonly Topic[],
  ofNewer: readonly Topic[],
): [string, string] | undefined {
  const former = topics.find(
    (topic) => WORD_BEFORE_FORMER.test(topic.before) && topic.isName && !ofNewer.includes(topic),
  );
  const present = ofNewer.findLast(({ isName }) => isName);
  // "From" alone, as in "a gift from Nate", states no change. It states a change if "to" follows: "from Solr to
  // OpenSearch".
  if (former?.before === 'from' && present?.before !== 'to') return undefined;
  return former && present && !ofOlder.some(({ isName }) => isName) ? [former.raw, present.raw] : undefined;
}

const swapSides = (found: FoundConflict): FoundConflict =>
  found?.between ? { ...found, between: [found.between[1], found.between[0]] } : found;
