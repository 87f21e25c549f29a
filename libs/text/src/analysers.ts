import { CairnError, wordLanguages, type Item, type WordLanguage } from '@cairn/contracts';
import { analyse, wordsReader, type Words } from './analyse.ts';
import { wordText } from './document.ts';
import { english, languageOf, type Kept, type Language } from './languages/index.ts';
import { queryReader, type ParsedQuery } from './query.ts';

/**
 * How the words of one generation are read. Whoever changes what an analyser gives makes a new one, of a new id, and leaves the old
 * one here for the generations that it wrote.
 */
export interface Analyser {
  /** Version and language. A generation of words keeps it as what it was built by. */
  readonly id: string;
  readonly document: (item: Item) => Words;
  readonly query: (text: string) => ParsedQuery;
}

interface Entry {
  readonly id: string;
  readonly language: WordLanguage;
  readonly make: () => Omit<Analyser, 'id'>;
}

/** Versions of the analysers, oldest first. Version 2 brings the written forms of a script together. */
const versions: readonly { readonly id: string; readonly kept: Kept }[] = [
  { id: 'cairn-text-1', kept: { keepsForms: true } },
  { id: 'cairn-text-2', kept: {} },
];

/** Every analyser. New generations of a language are built by its last. */
const entries: readonly Entry[] = versions.flatMap(({ id, kept }) =>
  wordLanguages.map((language) => ({
    id: language === 'english' ? id : `${id}-${language}`,
    language,
    make: () => reading(languageOf(language, kept)),
  })),
);

function reading(language: Language): Omit<Analyser, 'id'> {
  const read = language === english ? analyse : wordsReader(language);
  return { document: (item) => read(wordText(item)), query: queryReader(read, language) };
}

/** Made when first asked for: most processes need one. */
const made = new Map<string, Analyser>();

/** The analyser of a generation. One that this code does not know refuses every text: to guess would be to misread. */
export function analyserOf(id: string): Analyser {
  const analyser = made.get(id) ?? { id, ...(entries.find((entry) => entry.id === id)?.make() ?? refusing(id)) };
  made.set(id, analyser);
  return analyser;
}

/** The analyser for new words of a language. */
export const newestAnalyser = (language: WordLanguage): string =>
  entries.findLast((entry) => entry.language === language)!.id;

function refusing(id: string): Omit<Analyser, 'id'> {
  const refuse = () => {
    throw new CairnError(
      'index/unavailable',
      `These words were indexed by the analyser ${id}, which this version of Cairn does not know. Start a version that knows it, or build them anew: cairn reindex --target words --wait, cairn reindex switch --force with the new generation, cairn reindex retire with this one.`,
    );
  };
  return { document: refuse, query: refuse };
}
