import { stemmer } from '@orama/stemmers/danish';
import { stopwords } from '@orama/stopwords/danish';
import type { LanguageData } from './language.ts';

export const danish: LanguageData = { stemmer, stopWords: stopwords };
