import { isStopWord } from '../languages/stop-words.ts';
import { wordsOf } from '../names.ts';
import { askedNamesIn } from './asked-names.ts';
import { isSpelledIn } from './spelled-in.ts';
import { questionOpeners } from './words.ts';

/** Characters up to which a text is about one thing, so that words of another text are about another. */
const STATEMENT_CHARS_MAX = 400;
/** Words that one text must have in common with the question; with fewer, it says the same in other words. */
const SHARED_WORDS_MIN = 2;

/**
 * Words of a question that its answer would have to contain and that the texts found for it do not contain together: an
 * exact name that is in no text, or words that only another text has than the one with most words of the question.
 * "The liability of the Osprey contract" is not answered by a text about Osprey and one about the liability of Harrier.
 */
export function missingWords(question: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const exact = askedNamesIn(question).filter(({ isExact, isIn }) => isExact && !texts.some(isIn));
  return exact.length > 0 ? exact.map(({ text }) => text) : scatteredWords(question, texts);
}

function scatteredWords(question: string, texts: readonly string[]): string[] {
  if (texts.some((text) => text.length > STATEMENT_CHARS_MAX)) return [];
  const asked = askedWords(question);
  const shared = texts.map((text) => asked.filter(isSpelledIn(text)));
  const most = shared.reduce((best, words) => (words.length > best.length ? words : best));
  if (most.length < SHARED_WORDS_MIN) return [];
  return asked.filter((word) => !most.includes(word) && shared.some((words) => words.includes(word)));
}

const askedWords = (question: string): string[] => [
  ...new Set(
    wordsOf(question)
      .map(({ folded }) => folded.replace(/['\u2019]s$/, ''))
      .filter((word) => word.length > 1 && !isStopWord(word) && !questionOpeners.has(word)),
  ),
];
