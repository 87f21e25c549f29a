import { stemmer } from '@orama/stemmers/italian';
import { stopwords } from '@orama/stopwords/italian';
import type { LanguageData } from './language.ts';

export const italian: LanguageData = {
  stemmer,
  stopWords: stopwords,
  attached: /^(?:[cdlmnstv]|un|all|coll|dall|dell|nell|sull|quell|quest)'/,
};
