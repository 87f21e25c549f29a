import type { Statement, Word, WordKind } from './statement.ts';
import { announcementPhrases, valueLinks, turningWords } from './word-lists.ts';

/**
 * The relation of two texts: `same` in nearly the same words, `other-value` with a different number, date or name,
 * `opposite` if one text denies the other.
 */
export type PairRelation = 'same' | 'other-value' | 'opposite';

/**
 * The maximum number of words of texts in which a changed word is searched. Longer texts are only tested for equality.
 */
const WORDS_MAX = 400;
const VALUE_WORDS_MAX = 4;
/** The minimum number of words that name the subject of a value. */
const SUBJECT_WORDS_MIN = 2;

/**
 * Finds the relation of two texts, or undefined if no relation is certain. The order of the texts does not matter.
 * Texts in other languages are the same only if they are equal word for word. English texts are also the same if a noun
 * or verb differs in number, or if one text has an announcing phrase.
 */
export function relationOf(one: Statement, other: Statement): PairRelation | undefined {
  if (one.words.length === 0 || other.words.length === 0) return undefined;
  const isSame = areEqual(one.words, other.words);
  if (isSame) return 'same';
  if (Math.max(one.words.length, other.words.length) > WORDS_MAX) return undefined;
  const areEnglish = one.isEnglish && other.isEnglish;
  if (areEnglish && areEqual(comparedWordsOf(one), comparedWordsOf(other))) return 'same';
  return hasOtherValue(one, other) ? 'other-value' : undefined;
}

const isEqual = (one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined && one.key === other?.key && one.kind === other.kind;

const areEqual = (one: readonly Word[], other: readonly Word[]): boolean =>
  one.length === other.length && one.every((word, at) => isEqual(word, other[at]));

/** The words of a text without its announcing phrase, with each plain word in the singular. */
const comparedWordsOf = ({ words }: Statement): Word[] =>
  words
    .slice(countAnnouncingWords(words))
    .map((word) => (word.kind === 'plain' ? { ...word, key: toSingular(word.key) } : word));

/** Counts the words at the start of a text that only announce the rest. 0 if the text consists only of such words. */
function countAnnouncingWords(words: readonly Word[]): number {
  const found = announcementPhrases.find((phrase) => phrase.every((word, at) => words[at]?.key.toLowerCase() === word));
  return found && found.length < words.length ? found.length : 0;
}

/** "jobs" and "job", "retries" and "retry"; not "process", "status", "always" or "news". */
function toSingular(word: string): string {
  const one = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return PLURAL.test(word) && !turningWords.has(word) && !turningWords.has(one) ? one : word;
}

const PLURAL = /^[a-z]{2,}[^siu]s$/;

const valueKinds: ReadonlySet<WordKind> = new Set(['number', 'unit', 'date', 'name']);

/** Whether the texts are the same sentence about the same thing, in which only the value differs. */
function hasOtherValue(one: Statement, other: Statement): boolean {
  const { before, ofOne, ofOther, after } = findDifference(one.words, other.words);
  if (before < SUBJECT_WORDS_MIN || !isValue(ofOne) || !isValue(ofOther)) return false;
  const link = one.words[before - 1]!;
  return valueLinks.has(link.key) || [link, ...ofOne, ...ofOther, ...after].some(isMeasure);
}

const isValue = (words: readonly Word[]): boolean =>
  words.length > 0 && words.length <= VALUE_WORDS_MAX && words.every(({ kind }) => valueKinds.has(kind));

/** Whether a word is a currency or a percent sign, which makes the number next to it a quantity. A bare number may be a name. */
const isMeasure = (word: Word | undefined): boolean => word !== undefined && /^[\p{Sc}%\u2030]$/u.test(word.key);

/**
 * Removes the common start and the common end of two texts. `before` is the number of words in the common start, `after` the first word of
 * the common end.
 */
function findDifference(one: readonly Word[], other: readonly Word[]) {
  const most = Math.min(one.length, other.length);
  let before = 0;
  while (before < most && isEqual(one[before], other[before])) before += 1;
  let after = 0;
  while (after < most - before && isEqual(one.at(-1 - after), other.at(-1 - after))) after += 1;
  return {
    before,
    ofOne: one.slice(before, one.length - after),
    ofOther: other.slice(before, other.length - after),
    after: one.slice(one.length - after, one.length - after + 1),
  };
}
