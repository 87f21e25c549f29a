import { fold, normalise, type KeptDifferences } from './normalise.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import type { Language } from './language.ts';

/** Creates English. Accents are removed before the text is split into tokens, since the stemmer does not know them. */
export const englishKeeping = (kept: KeptDifferences): Language => ({
  prepare: (text) => normalise(text, kept),
  fold,
  stem: (lower) => stem(fold(lower)),
  isStopWord,
  attached: /'(?:s|ll|re|ve|d|m)$/,
});

export const english = englishKeeping({});
