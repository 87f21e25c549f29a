import { isNoPersonName } from '../calls.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf, type Word } from '../names.ts';
import { dateOf } from '../pairs/word-lists.ts';
import { endsAsQuestion, sentenceEnds } from '../sentences.ts';
import { questionOpeners, personQuestionWords, groupNouns, germanWords, ordinaryQualifiers, titles } from './words.ts';

/** A name that identifies the subject of a question: a proper noun, an identifier, a quotation, or the name of a group. */
export interface SpecificName {
  readonly text: string;
  /** The words of the name. A text that contains one of these words mentions the name. */
  readonly words: readonly string[];
}

/** The maximum length of a question in characters. A longer text is a task or a page. */
const QUESTION_CHARS_MAX = 200;

/** Finds the specific names in a question. If the text is not exactly one question, the result is empty. */
export function specificNamesIn(text: string): SpecificName[] {
  if (!isOneQuestion(text)) return [];
  const words = wordsOf(text);
  const exact = [...quotedIn(text), ...identifiersIn(text)];
  return [...exact, ...properNounsIn(text, words), ...groupsIn(words)].filter(({ words: own }) => own.length > 0);
}

/** Whether a text is one question. A short phrase for something that a person has counts too: "Petra's role". */
export function isOneQuestion(text: string): boolean {
  if (!isOneSentence(text)) return false;
  const [first] = wordsOf(text);
  return (
    endsAsQuestion(text) ||
    (first !== undefined && (questionOpeners.has(first.folded) || (first.isPossessive && isProperNoun(first))))
  );
}

/** Whether a text is one sentence, no longer than a question. */
export const isOneSentence = (text: string): boolean =>
  text.length <= QUESTION_CHARS_MAX && sentenceEnds(text.trim()).length <= 1;

const QUOTED_NAME = /(?<![\p{L}\p{N}])["\u201c\u201e`]([^"\u201c\u201d\u201e`]+)["\u201c\u201d`](?![\p{L}\p{N}])/gu;

const quotedIn = (text: string): SpecificName[] =>
  Array.from(text.matchAll(QUOTED_NAME), ([, inner = '']) => ({ text: inner, words: tellingWords(wordsOf(inner)) }));

const tellingWords = (words: readonly Word[]): string[] =>
  words.filter(({ folded }) => !isNoPersonName(folded)).map(({ bare }) => bare);

const SIGNS_AROUND = /^[^\p{L}\p{N}_@#]+|[^\p{L}\p{N}_]+$/gu;
/** An identifier: `snake_case`, `ns::name`, `name@host`, `camelCase`, `file.ext`, `TICKET-4711`, `E4017`. */
const IDENTIFIER = /\p{L}.*_|_.*\p{L}|\p{L}::\p{L}|\p{L}@\p{L}|\p{Ll}\p{Lu}|\p{L}\.\p{Ll}{1,5}$|\p{L}[-_]?\d{3,}/u;
const LONG_NUMBER = /\d{2,}/g;
const PIECE_BORDER = /[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u;

function identifiersIn(text: string): SpecificName[] {
  const tokens = text.split(/\s+/).map((token) => token.replace(/['\u2019]s$/, '').replace(SIGNS_AROUND, ''));
  return tokens.filter((token) => IDENTIFIER.test(token)).map((token) => ({ text: token, words: piecesOf(token) }));
}

/**
 * Splits an identifier into the words that identify it: its numbers, or else its longest piece. If the identifier is a
 * path, each part counts.
 */
function piecesOf(token: string): string[] {
  if (token.includes('/')) return [token, ...token.split(PIECE_BORDER)];
  const numbers = token.match(LONG_NUMBER) ?? [];
  const [longest = token] = token.split(PIECE_BORDER).toSorted((one, other) => other.length - one.length);
  return [token, ...(numbers.length > 0 ? numbers : [longest])];
}

/**
 * Finds proper nouns: capitalised words within a sentence, with consecutive words as one name. In a question about a
 * person all proper nouns count. In other questions only a name that acts or has something counts ("did Petra say",
 * "Petra's role"), since texts may call a product by different words ("Android phones", "the mobile app"). A text that
 * capitalises ordinary words has no names.
 */
function properNounsIn(text: string, words: readonly Word[]): SpecificName[] {
  if (!marksNamesByCapitals(words)) return [];
  const isForPerson = asksForPerson(words);
  const names: Word[][] = [];
  let last: Word | undefined;
  for (const word of words) {
    if (!isProperNoun(word)) continue;
    const isPartOfLast = last !== undefined && /^[\s-]$/.test(text.slice(last.to, word.from));
    const isActor = isForPerson || word.isPossessive || FORM_OF_DO_BEFORE.test(text.slice(0, word.from));
    if (isPartOfLast) names.at(-1)!.push(word);
    else if (isActor) names.push([word]);
    if (isPartOfLast || isActor) last = word;
  }
  return names.map((name) => ({ text: name.map(({ bare }) => bare).join(' '), words: name.map(({ bare }) => bare) }));
}

const FORM_OF_DO_BEFORE = /\b(?:do|does|did)\s+$/i;

const isTitleCase = ({ bare }: Word): boolean => /^\p{Lu}\p{Ll}/u.test(bare);
const isOfSpeaker = (folded: string): boolean => /^i(?:m|ve|d|ll)?$/.test(folded);

/** Whether the capitals of a text mark names; not in German, and not in a title. */
export const marksNamesByCapitals = (words: readonly Word[]): boolean =>
  words.some(({ hasCase, isCapitalised }) => hasCase && !isCapitalised) &&
  !words.some(({ folded }) => germanWords.has(folded)) &&
  !words.some((word) => !word.startsSentence && isTitleCase(word) && isOrdinary(word.folded));

const isOrdinary = (folded: string): boolean => isStopWord(folded) && !isOfSpeaker(folded);

/**
 * Whether a word is a proper noun. An abbreviation in capitals may stand for ordinary words, and the first word of a sentence always has a
 * capital.
 */
export const isProperNoun = (word: Word): boolean =>
  isTitleCase(word) &&
  (!word.startsSentence || word.isPossessive) &&
  !isNoPersonName(word.folded) &&
  !titles.has(word.folded) &&
  dateOf(word.folded, true) === undefined;

const asksForPerson = (words: readonly Word[]): boolean => words.some(({ folded }) => personQuestionWords.has(folded));

/**
 * Finds the names of groups in a question about a person, whether or not they have a capital: "growth" in "the growth
 * team".
 */
function groupsIn(words: readonly Word[]): SpecificName[] {
  if (!asksForPerson(words)) return [];
  return words.flatMap(({ folded }, at) => {
    const before = words[at - 1];
    const isNamed =
      groupNouns.has(folded) && before && !isNoPersonName(before.folded) && !ordinaryQualifiers.has(before.folded);
    return isNamed ? [{ text: before.bare, words: [before.bare] }] : [];
  });
}

/** The words of a text without numbers and dates. A text seldom contains the date on which it was written. */
export const undatedWordsIn = (text: string): string[] =>
  wordsOf(text)
    .filter(({ folded, isCapitalised }) => !/\d/.test(folded) && dateOf(folded, isCapitalised) === undefined)
    .map(({ bare }) => bare);
