import { CairnError, wordLanguages, type Item, type WordLanguage } from '@cairn/contracts';
import { analyse, wordsReader, type Words } from './analyse.ts';
import { wordText } from './document.ts';
import { english, languageOf, type KeptDifferences, type Language } from './languages/index.ts';
import { queryReader, type ParsedQuery } from './query.ts';

/**
 * The reader of documents and queries for one generation of the word index. A change to the output of an analyser needs
 * a new analyser with a new id. The old analyser stays for the generations that were built with it.
 */
export interface Analyser {
  /**
   * The version and language of the analyser. Each generation of the word index records the id of the analyser with
   * which it was built.
   */
  readonly id: string;
  readonly document: (item: Item) => Words;
  readonly query: (text: string) => ParsedQuery;
}

interface Entry {
  readonly id: string;
  readonly language: WordLanguage;
  readonly create: () => Omit<Analyser, 'id'>;
}

/**
 * Versions of the analysers, oldest first. Version 2 unifies the written forms of a script: its digits, exchangeable letters and optional
 * signs.
 */
const analyserVersions: readonly { readonly id: string; readonly kept: KeptDifferences }[] = [
  { id: 'cairn-text-1', kept: { keepsForms: true } },
  { id: 'cairn-text-2', kept: {} },
];

/** All analysers. New generations of a language are built with the last entry for that language. */
const analyserEntries: readonly Entry[] = analyserVersions.flatMap(({ id, kept }) =>
  wordLanguages.map((language) => ({
    id: language === 'english' ? id : `${id}-${language}`,
    language,
    create: () => createAnalyser(languageOf(language, kept)),
  })),
);

function createAnalyser(language: Language): Omit<Analyser, 'id'> {
  const read = language === english ? analyse : wordsReader(language);
  return { document: (item) => read(wordText(item)), query: queryReader(read, language) };
}

/** Maps an id to its analyser. Each is created on first use, since most processes need only one. */
const analyserById = new Map<string, Analyser>();

/**
 * Finds the analyser of a generation by its id. If the id is unknown, returns an analyser that throws
 * `index/unavailable` for every text, since any other analyser would misread the texts.
 */
export function analyserOf(id: string): Analyser {
  const analyser = analyserById.get(id) ?? {
    id,
    ...(analyserEntries.find((entry) => entry.id === id)?.create() ?? createRefusingAnalyser(id)),
  };
  analyserById.set(id, analyser);
  return analyser;
}

/** The id of the analyser for new generations of a language. */
export const newestAnalyser = (language: WordLanguage): string =>
  analyserEntries.findLast((entry) => entry.language === language)!.id;

function createRefusingAnalyser(id: string): Omit<Analyser, 'id'> {
  const refuse = () => {
    throw new CairnError(
      'index/unavailable',
      `These words were indexed by the analyser ${id}, which this version of Cairn does not know. Start a version that knows it, or build them anew: cairn reindex --target words --wait, cairn reindex switch --force with the new generation, cairn reindex retire with this one.`,
    );
  };
  return { document: refuse, query: refuse };
}
