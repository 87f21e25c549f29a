const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc';
const WITHOUT_SPACES = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const SCRIPT_RUNS = new RegExp(`([${CJK}]+)|([${WITHOUT_SPACES}]+)|[^${CJK}${WITHOUT_SPACES}]+`, 'gu');
const NEEDS_SEGMENTS = new RegExp(`[${CJK}${WITHOUT_SPACES}]`, 'u');
const SEARCHABLE_CHARACTER = /[\p{Script=Han}\p{Script=Hangul}]/u;
const LETTER_WITH_MARKS = /\P{M}\p{M}*/gu;
const RUN_CHARS_MAX = 1000;
const RUN_CHARS_MIN = 3;

const dictionary = new Intl.Segmenter('th', { granularity: 'word' });

export interface Run {
  readonly script: 'cjk' | 'dictionary' | 'other';
  readonly text: string;
}

export const needsSegments = (text: string): boolean => NEEDS_SEGMENTS.test(text);

/** Splits a text into runs at each change between scripts with and without spaces. */
export function runsOf(text: string): Run[] {
  return Array.from(text.matchAll(SCRIPT_RUNS), ([run, cjk, dictionaryRun]) => ({
    script: cjk ? 'cjk' : dictionaryRun ? 'dictionary' : 'other',
    text: run,
  }));
}

/** Joins each letter with the next. A single letter is returned alone. */
const joinPairs = (letters: readonly string[]): string[] =>
  letters.length < 2 ? [...letters] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/**
 * Reads Chinese, Japanese and Korean as overlapping pairs of characters. Word borders by a dictionary depend on the
 * context, so a query could be split differently from a text that contains it. Pairs match wherever the text contains
 * the query, also within a Korean word with its particle. Single characters are the parts, so that a query of one
 * character matches.
 */
export function readCjk(run: string): { terms: string[]; parts: string[] } {
  const characters = Array.from(run);
  return {
    terms: joinPairs(characters),
    parts: characters.filter((character) => SEARCHABLE_CHARACTER.test(character)),
  };
}

/**
 * Reads Thai, Lao, Khmer and Burmese as dictionary words, since a pair of their letters is not specific enough for a
 * term. The pairs of letters are the parts nevertheless, since a name that is not in the dictionary is cut differently
 * in different contexts.
 */
export function readByDictionary(run: string): { terms: string[]; parts: string[] } {
  if (run.length < RUN_CHARS_MIN) return { terms: [run], parts: [] };
  const terms: string[] = [];
  for (let from = 0; from < run.length; from += RUN_CHARS_MAX) {
    for (const { segment } of dictionary.segment(run.slice(from, from + RUN_CHARS_MAX))) terms.push(segment);
  }
  return { terms, parts: joinPairs(run.match(LETTER_WITH_MARKS) ?? []) };
}
