import { foldSpelling } from '../identifiers/fold.ts';
import { dateOf } from '../pairs/word-lists.ts';
import { wordsOf, type Word } from '../names.ts';
import { isOneQuestion, isProperNoun, marksNamesByCapitals } from './specific-names.ts';
import { isSpelledIn } from './spelled-in.ts';
import { questionOpeners } from './words.ts';

/** A name in a question: a proper noun, an abbreviation, a code, a quotation or a number with its noun. */
export type AskedName = { readonly text: string } & (
  | {
      /** No other words mean the same: a code, a quotation, a number. */
      readonly isExact: true;
      /** Matches the name in a text whose spelling is folded. */
      readonly pattern: RegExp;
    }
  | {
      /** A product or place may be called otherwise. */
      readonly isExact: false;
      /** Words of which one names it. */
      readonly words: readonly string[];
    }
);

/** Number of names of a question; a text with more is a list. */
const ASKED_NAMES_MAX = 8;
/** Number of characters of a text that are searched for names. */
export const NAMED_CHARS_MAX = 5_000;

const QUOTED = /(?<![\p{L}\p{N}])["\u201c\u201e`]([^"\u201c\u201d\u201e`]{2,60})["\u201c\u201d`](?![\p{L}\p{N}])/gu;
/** A code: letters and digits in one token, such as `E4017` or `eu-west-2`. */
const CODE = /^(?=.*\p{L})(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}._-]*[\p{L}\p{N}]$/u;
const ABBREVIATION = /^\p{Lu}{2,6}$/u;

/** The names of a question, each once. A text that names nothing or too much, or is no single question, has none. */
export function askedNamesIn(question: string): AskedName[] {
  if (!isOneQuestion(question)) return [];
  const words = wordsOf(question);
  const quoted = Array.from(question.matchAll(QUOTED), ([, inner = '']) => inner);
  const codes = codesIn(question.replace(QUOTED, ' '));
  const isMarked = marksNamesByCapitals(words);
  const exact = [...[...quoted, ...codes].flatMap(exactName), ...(isMarked ? numberedIn(question, words) : [])];
  const other = [...(isMarked ? nounsIn(question, words) : []), ...abbreviationsIn(words)].filter(
    ({ text }) => !exact.some((name) => name.text.includes(text)),
  );
  const names = [...new Map([...exact, ...other].map((name) => [name.text.toLowerCase(), name])).values()];
  return names.length > ASKED_NAMES_MAX ? [] : names;
}

/** Creates a test whether a text contains a name, in any spelling. The text is folded once, whatever the number of names. */
export function isNamedIn(text: string): (name: AskedName) => boolean {
  const read = text.slice(0, NAMED_CHARS_MAX);
  const folded = foldSpelling(read);
  let isSpelled: ((word: string) => boolean) | undefined;
  return (name) => {
    if (name.isExact) return name.pattern.test(folded);
    isSpelled ??= isSpelledIn(read);
    return name.words.some(isSpelled) || (ABBREVIATION.test(name.text) && isSpelledOut(name.text, read));
  };
}

const STARTS = '(?<![\\p{L}\\p{N}])';
const ENDS = '(?![\\p{L}\\p{N}])';

/** A name whose letters and numbers stand in a text in this order, with any signs in between: "OAuth2", "OAuth 2.0". */
const exactName = (text: string): AskedName[] => {
  const parts = foldSpelling(text).match(/\p{L}+|\p{N}+/gu) ?? [];
  const source = parts
    .map((part) => part.replace(/^0+(?=\d)/, '').replace(/^(?=\d)/, '0*'))
    .join('[^\\p{L}\\p{N}]{0,3}');
  return parts.length === 0 ? [] : [{ text, isExact: true, pattern: new RegExp(`${STARTS}${source}${ENDS}`, 'u') }];
};

const CODE_CHARS_MIN = 5;
/** Words after a code, which describe it: "k8s-cluster", "90-day-trial". */
const WORDS_AFTER = /(?:[._-]\p{L}+)+$/u;
/** Numbers with units: `2000mAh`, `10am-5pm`. */
const MEASURES = /^\d+(?:[.,]\d+)*\p{L}*(?:-\d+(?:[.,]\d+)*\p{L}*)*$/u;
const PERIOD = /^(?:\d{4}-?)?(?:[qh]\d|(?:fy|cw|kw|w)-?\d+)(?:-?\d{4})?$/i;

/** Codes of a text. Numbers with units, times and short codes, such as `k8s`, are also written in other words. */
const codesIn = (text: string): string[] =>
  text.split(/\s+/).flatMap((token) => {
    const bare = token.replace(/['\u2019]s$/, '').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const code = bare.replace(WORDS_AFTER, '');
    const isWordedOtherwise =
      code.length < CODE_CHARS_MIN ||
      MEASURES.test(code) ||
      PERIOD.test(code) ||
      code.split(/[^\p{L}]+/u).some((part) => dateOf(part.toLowerCase(), true) !== undefined);
    return CODE.test(code) && !isWordedOtherwise ? [code] : [];
  });

/** Proper nouns, those that follow each other as one. */
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
    return { text: parts.join(' '), isExact: false, words: parts };
  });
}

/** Abbreviations. A text that writes the words out has the abbreviation. */
const abbreviationsIn = (words: readonly Word[]): AskedName[] =>
  words
    .filter(({ bare, startsSentence }) => ABBREVIATION.test(bare) && !startsSentence)
    .map(({ bare }) => ({ text: bare, isExact: false, words: [bare] }));

const isSpelledOut = (abbreviation: string, text: string): boolean =>
  wordsOf(text)
    .map(({ folded: word }) => word[0] ?? '')
    .join('')
    .includes(abbreviation.toLowerCase());

const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const isNumber = ({ bare, folded, isCapitalised }: Word): boolean =>
  /^\d{1,4}$/.test(bare) || (isCapitalised && NUMBER_WORDS.includes(folded));
/** A word that the number before it counts: "30 days". */
const isCounted = (word: Word | undefined): boolean =>
  word !== undefined && !word.isCapitalised && word.folded.endsWith('s') && !questionOpeners.has(word.folded);

/** A capitalised noun with a number: "Pier 6", "Kestrel Four". Another number is another thing. */
const numberedIn = (question: string, words: readonly Word[]): AskedName[] =>
  words.flatMap((noun, at) => {
    const number = words[at + 1];
    if (!number || !isNumber(number) || !isProperNoun(noun) || noun.isPossessive || isCounted(words[at + 2])) return [];
    const isAdjacent = /^\s+$/.test(question.slice(noun.to, number.from));
    if (!isAdjacent || /^[.,:]\d|^\s?%/.test(question.slice(number.to))) return [];
    const spelled = NUMBER_WORDS.indexOf(number.folded);
    const value = spelled < 0 ? Number(number.bare) : spelled + 1;
    const values = [`0*${value}`, NUMBER_WORDS[value - 1] ?? []].flat().join('|');
    const pattern = new RegExp(
      `${STARTS}${foldSpelling(noun.bare)}\\p{L}{0,2}[^.!?\\n]{0,15}?(?:no\\.\\s?)?${STARTS}(?:${values})${ENDS}`,
      'u',
    );
    return [{ text: question.slice(noun.from, number.to), isExact: true, pattern }];
  });
