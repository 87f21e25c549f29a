import { fold, normalise } from './languages/normalise.ts';
import { needsSegments } from './scripts.ts';
import { similarity } from './similarity.ts';
import { isStopWord } from './languages/stop-words.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['\u2019]s?$/iu;
const SENTENCE_BORDER = /[.!?\n\u3002\uff01\uff1f]["'\u201d)]*\s*$/;
const HANDLE_SIGN = /(?:^|[^\p{L}\p{N}])@$/u;
const ALIKE = 0.75;
const FUZZY_LONGER_THAN = 4;
/** Words of one query that are compared for their spelling; a pasted page of capitals must not cost seconds. */
const FUZZY_WORDS_MAX = 30;

/** First names that are also words of daily speech, and words that a chat log uses as a speaker. */
const alsoCommonWords: ReadonlySet<string> = new Set(
  `admin agent amber angel april art assistant august autumn bill bot buddy chance chase cliff coach crystal daisy dawn dean
  dick drew earl faith frank gene glen grace grant guy hazel heather holly hope hunter iris ivy jack jasmine joy june lance
  lily mark mason max may melody mercy miles nick olive page pat patience pearl penny pierce ray reed rich rob robin rocky
  rose ruby rusty sandy sky skip star sterling sue summer support system team tucker user victor violet wade ward will
  willow winter woody`.split(/\s+/),
);
const asksAfterSomeone = new Set(['did', 'does', 'has', 'had', 'ask', 'asked', 'tell', 'told']);
const followsAVerb = new Set(
  'a all an and any as at each every everything for from if in it its me my of on our out the this that their them these those to up us when with you your'.split(
    ' ',
  ),
);

export interface Word {
  /** Where the word starts, with the @ of a handle. */
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

/** One way to call a speaker. */
interface Known {
  readonly speaker: string;
  readonly name: string;
  readonly words: readonly string[];
  readonly isAlias: boolean;
}

/** Another name, and every speaker whom it can mean. */
export interface OtherName {
  readonly alias: string;
  readonly speakers: readonly string[];
}

export interface NamesRead {
  /** Everyone whom the text names, in the order of the known speakers. */
  readonly named: readonly string[];
  /** People whom every name in it can mean: one person, or all who share the name. Empty when it names different people. */
  readonly meant: readonly string[];
  /** The text without names, for a model whose vectors names dominate. The text itself where nothing else would be left. */
  readonly rest: string;
}

/**
 * Which of the known speakers a text names. A full name counts however it is written. A part of a name, such as the first
 * name, counts as a whole word that is written as a name: with a capital, as a handle, or in a text that has no capitals at
 * all; where the word is also a common one ("will", "mark") the words beside it must make it a name. So does another name,
 * but only as a whole. Else a capitalised word within a sentence counts that has the initial of a name and is like it, for
 * misspelt names. A speaker who goes under somebody's other name is the same person.
 */
export function readNames(text: string, speakers: readonly string[], others: readonly OtherName[] = []): NamesRead {
  const distinct = [...new Set(speakers)];
  const mentions = mentionsIn(text, knownOf(distinct, others));
  const bringsAlong = samePerson(distinct, others);
  const places = mentions.map(({ speakers: found }) => new Set(found.flatMap(bringsAlong)));
  return {
    named: distinct.filter((speaker) => places.some((place) => place.has(speaker))),
    meant: distinct.filter((speaker) => places.length > 0 && places.every((place) => place.has(speaker))),
    rest: without(text, mentions),
  };
}

/** Equal keys are one name: case, accents and signs do not tell names apart. Empty for what no text could be searched for. */
export function nameKey(name: string): string {
  const key = wordsOf(name)
    .map(({ folded }) => folded)
    .join(' ');
  return Array.from(key).length > 1 ? key : '';
}

const knownOf = (speakers: readonly string[], others: readonly OtherName[]): Known[] => [
  ...speakers.map((name) => ({ speaker: name, name, words: wordsInName(name), isAlias: false })),
  ...others.flatMap(({ alias, speakers: meant }) => {
    const words = wordsInName(alias);
    return meant.map((speaker) => ({ speaker, name: alias, words, isAlias: true }));
  }),
];

/** The words of a name or text as names are compared. */
export const wordsInName = (name: string): string[] => wordsOf(name).map(({ folded }) => folded);

/** Some speak under two names: a speaker brings along those whose own name is another name of theirs. */
function samePerson(speakers: readonly string[], others: readonly OtherName[]): (speaker: string) => string[] {
  const byKey = Map.groupBy(others.length > 0 ? speakers : [], nameKey);
  const brought = new Map<string, string[]>();
  for (const { alias, speakers: meant } of others) {
    const alike = byKey.get(nameKey(alias)) ?? [];
    for (const speaker of meant) brought.set(speaker, [...(brought.get(speaker) ?? []), ...alike]);
  }
  return (speaker) => [speaker, ...(brought.get(speaker) ?? [])];
}

function without(text: string, mentions: readonly Mention[]): string {
  if (mentions.length === 0) return text;
  const ends = [0, ...mentions.map(({ to }) => to)];
  const starts = [...mentions.map(({ from }) => from), text.length];
  const tidy = tidied(ends.map((end, index) => text.slice(end, starts[index])).join(''));
  return /[\p{L}\p{N}]/u.test(tidy) ? tidy : text;
}

const tidied = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .replace(/^[\s,.;:]+/, '')
    .trim();

/** Every place that names someone, in text order; where places overlap, the longer one from the left. */
function mentionsIn(text: string, known: readonly Known[]): Mention[] {
  const words = wordsOf(text);
  const fullNames = known.flatMap((one) => fullNamesOf(one, words));
  const taken = wordsWithin(words, fullNames);
  const isAnyCapital = tellsNamesByCapitals(words);
  const compared = new Set(comparedOf(words));
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
  return joined([...fullNames, ...single, ...unspacedNames(text, known)]);
}

/** The words that stand in one of the places. */
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

/** A text all in capitals, or all without, says nothing by them. */
const tellsNamesByCapitals = (words: readonly Word[]): boolean =>
  words.some(({ isCapitalised }) => isCapitalised) &&
  words.some(({ isCapitalised, hasCase }) => hasCase && !isCapitalised);

const comparedOf = (words: readonly Word[]): Word[] =>
  words.filter(mayBeMisspelt).slice(0, tellsNamesByCapitals(words) ? FUZZY_WORDS_MAX : 0);

/** The words of a text that may be a misspelt name, folded. */
export const comparedWords = (text: string): string[] => [
  ...new Set(comparedOf(wordsOf(text)).map(({ folded }) => folded)),
];

function joined(mentions: readonly Mention[]): Mention[] {
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
      folded: fold(normalise(bare)).replaceAll("'", ''),
      isCapitalised: /^\p{Lu}/u.test(bare),
      hasCase: bare.toLowerCase() !== bare.toUpperCase(),
      isPossessive: bare.length < raw.length,
      isHandle,
      startsSentence,
    };
  });
}

/** Full names of two or more words, standing in a row. */
function fullNamesOf({ words: name, speaker }: Known, words: readonly Word[]): Mention[] {
  if (name.length < 2) return [];
  return words.flatMap((word, index) => {
    const isHere = name.every((part, offset) => words[index + offset]?.folded === part);
    return isHere ? [{ from: word.from, to: words[index + name.length - 1]!.to, speakers: [speaker] }] : [];
  });
}

interface Place {
  readonly word: Word;
  readonly before: Word | undefined;
  readonly after: Word | undefined;
  readonly isAnyCapital: boolean;
  readonly isCompared: boolean;
}

/** Whom one word names: everyone who has it as a part of the name or as another name, else those whose name is most like it. */
function mentionAt(place: Place, known: readonly Known[]): Mention[] {
  const { from, to, folded } = place.word;
  const exact = folded.length > 1 ? known.filter((one) => isCalled(one, folded)) : [];
  const asName = exact.filter((one) => isWrittenAsName(place, one));
  const found = exact.length === 0 && place.isCompared ? mostAlike(folded, known) : asName;
  return found.length === 0 ? [] : [{ from, to, speakers: found.map(({ speaker }) => speaker) }];
}

const isCalled = ({ isAlias, words }: Known, folded: string): boolean =>
  isAlias ? words.length === 1 && words[0] === folded : words.includes(folded);

function isWrittenAsName(place: Place, { isAlias, name }: Known): boolean {
  const { word, isAnyCapital } = place;
  if (!word.hasCase || word.isHandle) return true;
  const isCommon = isStopWord(word.folded) || alsoCommonWords.has(word.folded);
  if (!isAnyCapital) return !isCommon || word.isPossessive || asksAfterSomeone.has(place.before?.folded ?? '');
  if (isAlias && !isCommon && word.bare === name.replace(/^@/, '')) return true;
  return word.isCapitalised && (!isCommon || isNamePlace(place));
}

/** Whether a common word with a capital stands where only a name has one. */
function isNamePlace({ word, after }: Place): boolean {
  if (!word.startsSentence || word.isPossessive) return true;
  return !isStopWord(word.folded) && !followsAVerb.has(after?.folded ?? '');
}

const mayBeMisspelt = (word: Word): boolean =>
  word.isCapitalised &&
  word.folded.length > FUZZY_LONGER_THAN &&
  !isStopWord(word.folded) &&
  (!word.startsSentence || word.isPossessive);

function mostAlike(word: string, known: readonly Known[]): Known[] {
  const alike = known
    .filter(({ isAlias }) => !isAlias)
    .map((one) => ({ one, ratio: Math.max(0, ...one.words.map((part) => ratioOf(word, part))) }));
  const best = Math.max(ALIKE, ...alike.map(({ ratio }) => ratio));
  return alike.filter(({ ratio }) => ratio === best).map(({ one }) => one);
}

/** Whether a misspelt name is looked for in a word at all. */
export const isLongEnoughToCompare = (word: string): boolean => word.length > FUZZY_LONGER_THAN;

const ratioOf = (word: string, part: string): number =>
  isLongEnoughToCompare(part) && part[0] === word[0] ? similarity(word, part) : 0;

/** Names in scripts without spaces stand anywhere in the text; one character alone is too little. */
function unspacedNames(text: string, known: readonly Known[]): Mention[] {
  return known
    .filter(({ name }) => needsSegments(name) && Array.from(name).length > 1)
    .flatMap(({ name, speaker }) =>
      Array.from(allIndexesOf(text, name), (from) => ({ from, to: from + name.length, speakers: [speaker] })),
    );
}

function* allIndexesOf(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) yield at;
}
