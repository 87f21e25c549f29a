import { stemmer } from '@orama/stemmers/arabic';
import { stopwords } from '@orama/stopwords/arabic';
import type { LanguageData } from './language.ts';

export const arabic: LanguageData = { stemmer, stopWords: stopwords };
