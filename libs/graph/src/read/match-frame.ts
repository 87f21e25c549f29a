import { PART_RELATIONS } from './ends.ts';
import type { Element, Frame, Slot } from './frames.ts';
import type { VerbGroup } from './item.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { type Phrase, isChangePhrase, isIssuePhrase } from './phrase.ts';
import { verbsLikeParticiple } from './word-forms.ts';
import type { PhraseReach, Sentence } from './sentence.ts';

/** Maps each slot of a frame to the phrases that fill it. */
export type FilledSlots = Partial<Record<Slot, PhraseReach>>;

export interface WordPosition {
  /** Whether a phrase with a preposition that the frame does not have may come between the words of the frame. */
  readonly isLoose?: boolean;
  readonly sentence: Sentence;
  /** The index of the item with the verb. */
  readonly at: number;
  readonly verb: VerbGroup;
  readonly subjectAt: number | undefined;
  /** Finds the phrases of the subject, with pronouns resolved. */
  readonly subject: () => PhraseReach | undefined;
}

const formerlyWords = wordsOf(english.gate.formerly);
/** Marks between a label and its value. */
export const LABEL_MARK = /^(?::|=|->|=>|→|–|—|-)$/u;

/** Fills the slots of a frame with the phrases around the verb of a sentence, active or passive. Undefined if the frame does not fit. */
export function fillFrame(frame: Frame, place: WordPosition): FilledSlots | undefined {
  if (frame.isNegated && !place.verb.isNegated) return undefined;
  if (frame.isPossible && !/^(?:can|may)$/u.test(place.verb.modal ?? '')) return undefined;
  if (isPassiveHere(place)) return frame.isPassive ? fillActive(frame, place) : fillPassiveFrame(frame, place);
  return frame.isPassive ? undefined : fillActive(frame, place);
}

/** Whether the verb is in the passive voice here. A past form without an auxiliary counts if a preposition follows: `X, owned by A`. */
function isPassiveHere({ sentence, at, verb }: WordPosition): boolean {
  if (verb.isPassive) return true;
  const isBare =
    (verb.word.form === 'past' ||
      verb.word.form === 'part' ||
      (verb.form === 'participle' && verbsLikeParticiple.has(verb.word.lower)) ||
      (verb.word.tag === 'VERB' && /ed$/u.test(verb.word.lower))) &&
    verb.form !== 'infinitive' &&
    [...verb.adverbs].every((adverb) => formerlyWords.has(adverb));
  const before = sentence.isAt(at - 1, 'conjunction') ? sentence.findLastBefore(at, ({ is }) => is === 'verb') : -1;
  // A verb joined to a passive is passive too: `is written in X and deployed on Y`.
  const isJoined = sentence.verbAt(before)?.isPassive === true;
  return (
    isBare &&
    sentence.isAt(sentence.skipAdverbs(at + 1), 'preposition') &&
    (verb.form === 'participle' || isJoined || findDoer(sentence, at + 1) !== undefined)
  );
}

function fillActive(
  frame: Frame,
  { sentence, at, subject, subjectAt, isLoose }: WordPosition,
): FilledSlots | undefined {
  const rest = matchElements(sentence, at + 1, frame.rest, isLoose)?.filled;
  if (!rest || frame.subject === '_') return rest;
  const written = isWordAt(sentence, subjectAt);
  if (frame.relation && PART_RELATIONS.has(frame.relation.type) && written.some(isChangePhrase)) return undefined;
  const reach = subject();
  return reach && fitsSlot(frame.subject, reach, written) ? { ...rest, [endOf(frame.subject)]: reach } : undefined;
}

const isWordAt = (sentence: Sentence, at: number | undefined): readonly Phrase[] =>
  at === undefined ? [] : (sentence.phrasesAt(at)?.all ?? []);

/**
 * Fills a frame from a passive verb. The subject fills the first slot after the verb, and the phrase after `by` fills
 * the slot of the subject.
 */
function fillPassiveFrame(
  frame: Frame,
  { sentence, at, verb, subject, subjectAt, isLoose }: WordPosition,
): FilledSlots | undefined {
  const object = frame.rest.findIndex((element) => 'slot' in element);
  const element = frame.rest[object];
  if (!element || !('slot' in element)) return undefined;
  if (object > 0 && !verb.isPassive && verb.form !== 'participle') return undefined;
  const others = frame.rest.filter((_, index) => index !== object);
  const rest = matchElements(sentence, at + 1, others, isLoose)?.filled;
  const doer = findDoer(sentence, at + 1);
  if (!rest || (frame.subject !== '_' && frame.subject !== 'B' && !doer)) return undefined;
  const reach = subject();
  if (!reach || !fitsSlot(element.slot, reach, isWordAt(sentence, subjectAt))) return undefined;
  return { ...rest, [endOf(element.slot)]: reach, ...(doer && frame.subject !== '_' && { [frame.subject]: doer }) };
}

const CLAUSE_ITEMS_MAX = 12;

/** Finds the phrases after `by` in the same clause. */
function findDoer(sentence: Sentence, from: number): PhraseReach | undefined {
  for (let at = from; at < from + CLAUSE_ITEMS_MAX && at < sentence.items.length; at++) {
    if (sentence.isAt(at, 'preposition', /^by$/u)) return sentence.reachAt(at + 1);
    if (sentence.verbAt(at) ?? sentence.isAt(at, 'relative')) return undefined;
  }
  return undefined;
}

/**
 * Matches the elements of a frame in order. Adverbs may come between the elements; with `isLoose`, phrases with a
 * preposition that the frame does not have may too.
 */
export function matchElements(
  sentence: Sentence,
  from: number,
  elements: readonly Element[],
  isLoose = false,
): { readonly filled: FilledSlots; readonly to: number } | undefined {
  const walk: FrameWalk = { sentence, elements, filled: {}, isLoose, at: from, index: 0 };
  while (walk.index < elements.length) {
    const element = elements[walk.index]!;
    if (!('word' in element ? skipWord(walk, element.word) : fillSlot(walk, element.slot))) return undefined;
    walk.index++;
  }
  return { filled: walk.filled, to: walk.at };
}

interface FrameWalk {
  readonly sentence: Sentence;
  readonly elements: readonly Element[];
  readonly filled: FilledSlots;
  readonly isLoose: boolean;
  /** The next item (`at`) and the next element (`index`) to match. */
  at: number;
  index: number;
}

function skipWord(walk: FrameWalk, word: string): boolean {
  const { sentence } = walk;
  if (positionBehindWord(sentence, walk.at, word) === undefined) walk.at = sentence.skipAdverbs(walk.at);
  if (word === 'to' && sentence.verbAt(walk.at)?.form === 'infinitive') return true;
  if (skipPossessed(walk, word)) return true;
  const inPhrase = wordsInPhrase(sentence, walk.at, walk.elements.slice(walk.index));
  if (inPhrase > 0) {
    walk.index += inPhrase - 1;
    walk.at++;
    return true;
  }
  const behind =
    positionBehindWord(sentence, walk.at, word) ??
    (walk.isLoose ? positionBehindWord(sentence, skipPrepositionPhrase(sentence, walk.at), word) : undefined);
  if (behind === undefined) return takeFrontedPhrase(walk, word);
  walk.at = behind;
  return true;
}

/** Matches `fills B's shoes` like `fills the shoes of B`. */
function skipPossessed(walk: FrameWalk, word: string): boolean {
  const [only, ...others] = walk.sentence.phrasesAt(walk.at)?.all ?? [];
  const [of, next] = walk.elements.slice(walk.index + 1);
  const isOf = of !== undefined && 'word' in of && of.word === 'of' && next !== undefined && 'slot' in next;
  if (!isOf || !only?.owner || others.length > 0 || only.words.at(-1)!.lower !== word) return false;
  walk.filled[endOf(next.slot)] = { all: [only.owner], of: [], to: walk.at + 1 };
  walk.index += 2;
  walk.at++;
  return true;
}

const ADVICE_PREPOSITION = /^(?:about|with|for|on|regarding|concerning)$/u;

/** Fills a slot with a phrase before the clause: `In libs/core you find X`. */
function takeFrontedPhrase(walk: FrameWalk, word: string): boolean {
  const next = walk.elements[walk.index + 1];
  const opening = walk.sentence.isAt(0, 'subordinate') && ADVICE_PREPOSITION.test(word) ? walk.at : 1;
  const front = walk.sentence.items.findIndex(
    (_, at) => at < opening && walk.sentence.smallAt(at, 'preposition') === word,
  );
  const reach = front < 0 ? undefined : walk.sentence.reachAt(front + 1);
  if (!reach || !next || !('slot' in next)) return false;
  walk.filled[next.slot] = reach;
  walk.index++;
  return true;
}

function fillSlot(walk: FrameWalk, slot: Slot): boolean {
  const at = walk.sentence.skipAdverbs(walk.at);
  const reach = findReachablePhrases(walk.sentence, at, walk.elements[walk.index + 1]);
  if (!reach || !fitsSlot(slot, reach, walk.sentence.phrasesAt(at)!.all)) return false;
  walk.filled[endOf(slot)] = reach;
  walk.at = reach.to;
  return true;
}

const entitySlotBySlot: Partial<Record<Slot, Slot>> = { P: 'F', Q: 'T', E: 'T' };
const endOf = (slot: Slot): Slot => entitySlotBySlot[slot] ?? slot;

function fitsSlot(slot: Slot, { all }: PhraseReach, written: readonly Phrase[]): boolean {
  if (slot === 'P') return all.every(({ isPossessive }) => isPossessive);
  if (slot === 'Q') return written.every(isIssuePhrase);
  return slot !== 'E' || written.every(isChangePhrase);
}

/** Finds the phrases for a slot. In `ask F about T` the phrases of `F` end before `about`, the next word of the frame. */
function findReachablePhrases(sentence: Sentence, at: number, next: Element | undefined): PhraseReach | undefined {
  const all = sentence.phrasesAt(at)?.all;
  const reach = sentence.reachAt(at);
  const word = next && 'word' in next ? next.word : undefined;
  const isBefore =
    word !== undefined &&
    word !== 'of' &&
    positionBehindWord(sentence, sentence.skipAdverbs(at + 1), word) !== undefined;
  if (!all || !reach || !isBefore) return reach;
  return { all, of: all.length === 1 && all[0]!.role ? reach.of : [], to: at + 1 };
}

/** The index after a word of a frame: a small word, a verb, or a noun without an owner. Undefined if the item is not this word. */
function positionBehindWord(sentence: Sentence, at: number, word: string): number | undefined {
  const item = sentence.items[at];
  if (!item) return undefined;
  if (item.is === 'phrases') return isNoun(item.all, word) ? at + 1 : undefined;
  if (item.is === 'verb') return item.word.lower === word || item.lemma === word ? at + 1 : undefined;
  const isMark = word === ':' && sentence.isMark(at, /^[:,–—-]$/u);
  return item.word === word || isMark ? at + 1 : undefined;
}

function isNoun([only, ...others]: readonly Phrase[], word: string): boolean {
  const last = only?.words.at(-1);
  if (!only || !last || others.length > 0 || (only.owner && only.owner.pronoun === undefined) || last.tag === 'NAME')
    return false;
  return last.lower === word || last.lemma === word;
}

/** Counts the elements of a frame that are the words of one phrase: `final say`. 0 if the phrase does not match. */
function wordsInPhrase(sentence: Sentence, at: number, elements: readonly Element[]): number {
  const phrases = sentence.phrasesAt(at)?.all;
  const texts = phrases?.length === 1 && !phrases[0]!.owner ? phrases[0]!.words.map(({ lower }) => lower) : [];
  if (texts.length < 2) return 0;
  let count = 0;
  for (const element of elements) {
    if (!('word' in element) || !texts.includes(element.word)) return 0;
    count++;
    if (element.word === texts.at(-1)) return count;
  }
  return 0;
}

/**
 * The index after a phrase with a preposition that the frame does not have: `was handed on Monday to A`. Without such a
 * phrase, returns `at`.
 */
function skipPrepositionPhrase(sentence: Sentence, at: number): number {
  return sentence.isAt(at, 'preposition') && sentence.phrasesAt(at + 1)
    ? sentence.skipAdverbs(sentence.reachAt(at + 1)!.to)
    : at;
}
