import { MISSING_WORDS_MAX } from '@cairn/contracts';
import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf } from '../names.ts';
import { askedNamesIn, isNamedIn } from './asked-names.ts';
import { isForYesOrNo, isNumberedIn } from './missing-members.ts';
import { missingThings } from './missing-things.ts';
import { isOneQuestion, isOneSentence } from './specific-names.ts';
import { questionOpeners } from './words.ts';

/** Characters up to which a text is about one thing, so that words of another text are about another. */
const STATEMENT_CHARS_MAX = 400;
/** Words up to which a text that is no question is a search for something, and no task or log. */
const PHRASE_WORDS_MAX = 6;
/** Characters of the beginning that two forms of a word have in common, at least. */
const BEGINNING_CHARS_MIN = 4;
/** Words that one text must have in common with the question; with fewer, it says the same in other words. */
const SHARED_WORDS_MIN = 2;

/**
 * Words of a question that its answer would have to contain and that the texts found for it do not contain together: an
 * exact name that is in no text, or words that only another text has than the one with most words of the question.
 * "The liability of the Osprey contract" is not answered by a text about Osprey and one about the liability of Harrier.
 * None if a text is about more than one thing, or if nothing is asked. Messages answer each other, so that words which are
 * scattered over a talk (`isTalk`) count as said together. `times`, in ms, are when the messages were said. At most `MISSING_WORDS_MAX`.
 */
export function missingWords(
  question: string,
  texts: readonly string[],
  { isTalk = false, times = [] }: { readonly isTalk?: boolean; readonly times?: readonly number[] } = {},
): string[] {
  if (texts.length === 0 || texts.some((text) => text.length > STATEMENT_CHARS_MAX) || !isAsked(question)) return [];
  const words = wordsOf(question);
  const isOpen = isForYesOrNo(words) || words[0]?.folded === 'why';
  const exact = askedNamesIn(question).filter(({ isExact, text }) => isExact && !(isOpen && NUMBERED.test(text)));
  const tests = exact.length > 0 ? texts.map(isNamedIn) : [];
  const numbered = exact.some(({ text }) => NUMBERED.test(text)) ? texts.map(isNumberedIn) : [];
  const unnamed = exact
    .filter((name) => !tests.some((isNamed) => isNamed(name)))
    .map(({ text }) => text)
    .filter((name) => !NUMBERED.test(name) || !numbered.some((isIn) => isIn(name)));
  const things = unnamed.length > 0 ? unnamed : missingThings(question, texts, times);
  return (things.length > 0 ? things : isTalk ? [] : scatteredWords(question, texts)).slice(0, MISSING_WORDS_MAX);
}

/** A noun with a number. "Node 22 or newer" answers whether, or why not, Node 20 is enough. */
const NUMBERED = /\p{L}\s+\d{1,4}$/u;

const isAsked = (text: string): boolean =>
  isOneQuestion(text) || (isOneSentence(text) && wordsOf(text).length <= PHRASE_WORDS_MAX);

function scatteredWords(question: string, texts: readonly string[]): string[] {
  const asked = askedWords(question);
  const shared = texts.map((text) => wordsSharedWith(text, asked));
  const most = shared.reduce((best, words) => (words.length > best.length ? words : best));
  if (most.length < SHARED_WORDS_MIN) return [];
  return asked.filter((word) => !most.includes(word) && shared.some((words) => words.includes(word)));
}

/** Words that a text has in some form. Words are compared by their beginnings, since each answer is checked. */
function wordsSharedWith(text: string, asked: readonly string[]): string[] {
  const words = [...new Set(wordsOf(text).map(({ folded }) => folded))];
  return asked.filter((word) => words.some((other) => isFormOf(word, other)));
}

const isFormOf = (one: string, other: string): boolean => {
  const stem = Math.max(BEGINNING_CHARS_MIN, Math.ceil(0.75 * Math.min(one.length, other.length)));
  return one === other || (one.length >= stem && one.slice(0, stem) === other.slice(0, stem) && !/\d/.test(one));
};

const askedWords = (question: string): string[] => [
  ...new Set(
    wordsOf(question)
      .map(({ folded }) => folded.replace(/['\u2019]s$/, ''))
      .filter((word) => word.length > 1 && !isStopWord(word) && !questionOpeners.has(word)),
  ),
];
