import { stemmer } from '@orama/stemmers/swedish';
import { stopwords } from '@orama/stopwords/swedish';
import type { LanguageData } from './language.ts';

export const swedish: LanguageData = { stemmer, stopWords: stopwords };
