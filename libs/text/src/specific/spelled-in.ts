import { isLongEnoughToCompare, wordsInName } from '../names.ts';
import { similarityOf } from '../similarity.ts';

/**
 * The minimum similarity, 0 to 1, of two spellings of a word. The first bound is for spellings with the same first
 * letter, the second for different first letters.
 */
const SIMILARITY_MIN = 0.75;
const SIMILARITY_MIN_OTHER_INITIAL = 0.85;
/** The minimum length of a word that counts as the beginning of a longer word. */
const BEGINNING_CHARS_MIN = 4;

/**
 * Creates a test whether a text contains a word in any spelling: mistyped, inflected, shortened, in one word or two ("frontend",
 * "front-end"), or with signs between its letters ("L.C.D.").
 */
export function isSpelledIn(text: string): (word: string) => boolean {
  const words = wordsInName(text);
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const known = new Set([...words, ...pairs, ...lettersApartIn(text)]);
  return (word) => {
    const folded = wordsInName(word).join('');
    return known.has(folded) || words.some((other) => isSpelling(folded, other));
  };
}

const LETTERS_APART = /(?<![\p{L}\p{N}])\p{L}(?:[._\s-]+\p{L})+(?![\p{L}\p{N}])/gu;

const lettersApartIn = (text: string): string[] =>
  Array.from(text.matchAll(LETTERS_APART), ([letters]) => letters.replace(/[._\s-]+/g, '').toLowerCase());

/**
 * Whether two words are spellings of the same word. Words with digits never are, since a different digit makes a
 * different number.
 */
function isSpelling(one: string, other: string): boolean {
  if (/\d/.test(one)) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= BEGINNING_CHARS_MIN && long.startsWith(short)) return true;
  if (!isLongEnoughToCompare(short)) return false;
  return similarityOf(one, other) >= (one[0] === other[0] ? SIMILARITY_MIN : SIMILARITY_MIN_OTHER_INITIAL);
}
