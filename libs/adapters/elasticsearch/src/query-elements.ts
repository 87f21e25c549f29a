import { inverseFrequency, PART_WEIGHT, scoredElementsOf, type WordQuery } from '@cairn/ports';
import { encodeTerm } from '@cairn/text';
import type { Statistics } from './statistics.ts';

/** Scored element of a query, as `scoredElementsOf` defines it. */
export interface QueryElement {
  readonly form: 'term' | 'part' | 'phrase';
  /** The term as the caller gave it; absent for a part or a phrase. */
  readonly term?: string | undefined;
  /** Encoded tokens of the element: one for a term or part, several for a phrase. */
  readonly run: readonly string[];
}

export function queryElementsOf(query: WordQuery): QueryElement[] {
  const { terms, parts, phrases } = scoredElementsOf(query);
  return [
    ...terms.map((term) => ({ form: 'term' as const, term, run: [encodeTerm(term)] })),
    ...parts.map((part) => ({ form: 'part' as const, run: [encodeTerm(part)] })),
    ...phrases.map((phrase) => ({ form: 'phrase' as const, run: phrase.map(encodeTerm) })),
  ];
}

export const tokensOf = (asked: readonly QueryElement[]): string[] => [...new Set(asked.flatMap(({ run }) => run))];

/** Returns the idf of an element times its weight. */
export function weightOf({ form, run }: QueryElement, { documents, frequencyOf }: Statistics): number {
  const idf = run.reduce((sum, token) => sum + inverseFrequency(documents, frequencyOf(token)), 0);
  return form === 'part' ? PART_WEIGHT * idf : idf;
}

/**
 * Tells whether an element is a single word. Only words count for coverage, since the words of a phrase are counted already.
 */
export const isWord = ({ form }: QueryElement): boolean => form !== 'phrase';
