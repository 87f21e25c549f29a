import type { ItemKind } from './vocabulary.ts';

/** The texts that a recall can search, in the order in which an answer names them. Documents are those of knowledge bases. */
export const searchedTexts = ['memories', 'notes', 'documents', 'messages'] as const;
export type SearchedText = (typeof searchedTexts)[number];

/** The texts that each value of `over` stands for. */
const textsOver = {
  all: searchedTexts,
  kept: ['memories', 'notes', 'documents'],
  both: ['memories', 'documents', 'messages'],
  memories: ['memories', 'documents'],
  notes: ['notes'],
  messages: ['messages'],
} as const satisfies Record<string, readonly SearchedText[]>;

export const overs = Object.keys(textsOver) as (keyof typeof textsOver)[];
export type Over = (typeof overs)[number];

/** The part of a recall that says what is searched. */
interface Asked {
  readonly over?: Over | undefined;
  readonly stores?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** The one default of every door: all texts, or with a filter those that have what it filters by. */
export function overOf({ over, stores, categories, tags }: Asked): Over {
  if (over !== undefined) return over;
  if (isGiven(stores) || isGiven(categories)) return 'memories';
  return isGiven(tags) ? 'kept' : 'all';
}

const isGiven = (list: readonly string[] | undefined): boolean => list !== undefined && list.length > 0;

/** The texts that a recall searches. */
export const searchedBy = (asked: Asked): readonly SearchedText[] => textsOver[overOf(asked)];

const kindOf: Readonly<Record<SearchedText, ItemKind>> = {
  memories: 'memory',
  notes: 'note',
  documents: 'memory',
  messages: 'message',
};

/** The kinds of item that hold these texts, each once. */
export const kindsOf = (texts: readonly SearchedText[]): ItemKind[] => [...new Set(texts.map((text) => kindOf[text]))];

/** The line with which an answer says what was searched. */
export const searchedLine = (texts: readonly SearchedText[]): string => `Searched ${texts.join(', ')}.`;
