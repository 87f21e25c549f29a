import { isNobodysName } from '../calls.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf, type Word } from '../names.ts';
import { dateOf } from '../pairs/word-lists.ts';
import { endsAsQuestion, sentenceEnds } from '../sentences.ts';
import { asking, askingForPerson, groups, onlyGerman, ordinaryQualifiers, titles } from './words.ts';

/** A name that says which one a question is about: a proper noun, an identifier, a quotation, or what a group is called. */
export interface SpecificName {
  readonly text: string;
  /** Words of which one in a text suffices as a mention. */
  readonly words: readonly string[];
}

/** A longer text is a task or a page, and not one question. */
const READ_MAX = 200;

/** All specific names of a question, or none for a text that does not ask. */
export function specificNamesIn(text: string): SpecificName[] {
  if (text.length > READ_MAX || sentenceEnds(text.trim()).length > 1) return [];
  const words = wordsOf(text);
  if (!asks(text, words)) return [];
  const exact = [...quotedIn(text), ...identifiersIn(text)];
  return [...exact, ...properNounsIn(text, words), ...groupsIn(words)].filter(({ words: own }) => own.length > 0);
}

/** "Petra's role" asks as well: a thing of somebody. */
const asks = (text: string, [first]: readonly Word[]): boolean =>
  endsAsQuestion(text) ||
  (first !== undefined && (asking.has(first.folded) || (first.isPossessive && isProperNoun(first))));

const QUOTED = /(?<![\p{L}\p{N}])["\u201c\u201e`]([^"\u201c\u201d\u201e`]+)["\u201c\u201d`](?![\p{L}\p{N}])/gu;

const quotedIn = (text: string): SpecificName[] =>
  Array.from(text.matchAll(QUOTED), ([, inner = '']) => ({ text: inner, words: tellingWords(wordsOf(inner)) }));

const tellingWords = (words: readonly Word[]): string[] =>
  words.filter(({ folded }) => !isNobodysName(folded)).map(({ bare }) => bare);

const AROUND = /^[^\p{L}\p{N}_@#]+|[^\p{L}\p{N}_]+$/gu;
/** `snake_case`, `ns::name`, `name@host`, `camelCase`, `file.ext`, `TICKET-4711`, `E4017`. */
const IDENTIFIER = /\p{L}.*_|_.*\p{L}|\p{L}::\p{L}|\p{L}@\p{L}|\p{Ll}\p{Lu}|\p{L}\.\p{Ll}{1,5}$|\p{L}[-_]?\d{3,}/u;
const NUMBER = /\d{2,}/g;
const PIECES = /[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u;

function identifiersIn(text: string): SpecificName[] {
  const tokens = text.split(/\s+/).map((token) => token.replace(/['\u2019]s$/, '').replace(AROUND, ''));
  return tokens.filter((token) => IDENTIFIER.test(token)).map((token) => ({ text: token, words: piecesOf(token) }));
}

/** The number of an identifier says which it is; without one, its longest piece does. Of a path any folder may be what is known. */
function piecesOf(token: string): string[] {
  if (token.includes('/')) return [token, ...token.split(PIECES)];
  const numbers = token.match(NUMBER) ?? [];
  const [longest = token] = token.split(PIECES).toSorted((one, other) => other.length - one.length);
  return [token, ...(numbers.length > 0 ? numbers : [longest])];
}

/**
 * Capitalised words within a sentence, consecutive ones as one name: in a question for a person each, otherwise names that do or have
 * something ("did Petra say", "Petra's role"), since texts may name a product in other words ("Android phones", "the mobile app"). A
 * text that capitalises ordinary words gives no names.
 */
function properNounsIn(text: string, words: readonly Word[]): SpecificName[] {
  if (!tellsNames(words)) return [];
  const isForPerson = asksForPerson(words);
  const names: Word[][] = [];
  let last: Word | undefined;
  for (const word of words) {
    if (!isProperNoun(word)) continue;
    const isPartOfLast = last !== undefined && /^[\s-]$/.test(text.slice(last.to, word.from));
    const isActor = isForPerson || word.isPossessive || DOES_BEFORE.test(text.slice(0, word.from));
    if (isPartOfLast) names.at(-1)!.push(word);
    else if (isActor) names.push([word]);
    if (isPartOfLast || isActor) last = word;
  }
  return names.map((name) => ({ text: name.map(({ bare }) => bare).join(' '), words: name.map(({ bare }) => bare) }));
}

const DOES_BEFORE = /\b(?:do|does|did)\s+$/i;

const isTitleCase = ({ bare }: Word): boolean => /^\p{Lu}\p{Ll}/u.test(bare);
const isOfSpeaker = (folded: string): boolean => /^i(?:m|ve|d|ll)?$/.test(folded);

const tellsNames = (words: readonly Word[]): boolean =>
  words.some(({ hasCase, isCapitalised }) => hasCase && !isCapitalised) &&
  !words.some(({ folded }) => onlyGerman.has(folded)) &&
  !words.some((word) => !word.startsSentence && isTitleCase(word) && isOrdinary(word.folded));

const isOrdinary = (folded: string): boolean => isStopWord(folded) && !isOfSpeaker(folded);

/** An abbreviation in capitals may stand for ordinary words, and the first word has its capital from the sentence. */
const isProperNoun = (word: Word): boolean =>
  isTitleCase(word) &&
  (!word.startsSentence || word.isPossessive) &&
  !isNobodysName(word.folded) &&
  !titles.has(word.folded) &&
  dateOf(word.folded, true) === undefined;

const asksForPerson = (words: readonly Word[]): boolean => words.some(({ folded }) => askingForPerson.has(folded));

/** "the growth team", where the question asks for a person: what the group is called, however it is written. */
function groupsIn(words: readonly Word[]): SpecificName[] {
  if (!asksForPerson(words)) return [];
  return words.flatMap(({ folded }, at) => {
    const before = words[at - 1];
    const isNamed =
      groups.has(folded) && before && !isNobodysName(before.folded) && !ordinaryQualifiers.has(before.folded);
    return isNamed ? [{ text: before.bare, words: [before.bare] }] : [];
  });
}

/** The words of a text but for numbers and dates, which are seldom in the words of what was said at that time. */
export const undatedWordsIn = (text: string): string[] =>
  wordsOf(text)
    .filter(({ folded, isCapitalised }) => !/\d/.test(folded) && dateOf(folded, isCapitalised) === undefined)
    .map(({ bare }) => bare);
