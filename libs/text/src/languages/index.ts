import type { WordLanguage } from '@cairn/contracts';
import { arabic } from './arabic.ts';
import { danish } from './danish.ts';
import { dutch } from './dutch.ts';
import { english, englishKeeping } from './english.ts';
import { finnish } from './finnish.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import { hungarian } from './hungarian.ts';
import { indonesian } from './indonesian.ts';
import { italian } from './italian.ts';
import { languageFrom, type Language, type LanguageData } from './language.ts';
import type { KeptDifferences } from './normalise.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { romanian } from './romanian.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import { swedish } from './swedish.ts';
import { ukrainian } from './ukrainian.ts';

export { english } from './english.ts';
export type { Language } from './language.ts';
export type { KeptDifferences } from './normalise.ts';

const dataByLanguage: Readonly<Record<Exclude<WordLanguage, 'english'>, LanguageData>> = {
  arabic,
  danish,
  dutch,
  finnish,
  french,
  german,
  greek,
  hindi,
  hungarian,
  indonesian,
  italian,
  norwegian,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  ukrainian,
};

export const languageOf = (name: WordLanguage, kept: KeptDifferences = {}): Language =>
  name !== 'english' ? languageFrom(dataByLanguage[name], kept) : kept.keepsForms ? englishKeeping(kept) : english;
