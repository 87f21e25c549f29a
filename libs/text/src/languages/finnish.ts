import { stemmer } from '@orama/stemmers/finnish';
import { stopwords } from '@orama/stopwords/finnish';
import type { LanguageData } from './language.ts';

export const finnish: LanguageData = { stemmer, stopWords: stopwords };
