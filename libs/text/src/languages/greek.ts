import { stemmer } from '@orama/stemmers/greek';
import { stopwords } from '@orama/stopwords/greek';
import type { LanguageData } from './language.ts';

export const greek: LanguageData = { stemmer, stopWords: stopwords };
