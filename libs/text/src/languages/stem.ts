import { stemmer } from '@orama/stemmers/english';

const STEMMED_CHARS_MAX = 40;
const ENGLISH_WORD = /^[a-z]{3,}$/;
const ION_ENDING = /^(.+[st])ions?$/;
const MORE_THAN_ONE_SYLLABLE = /^[^aeiouy]*[aeiouy]+[^aeiouy]+[aeiouy]+[^aeiouy]/;

/**
 * The stem of a folded English word. Any other word is returned unchanged. The library implements the first Porter
 * stemmer, which separates related words in two cases that are corrected here. It removes the t of "-tion" (connection
 * would not match connect), and it turns the y of a vowel pair into i (deployed would not match deployment). The second
 * Porter stemmer does not change this y.
 */
export function stemWord(word: string): string {
  if (word.length > STEMMED_CHARS_MAX || !ENGLISH_WORD.test(word)) return word;
  const known = stemByWord.get(word);
  if (known !== undefined) return known;
  const stemmed = stemOfIon(word) ?? keepVowelPair(word, stemmer(word));
  if (stemByWord.size === STEMS_KEPT_MAX) stemByWord.clear();
  stemByWord.set(word, stemmed);
  return stemmed;
}

/** Caches stems by word. Texts repeat words, and a look-up takes a tenth of the time of stemming. */
const stemByWord = new Map<string, string>();
const STEMS_KEPT_MAX = 20_000;

function stemOfIon(word: string): string | undefined {
  const trunk = ION_ENDING.exec(word)?.[1];
  if (trunk === undefined || trunk.endsWith('at') || !MORE_THAN_ONE_SYLLABLE.test(trunk)) return undefined;
  return trunk;
}

function keepVowelPair(word: string, stemmed: string): string {
  const last = stemmed.length - 1;
  const turned = stemmed.endsWith('i') && word[last] === 'y' && 'aeou'.includes(stemmed[last - 1] ?? '-');
  return turned ? `${stemmed.slice(0, last)}y` : stemmed;
}
