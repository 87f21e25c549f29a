import type { ItemKind } from './vocabulary.ts';

/**
 * Kinds of text that a recall can search, in the order in which an answer names them. `documents` are the documents of
 * knowledge bases.
 */
export const searchedTexts = ['memories', 'notes', 'documents', 'messages'] as const;
export type SearchedText = (typeof searchedTexts)[number];

/** Maps a value of `sources` to the kinds of text that are searched. */
const textsBySource = {
  all: searchedTexts,
  'without-messages': ['memories', 'notes', 'documents'],
  'without-notes': ['memories', 'documents', 'messages'],
  memories: ['memories', 'documents'],
  notes: ['notes'],
  messages: ['messages'],
} as const satisfies Record<string, readonly SearchedText[]>;

export const recallSources = Object.keys(textsBySource) as (keyof typeof textsBySource)[];
export type RecallSources = (typeof recallSources)[number];

/** Fields of a recall that decide which kinds of text are searched. */
interface RecallFilters {
  readonly sources?: RecallSources | undefined;
  readonly stores?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

/**
 * Returns the value of `sources` for a request. If the request gives none, this is all kinds of text, or, with a
 * filter, the kinds that have the filtered field.
 */
export function sourcesOf({ sources, stores, categories, tags }: RecallFilters): RecallSources {
  if (sources !== undefined) return sources;
  if (isGiven(stores) || isGiven(categories)) return 'memories';
  return isGiven(tags) ? 'without-messages' : 'all';
}

const isGiven = (list: readonly string[] | undefined): boolean => list !== undefined && list.length > 0;

/** Returns the kinds of text that a recall searches. */
export const searchedTextsOf = (request: RecallFilters): readonly SearchedText[] => textsBySource[sourcesOf(request)];

const kindBySearchedText: Readonly<Record<SearchedText, ItemKind>> = {
  memories: 'memory',
  notes: 'note',
  documents: 'memory',
  messages: 'message',
};

/** Item kinds to which these kinds of text belong, without duplicates. */
export const kindsOf = (texts: readonly SearchedText[]): ItemKind[] => [
  ...new Set(texts.map((text) => kindBySearchedText[text])),
];

/** Line of an answer that says which kinds of text were searched. */
export const describeSearchedTexts = (texts: readonly SearchedText[]): string => `Searched ${texts.join(', ')}.`;
