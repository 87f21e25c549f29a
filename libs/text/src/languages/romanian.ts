import { stemmer } from '@orama/stemmers/romanian';
import { stopwords } from '@orama/stopwords/romanian';
import type { LanguageData } from './language.ts';

export const romanian: LanguageData = { stemmer, stopWords: stopwords };
