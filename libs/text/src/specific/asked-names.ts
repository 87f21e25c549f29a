import { readIdentifiers } from '../identifiers/index.ts';
import { dateOf } from '../pairs/word-lists.ts';
import { wordsOf, type Word } from '../names.ts';
import { isQuestionWithNames, isProperNoun } from './specific-names.ts';
import { isSpelledIn } from './spelled-in.ts';

/** A name in a question: a proper noun, an abbreviation, a code, a quotation or a number with its noun. */
export interface AskedName {
  readonly text: string;
  /** Whether a text contains the name, in any spelling. */
  readonly isIn: (text: string) => boolean;
  /** Whether no other words mean the same: a code, a quotation, a number. A product or place may be called otherwise. */
  readonly isExact: boolean;
}

const QUOTED = /(?<![\p{L}\p{N}])["\u201c\u201e`]([^"\u201c\u201d\u201e`]{2,60})["\u201c\u201d`](?![\p{L}\p{N}])/gu;
/** A code: letters and digits in one token, such as `31B` or `eu-west-2`. */
const CODE = /^(?=.*\p{L})(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}._-]*[\p{L}\p{N}]$/u;
const ORDINAL_OR_MEASURE = /^\d+(?:st|nd|rd|th|s|k|m|gb|mb|am|pm|h|min|ms|px|kg|km|cm|x)$/i;
const ABBREVIATION = /^\p{Lu}{2,6}$/u;

/** The names of a question, each once. A text that names nothing, or is no single question, has none. */
export function askedNamesIn(question: string): AskedName[] {
  const words = wordsOf(question);
  const quoted = Array.from(question.matchAll(QUOTED), ([, inner = '']) => quotation(inner));
  const rest = question.replace(QUOTED, ' ');
  const codes = codesOf(rest);
  const named = isQuestionWithNames(question, words) ? nounsIn(question, words) : [];
  const exact = [...quoted, ...codes, ...numberedIn(question)];
  const other = [...named, ...abbreviationsIn(words)].filter(
    ({ text }) => !exact.some((name) => name.text.includes(text)),
  );
  return [...new Map([...exact, ...other].map((name) => [name.text.toLowerCase(), name])).values()];
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

const quotation = (inner: string): AskedName => ({
  text: inner,
  isExact: true,
  isIn: (text) => ` ${folded(text)} `.includes(` ${folded(inner).trim()} `),
});

const codesOf = (question: string): AskedName[] =>
  question.split(/\s+/).flatMap((token) => {
    const bare = token.replace(/['\u2019]s$/, '').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const matcher = CODE.test(bare) && !ORDINAL_OR_MEASURE.test(bare) ? readIdentifiers(bare) : undefined;
    return matcher ? [{ text: bare, isExact: true, isIn: (text: string) => matcher.namedIn(text) === 'whole' }] : [];
  });

/** Proper nouns, those that follow each other as one. The name is in a text that has one of its words. */
function nounsIn(question: string, words: readonly Word[]): AskedName[] {
  const names: Word[][] = [];
  let last: Word | undefined;
  for (const word of words) {
    if (!isProperNoun(word) || CODE.test(word.bare)) continue;
    if (last && /^[\s-]$/.test(question.slice(last.to, word.from))) names.at(-1)!.push(word);
    else names.push([word]);
    last = word;
  }
  return names.map((name) => {
    const parts = name.map(({ bare }) => bare);
    return { text: parts.join(' '), isExact: false, isIn: (text) => parts.some(isSpelledIn(text)) };
  });
}

/** Abbreviations. A text that writes the words out has the abbreviation. */
const abbreviationsIn = (words: readonly Word[]): AskedName[] =>
  words
    .filter(({ bare, startsSentence }) => ABBREVIATION.test(bare) && !startsSentence)
    .map(({ bare }) => ({
      ...{ text: bare, isExact: false },
      isIn: (text) => isSpelledIn(text)(bare) || isSpelledOut(bare, text),
    }));

const isSpelledOut = (abbreviation: string, text: string): boolean =>
  wordsOf(text)
    .map(({ folded: word }) => word[0] ?? '')
    .join('')
    .includes(abbreviation.toLowerCase());

const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBERED = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\p{Lu}[\\p{L}-]+)\\s+(\\d{1,4}|${NUMBER_WORDS.map((word) => `[${word[0]!.toUpperCase()}]${word.slice(1)}`).join('|')})(?![\\p{L}\\p{N}.:])`,
  'gu',
);

/** A capitalised noun with a number: "Pier 6", "Kestrel Four". Another number is another thing. */
const numberedIn = (question: string): AskedName[] =>
  Array.from(question.matchAll(NUMBERED)).flatMap(([text, noun = '', number = '']) => {
    if (dateOf(noun.toLowerCase(), true) !== undefined || /^(?:In|Since|On|At|By|From|To|Of|The)$/.test(noun))
      return [];
    const at = NUMBER_WORDS.indexOf(number.toLowerCase());
    const value = at < 0 ? Number(number) : at + 1;
    const spelled = NUMBER_WORDS[value - 1];
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${noun.toLowerCase()}[\\s-]+(?:no\\.?\\s*|#)?(?:0*${value}${spelled ? `|${spelled}` : ''})(?![\\p{L}\\p{N}])`,
      'u',
    );
    return [{ text, isExact: true, isIn: (other: string) => pattern.test(other.toLowerCase()) }];
  });
