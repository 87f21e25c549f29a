import { stemmer } from '@orama/stemmers/indonesian';
import { stopwords } from '@orama/stopwords/indonesian';
import type { LanguageData } from './language.ts';

export const indonesian: LanguageData = { stemmer, stopWords: stopwords };
