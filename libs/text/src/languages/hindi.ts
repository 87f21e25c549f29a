import { stemmer } from '@orama/stemmers/indian';
import { stopwords } from '@orama/stopwords/indian';
import type { LanguageData } from './language.ts';

export const hindi: LanguageData = { stemmer, stopWords: stopwords };
