import { stemmer } from '@orama/stemmers/russian';
import { stopwords } from '@orama/stopwords/russian';
import type { LanguageData } from './language.ts';

export const russian: LanguageData = { stemmer, stopWords: stopwords };
