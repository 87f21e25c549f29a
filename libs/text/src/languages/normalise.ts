import { unifyForms } from './script-forms.ts';

const ASCII_ONLY = /^[\0-\x7f]*$/;
const ENDLESS_MARKS = /(\p{M}{12})\p{M}+/gu;
const INVISIBLE_CHARACTER = /[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff]/g;
/** The invisible characters, except for a zero-width non-joiner between Arabic letters, which separates the parts of a Persian word. */
const INVISIBLE_WITHIN_PARTS =
  /[\u00ad\u200d-\u200f\u202a-\u202e\u2060-\u2069\ufe0e\ufe0f\ufeff]|(?<!\p{Script=Arabic})\u200c|\u200c(?!\p{Script=Arabic})/gu;
export const ZERO_WIDTH_NON_JOINER = '\u200c';
const APOSTROPHES = /[\u2018\u2019\u02bc\u201b\uff07]/g;
const HYPHENS = /[\u2010\u2011]/g;
const ACCENTED_LETTER = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const OPTIONAL_VOWELS = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u0640\u064b-\u0652\u0670]/g;
const SARA_AM = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g;
const LAO_AM = /\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g;
const DIGIT_GROUPS = /(?<=\d),(?=\d{3}(?!\d))/g;
const LETTERS_WITHOUT_DECOMPOSITION = /[ßæœøłđðþıħς]/g;
const replacementByLetter: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
};

export const isAscii = (text: string): boolean => ASCII_ONLY.test(text);

/** Differences of spelling that normalisation keeps. */
export interface KeptDifferences {
  /** Accents of Latin, Greek and Cyrillic letters, for stemmers that know them. */
  readonly keepsAccents?: boolean;
  /** Digits and exchangeable letters of each script, which the first version of the analysers does not unify. */
  readonly keepsForms?: boolean;
}

/**
 * Brings a text into compatibility form (NFKC) without accents. Case is kept, since camelCase is read from it. Accents are removed only
 * from Latin, Greek and Cyrillic letters: the marks of Hindi, Thai and similar scripts are vowels. Long runs of marks are cut first, since
 * ordering them takes quadratic time.
 */
export function normaliseText(text: string, kept: KeptDifferences = {}): string {
  const unicode = isAscii(text) ? text : normaliseUnicode(text, kept);
  return unicode.includes(',') ? unicode.replace(DIGIT_GROUPS, '') : unicode;
}

/** Removes the accents of one word that was normalised with its accents. */
export const removeAccents = (word: string): string =>
  isAscii(word) ? word : word.normalize('NFD').replace(ACCENTED_LETTER, '$1').normalize('NFC');

function normaliseUnicode(text: string, { keepsAccents = false, keepsForms = false }: KeptDifferences): string {
  const simple = text
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(keepsForms ? INVISIBLE_CHARACTER : INVISIBLE_WITHIN_PARTS, '');
  if (isAscii(simple)) return simple;
  const apart = simple.replace(ENDLESS_MARKS, '$1').normalize('NFKD').replace(ENDLESS_MARKS, '$1');
  const plain = keepsAccents ? apart : apart.replace(ACCENTED_LETTER, '$1');
  return (
    (keepsForms ? plain : unifyForms(plain))
      .replace(OPTIONAL_VOWELS, '')
      .normalize('NFC')
      // The dictionary of Thai and Lao words knows the vowel "am" only as one letter, but NFKD splits it.
      .replace(SARA_AM, '$1\u0e33')
      .replace(LAO_AM, '$1\u0eb3')
  );
}

/** Folds case, and replaces letters such as `ø` that have no decomposition. Takes normalised text. */
export function foldCase(normalised: string): string {
  const lower = normalised.toLowerCase();
  if (isAscii(lower)) return lower;
  return lower.replace(LETTERS_WITHOUT_DECOMPOSITION, (letter) => replacementByLetter[letter] ?? letter);
}
