import { stemmer } from '@orama/stemmers/french';
import { stopwords } from '@orama/stopwords/french';
import type { LanguageData } from './language.ts';

export const french: LanguageData = {
  stemmer,
  stopWords: stopwords,
  attached: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'/,
};
