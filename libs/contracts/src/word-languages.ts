/** Languages that the word index can read; libs/text has a file with the stemmer and the stop words of each. */
export const wordLanguages = [
  'english',
  'arabic',
  'danish',
  'dutch',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'italian',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'spanish',
  'swedish',
  'ukrainian',
] as const;
export type WordLanguage = (typeof wordLanguages)[number];
