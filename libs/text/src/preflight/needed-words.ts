import type { Action } from './action.ts';
import { longOptionByShort, standardSpellingByWord } from './lexicon.ts';
import type { Name } from './name.ts';
import type { Norm } from './norm.ts';
import { removeNoiseWords } from './sql.ts';

/**
 * The words that an action must contain to meet a norm: `word` is looked up in an index, and `beside` lists the further
 * words.
 */
export interface NeededWords {
  readonly word: string;
  readonly beside: readonly string[];
}

/** The index word that every action has. It is used for a norm without words that an index could find. */
export const ANY_WORD = '*';
const ANY_WORDS: NeededWords = { word: ANY_WORD, beside: [] };
const BESIDE_WORDS_MAX = 10;

/**
 * Lists the words that an action needs to meet at least one of the norms or triggers. An action that meets no norm may
 * have these words too.
 */
export function neededWords(norms: readonly Norm[], triggers: readonly string[]): NeededWords[] {
  const all = [...norms.flatMap(needsOf), ...triggers.map((trigger) => chooseIndexWord(wholeWordsIn(trigger)))];
  if (all.some(({ word }) => word === ANY_WORD)) return [ANY_WORDS];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

const needsOf = ({ names, words }: Norm): NeededWords[] =>
  names.length + words.length === 0
    ? [ANY_WORDS]
    : [
        ...names.flatMap((ways) => ways.map(needsOfName)),
        ...words.map(({ stems }) => chooseIndexWord(stems.map(stemWord))),
      ];

function needsOfName(name: Name): NeededWords {
  switch (name.kind) {
    case 'command':
      return chooseIndexWord(wholeWordsIn([name.command.program, ...name.command.words].join(' ')));
    case 'sql':
      return chooseIndexWord(wholeWordsIn(removeNoiseWords(name.words).join(' ')));
    case 'call':
      return chooseIndexWord(wholeWordsIn(name.path));
    case 'text':
      return chooseIndexWord([
        ...wholeWordsIn(name.text),
        ...(/[\p{L}\p{N}]/u.test(name.text) ? [] : signsIn(name.text, [2, 1]).slice(0, 1)),
      ]);
    case 'path':
      return name.glob === '*' ? { word: EDIT_WORD, beside: [] } : chooseIndexWord(wholeWordsIn(name.glob));
    case 'flag':
      return optionsWithSynonyms.has(name.flag)
        ? ANY_WORDS
        : chooseIndexWord(wholeWordsIn(name.flag.replace(/^-+|=.*/g, '')));
  }
}

const optionsWithSynonyms: ReadonlySet<string> = new Set([...longOptionByShort].flat(2));

/** The word of every action that writes a file. */
const EDIT_WORD = '>edit';

/** Chooses the longest word for the index, since it is usually the rarest. */
function chooseIndexWord(words: readonly string[]): NeededWords {
  const [word, ...beside] = [...new Set(words)].sort((one, other) => other.length - one.length);
  return word === undefined ? ANY_WORDS : { word, beside: beside.slice(0, BESIDE_WORDS_MAX) };
}

const WORD_RUN = /[\p{L}\p{N}]+/gu;

/**
 * Finds the complete words of a name or a trigger. A word next to a star, `...` or a placeholder may be incomplete, and only its beginning
 * is used. Options are left out, since they have several forms.
 */
function wholeWordsIn(text: string): string[] {
  const typed = text.replace(/<[^<>]*>|\{[^{}]*\}|\.{3}/g, '*').replace(/(?<!\S)-\S*/g, ' ');
  return [...typed.matchAll(WORD_RUN)].flatMap(({ 0: run, index }) => {
    if (typed[index - 1] === '*') return [];
    return typed[index + run.length] === '*' ? beginningOf(run) : [standardSpellingOf(run)];
  });
}

/** The number of letters that are compared of a word that ends with a star. */
const BEGINNING_CHARS_COMPARED = 3;
const beginningOf = (run: string): string[] =>
  run.length < BEGINNING_CHARS_COMPARED ? [] : [`${run.slice(0, BEGINNING_CHARS_COMPARED).toLowerCase()}*`];

const standardSpellingOf = (word: string): string =>
  standardSpellingByWord.get(word.toLowerCase()) ?? word.toLowerCase();

/** The number of first letters of a stem that are compared. */
const STEM_CHARS_COMPARED = 5;
const stemWord = (stem: string): string => `~${stem.slice(0, STEM_CHARS_COMPARED)}`;

const SIGNS_RUN = /[^\p{L}\p{N}\s*]+/gu;
/** Finds groups of adjacent signs of the given lengths, by which a name without letters is looked up. */
const signsIn = (text: string, lengths: readonly number[]): string[] => {
  const runs = [...new Set(text.match(SIGNS_RUN) ?? [])];
  const parts = lengths.flatMap((length) =>
    runs.flatMap((run) => Array.from({ length: run.length + 1 - length }, (_, at) => run.slice(at, at + length))),
  );
  return [...new Set(parts)].map((signs) => `=${signs}`);
};

/** The words of an action, in the forms that `neededWords` returns. */
export function wordsOfAction({ text, acts, stems }: Action): ReadonlySet<string> {
  const typed = acts.flatMap(({ program, words, targets }) => [program, ...words, ...targets.map((one) => one.text)]);
  const runs = [...new Set([text, ...typed].flatMap((one) => one.match(WORD_RUN) ?? []))];
  const edits = acts.some(({ kind }) => kind === 'edit') ? [EDIT_WORD] : [];
  return new Set([
    ANY_WORD,
    ...edits,
    ...signsIn(text, [1, 2]),
    ...runs.map(standardSpellingOf),
    ...runs.flatMap(beginningOf),
    ...[...stems].map(stemWord),
  ]);
}
