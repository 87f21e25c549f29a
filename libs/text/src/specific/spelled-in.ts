import { isLongEnoughToCompare, wordsInName } from '../names.ts';
import { similarity } from '../similarity.ts';

/** So alike are spellings of one word that begin alike, and those that do not. */
const ALIKE = 0.75;
const ALIKE_BUT_FOR_THE_START = 0.85;
/** A shorter word is no beginning that tells anything. */
const BEGINNING_MIN = 4;

/**
 * Whether a text has a word in another spelling: mistyped, inflected, shortened, in one word or two ("frontend", "front-end"), or
 * with signs between its letters ("L.C.D.").
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

/** A number is another one as soon as one digit is. */
function isSpelling(one: string, other: string): boolean {
  if (/\d/.test(one)) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= BEGINNING_MIN && long.startsWith(short)) return true;
  if (!isLongEnoughToCompare(short)) return false;
  return similarity(one, other) >= (one[0] === other[0] ? ALIKE : ALIKE_BUT_FOR_THE_START);
}
