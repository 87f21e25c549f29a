import { stemmer } from '@orama/stemmers/spanish';
import { stopwords } from '@orama/stopwords/spanish';
import type { LanguageData } from './language.ts';

export const spanish: LanguageData = { stemmer, stopWords: stopwords };
