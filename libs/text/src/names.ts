import { foldCase, normaliseText } from './languages/normalise.ts';
import { needsSegments } from './scripts.ts';
import { similarityOf } from './similarity.ts';
import { isStopWord } from './languages/stop-words.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['\u2019]s?$/iu;
const SENTENCE_BORDER = /[.!?\n\u3002\uff01\uff1f]["'\u201d)]*\s*$/;
const HANDLE_SIGN = /(?:^|[^\p{L}\p{N}])@$/u;
const SIMILARITY_MIN = 0.75;
const FUZZY_LETTERS_ABOVE = 4;
/** The maximum number of words of one query whose spelling is compared. A pasted page of capitals must not cost seconds. */
const FUZZY_WORDS_MAX = 30;

/** First names that are also common words, and words that a chat log uses as the name of a speaker. */
const commonWordNames: ReadonlySet<string> = new Set(
  `admin agent amber angel april art assistant august autumn bill bot buddy chance chase cliff coach crystal daisy dawn dean
  dick drew earl faith frank gene glen grace grant guy hazel heather holly hope hunter iris ivy jack jasmine joy june lance
  lily mark mason max may melody mercy miles nick olive page pat patience pearl penny pierce ray reed rich rob robin rocky
  rose ruby rusty sandy sky skip star sterling sue summer support system team tucker user victor violet wade ward will
  willow winter woody`.split(/\s+/),
);
const verbsBeforeName = new Set(['did', 'does', 'has', 'had', 'ask', 'asked', 'tell', 'told']);
const wordsAfterVerb = new Set(
  'a all an and any as at each every everything for from if in it its me my of on our out the this that their them these those to up us when with you your'.split(
    ' ',
  ),
);

export interface Word {
  /** The offset of the word, including the @ of a handle. */
  readonly from: number;
  readonly to: number;
  /** The word as written, without its possessive. */
  readonly bare: string;
  readonly folded: string;
  readonly isCapitalised: boolean;
  readonly hasCase: boolean;
  readonly isPossessive: boolean;
  readonly isHandle: boolean;
  readonly startsSentence: boolean;
}

interface Mention {
  readonly from: number;
  readonly to: number;
  readonly speakers: readonly string[];
}

/** One name of a speaker. */
interface KnownName {
  readonly speaker: string;
  readonly name: string;
  readonly words: readonly string[];
  readonly isAlias: boolean;
}

/** A further name (`alias`), and every speaker that it may refer to. */
export interface OtherName {
  readonly alias: string;
  readonly speakers: readonly string[];
}

export interface NameReading {
  /** All speakers whom the text names, in the order of the known speakers. */
  readonly named: readonly string[];
  /**
   * The speakers whom all names in the text may refer to: one person, or all people who share the name. Empty if the
   * text names different people.
   */
  readonly meant: readonly string[];
  /**
   * The text without names, for embedding models whose vectors are dominated by names. If nothing else would be left,
   * the full text.
   */
  readonly rest: string;
}

/**
 * Finds the known speakers whom a text names. A full name counts in upper or lower case. A part of a name, such as the
 * first name, counts as a whole word that is written as a name: with a capital, as a handle, or in a text without
 * capitals. If the part is also a common word ("will", "mark"), the words next to it must show that it is a name. An
 * alias counts under the same conditions, but only as a whole. If no name matches, a capitalised word within a sentence
 * counts if it has the initial of a name and a similar spelling. If the name of one speaker is an alias of another
 * speaker, the two are the same person.
 */
export function readNames(text: string, speakers: readonly string[], others: readonly OtherName[] = []): NameReading {
  const distinct = [...new Set(speakers)];
  const mentions = mentionsIn(text, knownNamesOf(distinct, others));
  const bringsAlong = createPersonLookup(distinct, others);
  const places = mentions.map(({ speakers: found }) => new Set(found.flatMap(bringsAlong)));
  return {
    named: distinct.filter((speaker) => places.some((place) => place.has(speaker))),
    meant: distinct.filter((speaker) => places.length > 0 && places.every((place) => place.has(speaker))),
    rest: removeMentions(text, mentions),
  };
}

/**
 * The key of a name. Names that differ only in case, accents and signs have equal keys. Empty if the name is shorter
 * than two characters.
 */
export function nameKey(name: string): string {
  const key = wordsOf(name)
    .map(({ folded }) => folded)
    .join(' ');
  return Array.from(key).length > 1 ? key : '';
}

const knownNamesOf = (speakers: readonly string[], others: readonly OtherName[]): KnownName[] => [
  ...speakers.map((name) => ({ speaker: name, name, words: wordsInName(name), isAlias: false })),
  ...others.flatMap(({ alias, speakers: meant }) => {
    const words = wordsInName(alias);
    return meant.map((speaker) => ({ speaker, name: alias, words, isAlias: true }));
  }),
];

/** Splits a name or a text into words in the form in which names are compared. */
export const wordsInName = (name: string): string[] => wordsOf(name).map(({ folded }) => folded);

/**
 * Maps a speaker to all speakers who are the same person, that is, all speakers whose name is an alias of this speaker.
 */
function createPersonLookup(speakers: readonly string[], others: readonly OtherName[]): (speaker: string) => string[] {
  const byKey = Map.groupBy(others.length > 0 ? speakers : [], nameKey);
  const brought = new Map<string, string[]>();
  for (const { alias, speakers: meant } of others) {
    const alike = byKey.get(nameKey(alias)) ?? [];
    for (const speaker of meant) brought.set(speaker, [...(brought.get(speaker) ?? []), ...alike]);
  }
  return (speaker) => [speaker, ...(brought.get(speaker) ?? [])];
}

function removeMentions(text: string, mentions: readonly Mention[]): string {
  if (mentions.length === 0) return text;
  const ends = [0, ...mentions.map(({ to }) => to)];
  const starts = [...mentions.map(({ from }) => from), text.length];
  const tidy = tidyBlanks(ends.map((end, index) => text.slice(end, starts[index])).join(''));
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : text;
}

const tidyBlanks = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/^[\s,.;:]+/, '')
    .trim();

/** Finds all mentions of speakers, in text order. Of overlapping mentions, the leftmost and then the longest is kept. */
function mentionsIn(text: string, known: readonly KnownName[]): Mention[] {
  const words = wordsOf(text);
  const fullNames = known.flatMap((one) => fullNamesOf(one, words));
  const taken = wordsWithin(words, fullNames);
  const isAnyCapital = marksNamesByCapitals(words);
  const compared = new Set(wordsToCompare(words));
  const single = words.flatMap((word, index) => {
    const place = {
      word,
      before: words[index - 1],
      after: words[index + 1],
      isAnyCapital,
      isCompared: compared.has(word),
    };
    return taken.has(word) ? [] : mentionAt(place, known);
  });
  return mergeMentions([...fullNames, ...single, ...findUnspacedNames(text, known)]);
}

/** The words that lie within one of the mentions. */
function wordsWithin(words: readonly Word[], places: readonly Mention[]): ReadonlySet<Word> {
  const ordered = places.toSorted((one, other) => one.from - other.from);
  let next = 0;
  let reach = 0;
  return new Set(
    words.filter(({ from, to }) => {
      while (next < ordered.length && ordered[next]!.from <= from) reach = Math.max(reach, ordered[next++]!.to);
      return to <= reach;
    }),
  );
}

/** Whether capitals mark names in a text: some words have a capital and some have none. */
const marksNamesByCapitals = (words: readonly Word[]): boolean =>
  words.some(({ isCapitalised }) => isCapitalised) &&
  words.some(({ isCapitalised, hasCase }) => hasCase && !isCapitalised);

const wordsToCompare = (words: readonly Word[]): Word[] =>
  words.filter(mayBeMisspelt).slice(0, marksNamesByCapitals(words) ? FUZZY_WORDS_MAX : 0);

/** The words of a text that may be a misspelt name, folded. */
export const wordsForNames = (text: string): string[] => [
  ...new Set(wordsToCompare(wordsOf(text)).map(({ folded }) => folded)),
];

function mergeMentions(mentions: readonly Mention[]): Mention[] {
  const places: Mention[] = [];
  for (const mention of mentions.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = places.at(-1);
    if (!last || mention.from >= last.to) places.push(mention);
    else if (mention.from === last.from && mention.to === last.to)
      places.splice(-1, 1, { ...last, speakers: [...last.speakers, ...mention.speakers] });
  }
  return places;
}

export function wordsOf(text: string): Word[] {
  let end = 0;
  return Array.from(text.matchAll(WORD), ({ 0: raw, index }) => {
    const bare = raw.replace(POSSESSIVE, '');
    const startsSentence = end === 0 || SENTENCE_BORDER.test(text.slice(Math.max(end, index - 20), index));
    const isHandle = HANDLE_SIGN.test(text.slice(Math.max(end - 1, 0, index - 2), index));
    end = index + raw.length;
    return {
      from: isHandle ? index - 1 : index,
      to: end,
      bare,
      folded: foldCase(normaliseText(bare)).replaceAll("'", ''),
      isCapitalised: /^\p{Lu}/u.test(bare),
      hasCase: bare.toLowerCase() !== bare.toUpperCase(),
      isPossessive: bare.length < raw.length,
      isHandle,
      startsSentence,
    };
  });
}

/** Finds full names of two or more consecutive words. */
function fullNamesOf({ words: name, speaker }: KnownName, words: readonly Word[]): Mention[] {
  if (name.length < 2) return [];
  return words.flatMap((word, index) => {
    const isHere = name.every((part, offset) => words[index + offset]?.folded === part);
    return isHere ? [{ from: word.from, to: words[index + name.length - 1]!.to, speakers: [speaker] }] : [];
  });
}

interface WordContext {
  readonly word: Word;
  readonly before: Word | undefined;
  readonly after: Word | undefined;
  readonly isAnyCapital: boolean;
  readonly isCompared: boolean;
}

/**
 * Finds the speakers whom one word names: all speakers with this word as a part of the name or as an alias, or else the
 * speakers with the most similar name.
 */
function mentionAt(place: WordContext, known: readonly KnownName[]): Mention[] {
  const { from, to, folded } = place.word;
  const exact = folded.length > 1 ? known.filter((one) => hasWord(one, folded)) : [];
  const asName = exact.filter((one) => isWrittenAsName(place, one));
  const found = exact.length === 0 && place.isCompared ? findMostSimilar(folded, known) : asName;
  return found.length === 0 ? [] : [{ from, to, speakers: found.map(({ speaker }) => speaker) }];
}

const hasWord = ({ isAlias, words }: KnownName, folded: string): boolean =>
  isAlias ? words.length === 1 && words[0] === folded : words.includes(folded);

function isWrittenAsName(place: WordContext, { isAlias, name }: KnownName): boolean {
  const { word, isAnyCapital } = place;
  if (!word.hasCase || word.isHandle) return true;
  const isCommon = isStopWord(word.folded) || commonWordNames.has(word.folded);
  if (!isAnyCapital) return !isCommon || word.isPossessive || verbsBeforeName.has(place.before?.folded ?? '');
  if (isAlias && !isCommon && word.bare === name.replace(/^@/, '')) return true;
  return word.isCapitalised && (!isCommon || isNamePlace(place));
}

/** Whether a capitalised common word is in a position where only a name has a capital. */
function isNamePlace({ word, after }: WordContext): boolean {
  if (!word.startsSentence || word.isPossessive) return true;
  return !isStopWord(word.folded) && !wordsAfterVerb.has(after?.folded ?? '');
}

const mayBeMisspelt = (word: Word): boolean =>
  word.isCapitalised &&
  word.folded.length > FUZZY_LETTERS_ABOVE &&
  !isStopWord(word.folded) &&
  (!word.startsSentence || word.isPossessive);

function findMostSimilar(word: string, known: readonly KnownName[]): KnownName[] {
  const alike = known
    .filter(({ isAlias }) => !isAlias)
    .map((one) => ({ one, ratio: Math.max(0, ...one.words.map((part) => ratioOf(word, part))) }));
  const best = Math.max(SIMILARITY_MIN, ...alike.map(({ ratio }) => ratio));
  return alike.filter(({ ratio }) => ratio === best).map(({ one }) => one);
}

/** Whether a word is long enough to be compared with names for a misspelling. */
export const isLongEnoughToCompare = (word: string): boolean => word.length > FUZZY_LETTERS_ABOVE;

const ratioOf = (word: string, part: string): number =>
  isLongEnoughToCompare(part) && part[0] === word[0] ? similarityOf(word, part) : 0;

/** Finds names in scripts without spaces anywhere in the text. A name of one character is skipped. */
function findUnspacedNames(text: string, known: readonly KnownName[]): Mention[] {
  return known
    .filter(({ name }) => needsSegments(name) && Array.from(name).length > 1)
    .flatMap(({ name, speaker }) =>
      Array.from(allIndexesOf(text, name), (from) => ({ from, to: from + name.length, speakers: [speaker] })),
    );
}

function* allIndexesOf(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) yield at;
}
