/** Code points of the zero of each script whose ten decimal digits follow each other (Unicode category Nd, basic plane). */
const ZERO_DIGITS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];

/** Pairs of a letter or sign and its replacement in the index. Writers of the script use the pair interchangeably. */
const REPLACED_FORMS: readonly (readonly [string, string])[] = [
  // Arabic, Persian, Urdu, Kurdish: keyboards produce different letters for kaf, yeh and heh, and writers use different
  // last letters of a word.
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ې', 'ي'],
  ['ے', 'ي'],
  ['ک', 'ك'],
  ['ڪ', 'ك'],
  ['ة', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  ['ە', 'ه'],
  ['٫', '.'],
  ['٬', ','],
  // Hebrew: the signs of abbreviations.
  ['׳', "'"],
  ['״', '"'],
  // Devanagari: two signs for one nasal.
  ['ँ', 'ं'],
  // Bengali: the dead ta.
  ['ৎ', 'ত্'],
  // Malayalam: the letters of dead consonants.
  ['ൺ', 'ണ്'],
  ['ൻ', 'ന്'],
  ['ർ', 'ര്'],
  ['ൽ', 'ല്'],
  ['ൾ', 'ള്'],
  ['ൿ', 'ക്'],
  // Cyrillic: an Ukrainian letter that other keyboards lack.
  ['ґ', 'г'],
  ['Ґ', 'Г'],
];

/** Signs that some writers leave out: hamza and madda over or under a letter, and the nukta of Indic scripts. */
const OPTIONAL_SIGNS = /[\u0653-\u0655\u093c\u09bc\u0a3c\u0abc\u0b3c]/g;

const digitForms = ZERO_DIGITS.flatMap((zero) =>
  Array.from({ length: 10 }, (_, digit): [string, string] => [String.fromCodePoint(zero + digit), String(digit)]),
);
const replacementBySign = new Map([...REPLACED_FORMS, ...digitForms]);
const ALTERNATIVE_FORM = new RegExp(`[${[...replacementBySign.keys()].join('')}]`, 'gu');

/**
 * Unifies the written forms of a word in a script: its digits, exchangeable letters and optional signs. Takes
 * decomposed text (NFKD). The Arabic rules are the rules of Lucene's ArabicNormalizer and PersianNormalizer, and
 * additionally drop the hamza of waw and yeh.
 */
export const unifyForms = (decomposed: string): string =>
  decomposed.replace(OPTIONAL_SIGNS, '').replace(ALTERNATIVE_FORM, (sign) => replacementBySign.get(sign) ?? sign);
