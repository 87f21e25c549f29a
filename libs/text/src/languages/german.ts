import { stemmer } from '@orama/stemmers/german';
import { stopwords } from '@orama/stopwords/german';
import type { LanguageData } from './language.ts';

export const german: LanguageData = { stemmer, stopWords: stopwords };
