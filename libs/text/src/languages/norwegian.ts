import { stemmer } from '@orama/stemmers/norwegian';
import { stopwords } from '@orama/stopwords/norwegian';
import type { LanguageData } from './language.ts';

export const norwegian: LanguageData = { stemmer, stopWords: stopwords };
