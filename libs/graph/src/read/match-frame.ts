import { PARTS } from './ends.ts';
import type { Element, Frame, Slot } from './frames.ts';
import type { VerbGroup } from './item.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { type Phrase, isChange, isMatter } from './phrase.ts';
import { unchanged } from './word-forms.ts';
import type { Reach, Sentence } from './sentence.ts';

/** The phrases in the slots of a frame. */
export type Filled = Partial<Record<Slot, Reach>>;

export interface Place {
  /** Whether a phrase by another preposition may stand between the words of a frame. */
  readonly isLoose?: boolean;
  readonly sentence: Sentence;
  /** The item of the verb. */
  readonly at: number;
  readonly verb: VerbGroup;
  readonly subjectAt: number | undefined;
  readonly subject: Reach | undefined;
}

const formerly = wordsOf(english.gate.formerly);
/** Marks between a label and what it tells. */
export const LABEL_MARK = /^(?::|=|->|=>|→|–|—|-)$/u;

/** The slots of a frame as the sentence fills them around its verb, in the voice that it has. */
export function fill(frame: Frame, place: Place): Filled | undefined {
  if (frame.isNegated && !place.verb.isNegated) return undefined;
  if (frame.isPossible && !/^(?:can|may)$/u.test(place.verb.modal ?? '')) return undefined;
  if (isPassiveHere(place)) return frame.isPassive ? active(frame, place) : passive(frame, place);
  return frame.isPassive ? undefined : active(frame, place);
}

/** A past without a helper before a preposition is a participle: `X, owned by A`. */
function isPassiveHere({ sentence, at, verb }: Place): boolean {
  if (verb.isPassive) return true;
  const isBare =
    (verb.word.form === 'past' ||
      verb.word.form === 'part' ||
      (verb.form === 'participle' && unchanged.has(verb.word.lower)) ||
      (verb.word.tag === 'VERB' && /ed$/u.test(verb.word.lower))) &&
    verb.form !== 'infinitive' &&
    [...verb.adverbs].every((adverb) => formerly.has(adverb));
  const before = sentence.isAt(at - 1, 'conjunction') ? sentence.last(at, ({ is }) => is === 'verb') : -1;
  // `is written in X and deployed on Y`
  const isJoined = sentence.verbAt(before)?.isPassive === true;
  return (
    isBare &&
    sentence.isAt(sentence.skip(at + 1), 'preposition') &&
    (verb.form === 'participle' || isJoined || bySomebody(sentence, at + 1) !== undefined)
  );
}

function active(frame: Frame, { sentence, at, subject, subjectAt, isLoose }: Place): Filled | undefined {
  const rest = follow(sentence, at + 1, frame.rest, isLoose)?.filled;
  if (!rest || (frame.subject !== '_' && !subject)) return undefined;
  if (frame.subject === '_') return rest;
  const written = writtenAt(sentence, subjectAt);
  if (frame.relation && PARTS.has(frame.relation.type) && written.some(isChange)) return undefined;
  return isFor(frame.subject, subject!, written) ? { ...rest, [endOf(frame.subject)]: subject } : undefined;
}

const writtenAt = (sentence: Sentence, at: number | undefined): readonly Phrase[] =>
  at === undefined ? [] : (sentence.phrasesAt(at)?.all ?? []);

/** The first slot behind the verb is the subject of the passive; who does it stands behind `by`. */
function passive(frame: Frame, { sentence, at, verb, subject, subjectAt, isLoose }: Place): Filled | undefined {
  const object = frame.rest.findIndex((element) => 'slot' in element);
  const element = frame.rest[object];
  if (!subject || !element || !('slot' in element)) return undefined;
  if (object > 0 && !verb.isPassive && verb.form !== 'participle') return undefined;
  const others = frame.rest.filter((_, index) => index !== object);
  const rest = follow(sentence, at + 1, others, isLoose)?.filled;
  const doer = bySomebody(sentence, at + 1);
  if (!rest || (frame.subject !== '_' && frame.subject !== 'B' && !doer)) return undefined;
  if (!isFor(element.slot, subject, writtenAt(sentence, subjectAt))) return undefined;
  return { ...rest, [endOf(element.slot)]: subject, ...(doer && frame.subject !== '_' && { [frame.subject]: doer }) };
}

const CLAUSE_MAX = 12;

/** The phrases behind `by` in the same clause. */
function bySomebody(sentence: Sentence, from: number): Reach | undefined {
  for (let at = from; at < from + CLAUSE_MAX && at < sentence.items.length; at++) {
    if (sentence.isAt(at, 'preposition', /^by$/u)) return sentence.reachAt(at + 1);
    if (sentence.verbAt(at) ?? sentence.isAt(at, 'relative')) return undefined;
  }
  return undefined;
}

/** The elements of a frame in their order; adverbs and a phrase by another preposition may stand between. */
export function follow(
  sentence: Sentence,
  from: number,
  elements: readonly Element[],
  isLoose = false,
): { readonly filled: Filled; readonly to: number } | undefined {
  const walk: Walk = { sentence, elements, filled: {}, isLoose, at: from, index: 0 };
  while (walk.index < elements.length) {
    const element = elements[walk.index]!;
    if (!('word' in element ? passWord(walk, element.word) : fillSlot(walk, element.slot))) return undefined;
    walk.index++;
  }
  return { filled: walk.filled, to: walk.at };
}

interface Walk {
  readonly sentence: Sentence;
  readonly elements: readonly Element[];
  readonly filled: Filled;
  readonly isLoose: boolean;
  /** The item and the element that come next. */
  at: number;
  index: number;
}

function passWord(walk: Walk, word: string): boolean {
  const { sentence } = walk;
  if (behindWord(sentence, walk.at, word) === undefined) walk.at = sentence.skip(walk.at);
  if (word === 'to' && sentence.verbAt(walk.at)?.form === 'infinitive') return true;
  if (passPossessed(walk, word)) return true;
  const inPhrase = wordsInPhrase(sentence, walk.at, walk.elements.slice(walk.index));
  if (inPhrase > 0) {
    walk.index += inPhrase - 1;
    walk.at++;
    return true;
  }
  const behind =
    behindWord(sentence, walk.at, word) ??
    (walk.isLoose ? behindWord(sentence, beyond(sentence, walk.at), word) : undefined);
  if (behind === undefined) return takeFronted(walk, word);
  walk.at = behind;
  return true;
}

/** `fills B's shoes` as `fills the shoes of B`. */
function passPossessed(walk: Walk, word: string): boolean {
  const [only, ...others] = walk.sentence.phrasesAt(walk.at)?.all ?? [];
  const [of, next] = walk.elements.slice(walk.index + 1);
  const isOf = of !== undefined && 'word' in of && of.word === 'of' && next !== undefined && 'slot' in next;
  if (!isOf || !only?.owner || others.length > 0 || only.words.at(-1)!.lower !== word) return false;
  walk.filled[endOf(next.slot)] = { all: [only.owner], of: [], to: walk.at + 1 };
  walk.index += 2;
  walk.at++;
  return true;
}

const HELP = /^(?:about|with|for|on|regarding|concerning)$/u;

/** `In libs/core you find X`: what the verb asks for stands before its clause. */
function takeFronted(walk: Walk, word: string): boolean {
  const next = walk.elements[walk.index + 1];
  const opening = walk.sentence.isAt(0, 'subordinate') && HELP.test(word) ? walk.at : 1;
  const front = walk.sentence.items.findIndex(
    (_, at) => at < opening && walk.sentence.smallAt(at, 'preposition') === word,
  );
  const reach = front < 0 ? undefined : walk.sentence.reachAt(front + 1);
  if (!reach || !next || !('slot' in next)) return false;
  walk.filled[next.slot] = reach;
  walk.index++;
  return true;
}

function fillSlot(walk: Walk, slot: Slot): boolean {
  const at = walk.sentence.skip(walk.at);
  const reach = reachOf(walk.sentence, at, walk.elements[walk.index + 1]);
  if (!reach || !isFor(slot, reach, walk.sentence.phrasesAt(at)!.all)) return false;
  walk.filled[endOf(slot)] = reach;
  walk.at = reach.to;
  return true;
}

const ends: Partial<Record<Slot, Slot>> = { P: 'F', Q: 'T', E: 'T' };
const endOf = (slot: Slot): Slot => ends[slot] ?? slot;

function isFor(slot: Slot, { all }: Reach, written: readonly Phrase[]): boolean {
  if (slot === 'P') return all.every(({ isPossessive }) => isPossessive);
  if (slot === 'Q') return written.every(isMatter);
  return slot !== 'E' || written.every(isChange);
}

/** A slot before a word of the frame does not take in what that word joins to it: `ask F about T`. */
function reachOf(sentence: Sentence, at: number, next: Element | undefined): Reach | undefined {
  const all = sentence.phrasesAt(at)?.all;
  const reach = sentence.reachAt(at);
  const word = next && 'word' in next ? next.word : undefined;
  const isBefore =
    word !== undefined && word !== 'of' && behindWord(sentence, sentence.skip(at + 1), word) !== undefined;
  if (!all || !reach || !isBefore) return reach;
  return { all, of: all.length === 1 && all[0]!.role ? reach.of : [], to: at + 1 };
}

/** Behind a word of a frame: a small word, a verb as it stands, or a plain noun with any article. */
function behindWord(sentence: Sentence, at: number, word: string): number | undefined {
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

/** How many words of a frame are those of one phrase: `final say`. */
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

/** Behind one phrase by another preposition: `was handed on Monday to A`. */
function beyond(sentence: Sentence, at: number): number {
  return sentence.isAt(at, 'preposition') && sentence.phrasesAt(at + 1)
    ? sentence.skip(sentence.reachAt(at + 1)!.to)
    : at;
}
