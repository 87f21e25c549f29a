import { fold, normalise, withoutAccents, type Kept } from './normalise.ts';

/** The functions of a language for the analyser. */
export interface Language {
  /** A text in the one form from which its tokens are cut, case kept. */
  readonly prepare: (text: string) => string;
  /** The form in which words are compared: without case and accents. */
  readonly fold: (word: string) => string;
  /** The stem of a word in lower case, folded. */
  readonly stem: (lower: string) => string;
  /** Whether a folded word says nothing about what a text is about. */
  readonly isStopWord: (folded: string) => boolean;
  /** Elisions and suffixes with an apostrophe that are not part of a word: the `'s` of Melanie's, the `l'` of l'équipe. */
  readonly joined: RegExp;
}

/** A language as the libraries give it. Their stemmers know accents, so that these fall from the stem and not before. */
export interface LanguageData {
  readonly stemmer: (word: string) => string;
  readonly stopWords: readonly string[];
  /** The possessive of a name, if nothing is said. */
  readonly joined?: RegExp;
}

const POSSESSIVE = /'s$/;
const LONGEST_WORD = 40;

export function languageFrom({ stemmer, stopWords, joined = POSSESSIVE }: LanguageData, kept: Kept = {}): Language {
  const foldWord = (word: string) => fold(withoutAccents(word));
  const prepare = (text: string) => normalise(text, { ...kept, keepsAccents: true });
  const silent = new Set(stopWords.map((word) => foldWord(prepare(word))));
  return {
    prepare,
    fold: foldWord,
    stem: (lower) => foldWord((lower.length <= LONGEST_WORD && stemmer(lower)) || lower),
    isStopWord: (folded) => silent.has(folded),
    joined,
  };
}
