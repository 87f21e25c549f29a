import type { Alignment, FoundConflict } from './aligned.ts';
import type { Assertion } from './assertion.ts';
import { isLanguage, isNamed, isSigned, textOfPhrase, type Phrase } from './phrase.ts';
import type { Topic } from './topics.ts';
import { prepositions, severalVerbs } from './vocabulary.ts';

/**
 * Words that introduce a property with a single value, such as a place: a thing is in one city only. Words in the same
 * set are equivalent.
 */
const complementSlots: readonly ReadonlySet<string>[] = [
  ...['is are :', 'in', 'on', 'at', 'in as', 'from', 'to', 'by via through with using', 'use uses'],
].map((words) => new Set(words.split(' ')));

/** Finds two clauses that differ in one complement of the same verb: "runs in Frankfurt" and "runs in Dublin". */
export function findOtherComplement({ one, other, left, shared }: Alignment): FoundConflict {
  const [name, its] = [findComplement(one, left[0]), findComplement(other, left[1])];
  if (!name || !its || !isState(one) || one.stance !== other.stance || !isState(other)) return undefined;
  if (!shareSlot(name, its) || isLanguage(name) !== isLanguage(its)) return undefined;
  if (!areAttachedAlike([one, name[0]!], [other, its[0]!])) return undefined;
  if (shared < 2 && ![name, its].every(isShortName)) return undefined;
  return { relation: 'other-value', between: [textOfPhrase(name), textOfPhrase(its)] };
}

const NAME_WORDS_MAX = 2;
/**
 * Whether a phrase is a short name. If two clauses share few topics, they conflict only if both phrases are short
 * names.
 */
const isShortName = (phrase: Phrase): boolean =>
  phrase.length <= NAME_WORDS_MAX && phrase.some((topic) => topic.isName || isNamed(topic));

/**
 * Whether a clause describes a state with a single value. A clause about things that are allowed, on or off does not,
 * nor does a verb that takes many objects.
 */
const isState = ({ stance, marks, topics }: Assertion): boolean =>
  (stance === 'is' || stance === 'required') &&
  !marks.has('state+') &&
  !topics.some(({ key }) => severalVerbs.has(key));

const PHRASE_WORDS_MAX = 4;

/** Finds the phrase that only one clause has, if it is a single phrase after the verb. */
function findComplement({ topics, lastVerbAt }: Assertion, left: Phrase): Phrase | undefined {
  const phrase = left[0]?.isVerbal ? left.slice(1) : left;
  const first = phrase[0];
  if (!first || phrase.length > PHRASE_WORDS_MAX || phrase.some(({ isListed }) => isListed)) return undefined;
  if (first.at < lastVerbAt || !phrase.every(({ isTied }, at) => at === 0 || isTied)) return undefined;
  const isOfKnown = topics.some(({ at, isVerbal }) => at < first.at && !isVerbal);
  const isUsedFor = /^uses?$/.test(first.before) && topics.at(-1) !== phrase.at(-1);
  return isOfKnown || isUsedFor ? phrase : undefined;
}

function shareSlot(name: Phrase, its: Phrase): boolean {
  // "Flaky on Windows" and "stable on Linux" differ in two complements, so they are no conflict.
  if ([name, its].every((phrase) => phrase.some(({ before }, at) => at > 0 && prepositions.has(before)))) return false;
  const [slot, itsSlot] = [slotOf(name[0]!), slotOf(its[0]!)];
  const arePaths = [name, its].every((phrase) => phrase.some(isSigned));
  return arePaths
    ? isSlot(slot) && isSlot(itsSlot)
    : complementSlots.some((alike) => alike.has(slot) && alike.has(itsSlot));
}

const isSlot = (word: string): boolean => complementSlots.some((alike) => alike.has(word));
const slotOf = ({ before, under }: Topic): string => (isSlot(before) ? before : under);

type Side = readonly [clause: Assertion, first: Topic];

/** Whether both phrases depend on the same word, or each on a verb of place. */
const areAttachedAlike = ([one, first]: Side, [other, itsFirst]: Side): boolean =>
  first.tiedTo === itsFirst.tiedTo ||
  other.keys.has(first.tiedTo) ||
  one.keys.has(itsFirst.tiedTo) ||
  [one, other].every(({ marks }) => marks.has('place'));
