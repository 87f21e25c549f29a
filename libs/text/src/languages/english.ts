import { fold, normalise } from './normalise.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import type { Language } from './language.ts';

/** Accents fall before tokens are cut: the stemmer knows none. */
export const english: Language = {
  prepare: normalise,
  fold,
  stem: (lower) => stem(fold(lower)),
  isStopWord,
  joined: /'(?:s|ll|re|ve|d|m)$/,
};
