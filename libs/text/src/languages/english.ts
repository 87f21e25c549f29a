import { fold, normalise, type Kept } from './normalise.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import type { Language } from './language.ts';

/** Accents fall before tokens are cut: the stemmer knows none. */
export const englishKeeping = (kept: Kept): Language => ({
  prepare: (text) => normalise(text, kept),
  fold,
  stem: (lower) => stem(fold(lower)),
  isStopWord,
  joined: /'(?:s|ll|re|ve|d|m)$/,
});

export const english = englishKeeping({});
