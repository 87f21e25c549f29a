/** Languages of the word index. libs/text has a stemmer and stop words for each. */
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
