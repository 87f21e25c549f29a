import { analyse } from '../analyse.ts';
import { isStopWord } from '../languages/stop-words.ts';

/**
 * The thing that a question asks for, by its grammar: "the test coverage of the parser module" has the head `coverage`
 * and the qualifier `parser module`. English only: in another language the thing is empty and does not distinguish
 * answers.
 */
export interface AskedThing {
  /** The stems of the noun phrase, the head last. */
  readonly phrase: readonly string[];
  /** Stems of the phrase that a preposition attaches to the head. */
  readonly qualifier: readonly string[];
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|[^\s\p{L}\p{N}'\u2019-]/gu;
const DETERMINERS = new Set('the my our your his her their its a an this these'.split(' '));
const PREPOSITIONS = new Set('of for in on at with by about between under over'.split(' '));
/** Nouns for a measurement. A text that gives the value seldom contains them. */
const MEASURES = new Set(
  'rate percentage percent share number amount count total date day time level value'.split(' '),
);
/** Verbs at the end of a question: "how long does the review take". */
const VERBS = new Set(
  'take cost last need run use get start end begin happen open close live work go expire allow support keep hold have say want'.split(
    ' ',
  ),
);
const ADVERB = /(?<!month|week|dai|year|quarter)ly$/i;
/** Words of a question for an amount, which are not the thing itself. */
const AMOUNTS = new Set('many much often long old far'.split(' '));
const NAME = /^\p{Lu}\p{Ll}/u;

export function askedThingOf(query: string): AskedThing {
  const words = query.match(WORD) ?? [];
  const from = words.findIndex((word) => isContent(word) && !isIn(AMOUNTS, word));
  const phrase = readPhrase(words, from);
  const tie = from + phrase.length;
  const rest = words.slice(tie);
  const ties = isIn(PREPOSITIONS, rest[0]) ? 0 : rest.findIndex((word) => isIn(DETERMINERS, word));
  const next = ties < 0 ? -1 : tie + ties + (isIn(DETERMINERS, rest[ties + 1]) ? 2 : 1);
  const stems = (some: readonly string[]) => some.map(stemOf).filter((stem) => !PLAIN_MODIFIERS.has(stem));
  return { phrase: stems(dropMeasure(phrase)), qualifier: stems(readPhrase(words, next)) };
}

const dropMeasure = (phrase: readonly string[]): readonly string[] =>
  phrase.length > 1 && isIn(MEASURES, phrase.at(-1)) ? phrase.slice(0, -1) : phrase;

const isIn = (words: ReadonlySet<string>, word: string | undefined): boolean => words.has(word?.toLowerCase() ?? '');

/** Reads consecutive content words. A name after plain words, a verb or an adverb ends the phrase. */
function readPhrase(words: readonly string[], from: number): string[] {
  if (from < 0) return [];
  const rest = words.slice(from);
  const end = rest.findIndex((word, at) => !isContent(word) || (at > 0 && isNewPhrase(word, rest[at - 1]!)));
  return end < 0 ? rest : rest.slice(0, end);
}

const isNewPhrase = (word: string, before: string): boolean =>
  (NAME.test(word) && !NAME.test(before)) || isIn(VERBS, word) || ADVERB.test(word);

const isContent = (word: string): boolean => /^[\p{L}\p{N}]/u.test(word) && !isStopWord(word.toLowerCase());
const stemOf = (word: string): string => analyse(word).terms[0] ?? word.toLowerCase();

/** The stems of a statement's words in order, with '' for stop words and signs. */
export type Sequence = readonly string[];

export const sequenceOf = (text: string): Sequence =>
  (text.match(WORD) ?? []).map((word) => (isContent(word) ? stemOf(word) : ''));

/**
 * Whether a newer statement can be about the same thing in question as an older statement. If the older statement has
 * the head, the newer must have the head too, without a new word before it. Words of the qualifier that the older
 * statement has must also be in the newer.
 */
export function isOfSameThing({ phrase, qualifier }: AskedThing, older: Sequence, newer: Sequence): boolean {
  const head = phrase.at(-1);
  if (head !== undefined && older.includes(head)) {
    if (!newer.includes(head)) return false;
    if (!hasSameHead(head, newer, new Set([...phrase, ...qualifier, ...older]))) return false;
  }
  const isLong = phrase.length > 2;
  return (!isLong || hasPhrase(phrase, older, newer)) && hasPhrase(qualifier, older, newer);
}

/** Stems for the state or the time of a thing, which do not identify it. */
const PLAIN_MODIFIERS = new Set(
  `new current latest total actual final own same old extra whole main overall annual yearli monthli weekli daili quarterli
  increas reduc rais lower cut adjust chang updat revis improv extend shorten reschedul postpon move agre plan approv`.split(
    /\s+/,
  ),
);

function hasSameHead(head: string, newer: Sequence, known: ReadonlySet<string>): boolean {
  const before = newer.flatMap((stem, at) => (stem === head ? [newer[at - 1] ?? ''] : []));
  return before.some((stem) => stem === '' || /\d/.test(stem) || known.has(stem) || PLAIN_MODIFIERS.has(stem));
}

/**
 * Whether the newer statement has all words of the phrase that the older statement has, or both statements have the
 * same two adjacent words of the phrase.
 */
function hasPhrase(phrase: readonly string[], older: Sequence, newer: Sequence): boolean {
  const told = phrase.filter((stem) => older.includes(stem));
  if (told.every((stem) => newer.includes(stem))) return true;
  const [ofOlder, ofNewer] = [pairsIn(older), pairsIn(newer)];
  return [...pairsIn(phrase)].some((pair) => ofOlder.has(pair) && ofNewer.has(pair));
}

const pairsIn = (stems: Sequence): ReadonlySet<string> =>
  new Set(stems.slice(1).flatMap((stem, at) => (stem !== '' && stems[at] !== '' ? [`${stems[at]} ${stem}`] : [])));
