import { foldCase, normaliseText, type KeptDifferences } from './normalise.ts';
import { stemWord } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import type { Language } from './language.ts';

/** Creates English. Accents are removed before the text is split into tokens, since the stemmer does not know them. */
export const englishKeeping = (kept: KeptDifferences): Language => ({
  prepare: (text) => normaliseText(text, kept),
  fold: foldCase,
  stem: (lower) => stemWord(foldCase(lower)),
  isStopWord,
  attached: /'(?:s|ll|re|ve|d|m)$/,
});

export const english = englishKeeping({});
