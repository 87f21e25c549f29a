import { isStopWord } from '../languages/stop-words.ts';
import { dateOf, fillerWords, fullVerb, negationWords, numberOf, englishOnlyWords } from './word-lists.ts';

/** The kind of a word in a statement. Only plain words may count as equal to differently written words. */
export type WordKind = 'plain' | 'number' | 'unit' | 'date' | 'name' | 'negation';

export interface Word {
  /** The key of the word, equal for all its spellings. */
  readonly key: string;
  readonly kind: WordKind;
}

/** A text in the form in which pairs of texts are compared. */
export interface Statement {
  /** The words in text order, without signs that only separate sentences and, in English, without fillers. */
  readonly words: readonly Word[];
  readonly isEnglish: boolean;
}

const APOSTROPHES = /[\u2018\u2019\u02bc\u201b\uff07]/g;
const INVISIBLE_CHARACTER = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const DIGIT_GROUPS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** A word with the signs that join its parts, the sign of a number, or another sign with a meaning. */
const TOKEN =
  /(?<![\p{L}\p{N}])[-+\u2212](?=\d)|!(?=[\p{L}=(])|[\p{L}\p{M}\p{N}_]+(?:['.:/@#&+~-]+[\p{L}\p{M}\p{N}_]+)*|\?|[\p{S}%‰&*/\\@#]/gu;
const SENTENCE_BORDER = /(?:^|[.!?:;\n\u3002\uff01\uff1f*•>-])["'\u201c\u201d()\s]*$/u;
const NUMBER_WITH_UNIT = /^(\d+(?:[.:]\d+)*)-?(\p{L}{1,12})$/u;
const CURRENCY_OR_SHARE = /^[\p{Sc}%‰]$/u;
const DIGIT = /\p{N}/u;
const CAPITAL = /\p{Lu}/u;
const TITLE_CASE = /^\p{Lu}[\p{Ll}\p{M}']*$/u;
const JOINED_WORD = /[.:/@#&+~_]|\p{Ll}\p{Lu}/u;
const CONTRACTED_NOT = /^(.+)n't$/;

/** Reads a text in linear time. */
export function statementOf(text: string): Statement {
  const clean = text
    .normalize('NFC')
    .replace(APOSTROPHES, "'")
    .replace(INVISIBLE_CHARACTER, '')
    .replace(DIGIT_GROUPS, '');
  const tokens = [...clean.matchAll(TOKEN)].map(({ 0: token, index }) => ({
    token,
    isFirst: SENTENCE_BORDER.test(clean.slice(Math.max(0, index - 12), index)),
  }));
  const isEnglish = tokens.some(({ token }) => englishOnlyWords.has(token.toLowerCase()));
  const read = tokens.flatMap(({ token, isFirst }) => wordsOf(token, { isFirst, isEnglish }));
  const words = isEnglish ? read.filter(({ key }) => !fillerWords.has(key)) : read;
  return {
    words: words.map((word, at) => (isUnit(word, words[at - 1]) ? { ...word, kind: 'unit' } : word)),
    isEnglish,
  };
}

/** The key of a text. Texts with the same words have equal keys. Empty if the text has no words. */
export const sameWordsKey = (text: string): string =>
  statementOf(text)
    .words.map(({ key, kind }) => `${kind} ${key}`)
    .join('\n');

interface Place {
  readonly isFirst: boolean;
  readonly isEnglish: boolean;
}

function wordsOf(token: string, place: Place): Word[] {
  const [, number, unit] = NUMBER_WITH_UNIT.exec(token) ?? [];
  if (number !== undefined && unit !== undefined)
    return [
      { key: number, kind: 'number' },
      { key: unit, kind: 'unit' },
    ];
  const lower = token.toLowerCase();
  const [, positive] = place.isEnglish ? (CONTRACTED_NOT.exec(lower) ?? []) : [];
  if (positive !== undefined)
    return [
      { key: fullVerb(positive), kind: 'plain' },
      { key: 'not', kind: 'negation' },
    ];
  return [wordOf(token, lower, place)];
}

function wordOf(token: string, lower: string, { isFirst, isEnglish }: Place): Word {
  if (CURRENCY_OR_SHARE.test(token)) return { key: token, kind: 'unit' };
  if (DIGIT.test(token)) return { key: lower, kind: 'number' };
  if (negationWords.has(lower) || token === '!') return { key: lower, kind: 'negation' };
  const isCapitalised = CAPITAL.test(token);
  const date = dateOf(lower, isCapitalised);
  if (date !== undefined) return { key: date, kind: 'date' };
  const number = isEnglish ? numberOf(lower) : undefined;
  if (number !== undefined) return { key: number, kind: 'number' };
  if (isFirst && TITLE_CASE.test(token)) return { key: lower, kind: 'plain' };
  if (isEnglish && lower === 'i') return { key: lower, kind: 'plain' };
  return { key: token, kind: isCapitalised || JOINED_WORD.test(token) ? 'name' : 'plain' };
}

/** Whether a word is the unit of the number before it: "40 requests". */
const isUnit = ({ key, kind }: Word, before: Word | undefined): boolean =>
  kind === 'plain' && before?.kind === 'number' && !isStopWord(key);
