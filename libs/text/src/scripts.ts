const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u30fc';
const WITHOUT_SPACES = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = new RegExp(`([${CJK}]+)|([${WITHOUT_SPACES}]+)|[^${CJK}${WITHOUT_SPACES}]+`, 'gu');
const NEEDS_SEGMENTS = new RegExp(`[${CJK}${WITHOUT_SPACES}]`, 'u');
const SAYS_SOMETHING_ALONE = /[\p{Script=Han}\p{Script=Hangul}]/u;
const LETTER_WITH_MARKS = /\P{M}\p{M}*/gu;
const LONGEST_RUN = 1000;
const SHORTEST_RUN = 3;

const dictionary = new Intl.Segmenter('th', { granularity: 'word' });

export interface Run {
  readonly script: 'cjk' | 'dictionary' | 'other';
  readonly text: string;
}

export const needsSegments = (text: string): boolean => NEEDS_SEGMENTS.test(text);

/** A text cut where it goes over into or out of a script that writes no spaces. */
export function runsOf(text: string): Run[] {
  return Array.from(text.matchAll(RUNS), ([run, cjk, dictionaryRun]) => ({
    script: cjk ? 'cjk' : dictionaryRun ? 'dictionary' : 'other',
    text: run,
  }));
}

/** Each pair of neighbours; a lone one stands for itself. */
const pairs = (letters: readonly string[]): string[] =>
  letters.length < 2 ? [...letters] : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/**
 * Chinese, Japanese and Korean are read as overlapping pairs of characters. Words from a dictionary depend on what stands
 * around them, so a query cut alone would miss a text that was cut in its sentence; pairs meet wherever the text holds the
 * query, also within a Korean word with its particle. Single characters are the parts, so that a one-character query hits.
 */
export function readCjk(run: string): { terms: string[]; parts: string[] } {
  const characters = Array.from(run);
  return { terms: pairs(characters), parts: characters.filter((character) => SAYS_SOMETHING_ALONE.test(character)) };
}

/**
 * Thai, Lao, Khmer and Burmese are read as dictionary words, for a pair of their letters says too little. The parts are those
 * pairs all the same: names that no dictionary holds are cut by what stands around them.
 */
export function readByDictionary(run: string): { terms: string[]; parts: string[] } {
  if (run.length < SHORTEST_RUN) return { terms: [run], parts: [] };
  const terms: string[] = [];
  for (let from = 0; from < run.length; from += LONGEST_RUN) {
    for (const { segment } of dictionary.segment(run.slice(from, from + LONGEST_RUN))) terms.push(segment);
  }
  return { terms, parts: pairs(run.match(LETTER_WITH_MARKS) ?? []) };
}
