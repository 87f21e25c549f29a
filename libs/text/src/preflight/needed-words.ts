import type { Action } from './action.ts';
import { longOptions, spelling } from './lexicon.ts';
import type { Name } from './name.ts';
import type { Norm } from './norm.ts';
import { sqlOwn } from './sql.ts';

/** Words of which an action must have all before it can meet a norm: one to look for in an index, and the others. */
export interface NeededWords {
  readonly word: string;
  readonly beside: readonly string[];
}

/** Stands in every action: the norm names nothing that an index could find. */
export const ANY_WORD = '*';
const ANY: NeededWords = { word: ANY_WORD, beside: [] };
const BESIDE_MAX = 10;

/** Words that an action needs to meet one of the norms or triggers. May select actions that meet none. */
export function neededWords(norms: readonly Norm[], triggers: readonly string[]): NeededWords[] {
  const all = [...norms.flatMap(needsOf), ...triggers.map((trigger) => needed(wholeWordsIn(trigger)))];
  if (all.some(({ word }) => word === ANY_WORD)) return [ANY];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

const needsOf = ({ names, words }: Norm): NeededWords[] =>
  names.length + words.length === 0
    ? [ANY]
    : [...names.flatMap((ways) => ways.map(needsOfName)), ...words.map(({ stems }) => needed(stems.map(stemWord)))];

function needsOfName(name: Name): NeededWords {
  switch (name.kind) {
    case 'command':
      return needed(wholeWordsIn([name.command.program, ...name.command.words].join(' ')));
    case 'sql':
      return needed(wholeWordsIn(sqlOwn(name.words).join(' ')));
    case 'call':
      return needed(wholeWordsIn(name.path));
    case 'text':
      return needed([
        ...wholeWordsIn(name.text),
        ...(/[\p{L}\p{N}]/u.test(name.text) ? [] : signsIn(name.text, [2, 1]).slice(0, 1)),
      ]);
    case 'path':
      return name.glob === '*' ? { word: EDIT, beside: [] } : needed(wholeWordsIn(name.glob));
    case 'flag':
      return optionsAlike.has(name.flag) ? ANY : needed(wholeWordsIn(name.flag.replace(/^-+|=.*/g, '')));
  }
}

const optionsAlike: ReadonlySet<string> = new Set([...longOptions].flat(2));

/** Stands in every action that writes a file. */
const EDIT = '>edit';

/** The longest word is the rarest, mostly. */
function needed(words: readonly string[]): NeededWords {
  const [word, ...beside] = [...new Set(words)].sort((one, other) => other.length - one.length);
  return word === undefined ? ANY : { word, beside: beside.slice(0, BESIDE_MAX) };
}

const RUN = /[\p{L}\p{N}]+/gu;

/** Words of a name or a trigger that are as typed: a star, `...` and placeholders beside a word may be a part of it. Options have several forms. */
function wholeWordsIn(text: string): string[] {
  const typed = text.replace(/<[^<>]*>|\{[^{}]*\}|\.{3}/g, '*').replace(/(?<!\S)-\S*/g, ' ');
  return [...typed.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    if (typed[index - 1] === '*') return [];
    return typed[index + run.length] === '*' ? beginningOf(run) : [spelled(run)];
  });
}

/** The number of first letters that are compared of a word before a star. */
const BEGINNING_CHARS = 3;
const beginningOf = (run: string): string[] =>
  run.length < BEGINNING_CHARS ? [] : [`${run.slice(0, BEGINNING_CHARS).toLowerCase()}*`];

const spelled = (word: string): string => spelling.get(word.toLowerCase()) ?? word.toLowerCase();

/** The stem length from which on one stem may begin with the other. */
const STEM_CHARS = 5;
const stemWord = (stem: string): string => `~${stem.slice(0, STEM_CHARS)}`;

const SIGNS = /[^\p{L}\p{N}\s*]+/gu;
/** Signs beside one another, so many at a time, by which a name without a letter is found. */
const signsIn = (text: string, lengths: readonly number[]): string[] => {
  const runs = [...new Set(text.match(SIGNS) ?? [])];
  const parts = lengths.flatMap((length) =>
    runs.flatMap((run) => Array.from({ length: run.length + 1 - length }, (_, at) => run.slice(at, at + length))),
  );
  return [...new Set(parts)].map((signs) => `=${signs}`);
};

/** The words of an action, as norms need them. */
export function wordsOfAction({ text, acts, stems }: Action): ReadonlySet<string> {
  const typed = acts.flatMap(({ program, words, targets }) => [program, ...words, ...targets.map((one) => one.text)]);
  const runs = [...new Set([text, ...typed].flatMap((one) => one.match(RUN) ?? []))];
  const edits = acts.some(({ kind }) => kind === 'edit') ? [EDIT] : [];
  return new Set([
    ANY_WORD,
    ...edits,
    ...signsIn(text, [1, 2]),
    ...runs.map(spelled),
    ...runs.flatMap(beginningOf),
    ...[...stems].map(stemWord),
  ]);
}
