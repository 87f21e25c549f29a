import { stemmer } from '@orama/stemmers/hungarian';
import { stopwords } from '@orama/stopwords/hungarian';
import type { LanguageData } from './language.ts';

export const hungarian: LanguageData = { stemmer, stopWords: stopwords };
