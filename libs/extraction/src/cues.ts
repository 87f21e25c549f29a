import { cues, type CueName } from './lexicon.en.ts';

const WORD = /^[\p{L}\p{N}]/u;

/** Puts the border of a word before an expression, unless the expression begins with a sign. */
const sourceOf = (phrase: string): string =>
  `${WORD.test(phrase) || phrase.startsWith('(?:') ? String.raw`(?<![\p{L}\p{N}])` : ''}${phrase}`;

const END = String.raw`(?![\p{L}\p{N}])`;

/** Compiles expressions to a pattern that matches any of them, in any case. */
export const patternOf = (phrases: readonly string[]): RegExp =>
  new RegExp(
    phrases.map((phrase) => `${sourceOf(phrase)}${/[\p{L}\p{N})]$/u.test(phrase) ? END : ''}`).join('|'),
    'iu',
  );

const patterns = (Object.keys(cues) as CueName[]).map((name) => [name, patternOf(cues[name])] as const);

/** Finds the cues in a sentence, which must have straight apostrophes and single spaces. */
export const cuesIn = (sentence: string): CueName[] =>
  patterns.flatMap(([name, pattern]) => (pattern.test(sentence) ? [name] : []));
