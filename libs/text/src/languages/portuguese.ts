import { stemmer } from '@orama/stemmers/portuguese';
import { stopwords } from '@orama/stopwords/portuguese';
import type { LanguageData } from './language.ts';

export const portuguese: LanguageData = { stemmer, stopWords: stopwords };
