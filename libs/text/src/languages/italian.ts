import { stemmer } from '@orama/stemmers/italian';
import { stopwords } from '@orama/stopwords/italian';
import type { LanguageData } from './language.ts';

export const italian: LanguageData = {
  stemmer,
  stopWords: stopwords,
  joined: /^(?:[cdlmnstv]|un|all|coll|dall|dell|nell|sull|quell|quest)'/,
};
