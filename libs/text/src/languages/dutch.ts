import { stemmer } from '@orama/stemmers/dutch';
import { stopwords } from '@orama/stopwords/dutch';
import type { LanguageData } from './language.ts';

export const dutch: LanguageData = { stemmer, stopWords: stopwords };
