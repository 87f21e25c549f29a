import { foldCase, normaliseText, removeAccents, type KeptDifferences } from './normalise.ts';

/** The functions of a language for the analyser. */
export interface Language {
  /** Normalises a text before it is split into tokens. Its case is kept. */
  readonly prepare: (text: string) => string;
  /** Removes case and accents from a word, so that words can be compared. */
  readonly fold: (word: string) => string;
  /** Stems a word in lower case and folds the stem. */
  readonly stem: (lower: string) => string;
  /** Whether a folded word tells nothing about the topic of a text. */
  readonly isStopWord: (folded: string) => boolean;
  /**
   * Elisions and suffixes with an apostrophe that are not part of a word: the `'s` in "Melanie's", the `l'` in
   * "l'équipe".
   */
  readonly attached: RegExp;
}

/**
 * The data of a language from the libraries. The stemmers need accents, so accents are removed from the stem and not
 * from the word.
 */
export interface LanguageData {
  readonly stemmer: (word: string) => string;
  readonly stopWords: readonly string[];
  /** Elisions and suffixes with an apostrophe. Default: the possessive `'s`. */
  readonly attached?: RegExp;
}

const POSSESSIVE = /'s$/;
const STEMMED_CHARS_MAX = 40;

export function languageFrom(
  { stemmer, stopWords, attached = POSSESSIVE }: LanguageData,
  kept: KeptDifferences = {},
): Language {
  const foldWord = (word: string) => foldCase(removeAccents(word));
  const prepare = (text: string) => normaliseText(text, { ...kept, keepsAccents: true });
  const silent = new Set(stopWords.map((word) => foldWord(prepare(word))));
  return {
    prepare,
    fold: foldWord,
    stem: (lower) => foldWord((lower.length <= STEMMED_CHARS_MAX && stemmer(lower)) || lower),
    isStopWord: (folded) => silent.has(folded),
    attached,
  };
}
