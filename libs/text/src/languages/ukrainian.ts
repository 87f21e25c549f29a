import { stemmer } from '@orama/stemmers/ukrainian';
import { stopwords } from '@orama/stopwords/ukrainian';
import type { LanguageData } from './language.ts';

export const ukrainian: LanguageData = { stemmer, stopWords: stopwords };
