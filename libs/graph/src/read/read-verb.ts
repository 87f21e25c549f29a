import { isAgent } from './ends.ts';
import { framesIn, isInvertible, type Element, type Frame } from './frames.ts';
import { isAsserted, polarityOf, type Polarity } from './gate.ts';
import type { VerbGroup } from './item.ts';
import { fillFrame, matchElements, LABEL_MARK, type FilledSlots, type WordPosition } from './match-frame.ts';
import { readContactWhenDown, readFailureDependency, isConsentVerb, readRequiredConsent } from './conditions.ts';
import { once } from './once.ts';
import { pairsOf, statedRelationOf, verbPairs, type StatedRelation, type Pair } from './pairs.ts';
import { TOPIC_POSITION, type Sentence } from './sentence.ts';

/** Relation types that `must` and `can` state as a rule: `must be approved by A`. */
const RULE_TYPES = new Set([
  'approves',
  'reviews',
  'located_in',
  'has_write_on',
  'has_read_on',
  'has_triage_on',
  'contact_for',
]);
/** Relation types that advice states as facts: `you will find X in L`, `bugs should be reported to A`. */
const ADVISED_TYPES = new Set(['located_in', 'contact_for']);

/** Reads the relations that a verb states, by the first of its frames that fits the phrases around it. */
export function readVerb(sentence: Sentence, at: number): StatedRelation[] {
  const verb = sentence.verbAt(at)!;
  const subjectAt = sentence.subjectOf(at);
  const needed = [
    ...readFailureDependency(sentence, at, subjectAt),
    ...readContactWhenDown(sentence, at),
    ...readRequiredConsent(sentence, at),
  ];
  if (needed.length > 0 || isConsentVerb(sentence, at) || !isAsserted(sentence, at, subjectAt)) return needed;
  const frames = framesIn(verb.lemma, sentence);
  const inverted = at === 0 && verb.form === 'ing' ? readInverted(sentence, frames, 1) : [];
  if (inverted.length > 0) return inverted;
  // The subject is resolved only for a frame whose other words fit, since a pronoun may need the sentences before it.
  const subject = once(() => sentence.resolvedReachAt(subjectAt));
  const place = { sentence, at, verb, subjectAt, subject };
  return (
    readFrames(frames, place) ?? (verb.lemma === 'be' ? [] : (readFrames(frames, { ...place, isLoose: true }) ?? []))
  );
}

function readFrames(frames: readonly Frame[], place: WordPosition): StatedRelation[] | undefined {
  for (const frame of frames) {
    const found = readFrame(frame, place);
    if (found === 'unsaid') return [];
    if (found.length > 0) return found;
  }
  return undefined;
}

/** Reads one frame. `unsaid` means that the frame fits, but the sentence only wishes, supposes or predicts the relation. */
function readFrame(frame: Frame, place: WordPosition): StatedRelation[] | 'unsaid' {
  const { sentence, at, verb } = place;
  const filled = fillFrame(frame, place) ?? (frame.subject === '_' ? undefined : fillWithGap(frame, place));
  const isContact = frame.relation?.type === 'contact_for';
  if (!filled || (frame.subject === '_' && !isOfAnybody(place, isContact))) return [];
  const pairs = pairsOf(sentence, frame, filled);
  if (pairs.length === 0) return [];
  const isRule = pairs.every(({ relation }) => RULE_TYPES.has(relation.type));
  const says = isOrdered(frame, verb, pairs)
    ? 'holds'
    : polarityOf(sentence, at, { isRule, isNegatedFrame: frame.isNegated });
  if (says === undefined || (says === 'holds' && isOnce(frame, place))) return 'unsaid';
  return pairs.map((pair) =>
    statedRelationOf(
      pair,
      pair.isFormer ? polarityOfFormer(says) : combinePolarities(says, pair.relation.says ?? frame.says),
    ),
  );
}

function isOrdered({ subject }: Frame, verb: VerbGroup, pairs: readonly Pair[]): boolean {
  const isAdvice = pairs.every(({ relation }) => ADVISED_TYPES.has(relation.type));
  const isDone = !verb.isNegated && !verb.isNoLonger && verb.form !== 'ing';
  return subject === '_' && isDone && (verb.modal === undefined || isAdvice);
}

/** Whether the verb states a single occasion and not a habit: `Femi drove the van`. */
function isOnce({ relation }: Frame, { sentence, at, verb }: WordPosition): boolean {
  const isPast = verb.word.form === 'past' && !verb.isPassive && verb.form === 'finite' && verb.adverbs.size === 0;
  return relation?.isHabit === true && isPast && !sentence.isAt(at + 1, 'preposition', /^by$/u);
}

/**
 * The polarity of the relation of a former holder. A sentence that affirms the new holder ends the relation of the
 * former holder.
 */
const polarityOfFormer = (says: Polarity): Polarity => (says === 'holds' ? 'ends' : says);

/**
 * Combines the polarity of the sentence with the polarity of the frame's own words. If the end of a relation is denied,
 * the relation still exists.
 */
function combinePolarities(says: Polarity, ofWords: Polarity): Polarity {
  if (ofWords === 'holds') return says;
  if (says === 'holds') return ofWords;
  return says === 'denies' ? 'holds' : says;
}

/**
 * Whether a frame with the subject `_` fits: the verb is an order or passive, or its subject is a pronoun such as `we`,
 * a person or a team.
 */
function isOfAnybody({ sentence, at, verb, subject, subjectAt }: WordPosition, isAdvice: boolean): boolean {
  // `Tom asked Lisa about X` reports a past event and is no advice.
  if (isAdvice && verb.word.form === 'past' && !verb.isPassive) return false;
  if (verb.isPassive || verb.form === 'participle') return true;
  if (subjectAt === undefined || subjectAt === TOPIC_POSITION) return isOrder(sentence, at);
  if (sentence.phrasesAt(subjectAt)?.all[0]?.pronoun !== undefined) return true;
  return subject()?.all.every(isAgent) ?? true;
}

/** Whether the verb is an order, `Replace X by Y`, or a past form at the start of a note, `Replaced X by Y`. */
const isOrder = (sentence: Sentence, at: number): boolean => {
  const { form } = sentence.verbAt(at)!.word;
  return form === 'past' ? at === 0 : (form === 'base' || form === undefined) && !sentence.isAt(at - 1, 'preposition');
};

/** Reads a sentence with its holder at the end: `Accountable for X is A`, `Chairing X is A`, `At the helm of X: A`. */
export function readInverted(sentence: Sentence, frames: readonly Frame[], from: number): StatedRelation[] {
  for (const frame of frames) {
    const { relation, rest, says } = frame;
    const found = relation && isInvertible(frame, from) ? matchElements(sentence, from, rest) : undefined;
    const link = found && sentence.skipAdverbs(found.to);
    const holders = link !== undefined && isLinked(sentence, link) ? sentence.reachAt(link + 1) : undefined;
    const pairs = relation && holders ? verbPairs(sentence, relation, { ...found!.filled, F: holders }) : [];
    if (pairs.length > 0) return pairs.map((pair) => statedRelationOf(pair, says));
  }
  return [];
}

const isSlot = (element: Element | undefined): element is Exclude<Element, { word: string }> =>
  element !== undefined && 'slot' in element;

function isLinked(sentence: Sentence, at: number): boolean {
  const link = sentence.verbAt(at);
  return sentence.isMark(at, LABEL_MARK) || (link?.lemma === 'be' && !link.isNegated && link.modal === undefined);
}

/**
 * Whether the object of the verb may come before the subject instead of after the verb: `X: A has to approve`, `which A
 * owns`.
 */
const isGap = ({ sentence, at, subjectAt = 0 }: WordPosition): boolean =>
  sentence.isAt(subjectAt - 1, 'relative') ||
  (sentence.isMark(subjectAt - 1, /^:$/u) && sentence.items[at + 1] === undefined);

/** Fills a frame whose object comes before the subject: `X, which A owns`, `X, on which A depends`. */
function fillWithGap(frame: Frame, place: WordPosition): FilledSlots | undefined {
  const { sentence, subjectAt } = place;
  const last = frame.rest.at(-1);
  if (subjectAt === undefined || !isGap(place) || !isSlot(last) || frame.isPassive) return undefined;
  const subject = place.subject();
  if (!subject) return undefined;
  const preposition = sentence.smallAt(subjectAt - 2, 'preposition');
  const mark = preposition === undefined ? subjectAt - 2 : subjectAt - 3;
  const object = sentence.reachAt(sentence.isMark(mark, /^,$/u) ? mark - 1 : mark);
  const [word, ...others] = frame.rest.slice(0, -1);
  const isFronted = word !== undefined && !isSlot(word) && others.length === 0 && word.word === preposition;
  const filled = isFronted ? {} : fillFrame({ ...frame, rest: frame.rest.slice(0, -1) }, place);
  return object && filled && { ...filled, [frame.subject]: subject, [last.slot]: object };
}
